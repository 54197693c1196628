"""Which mechanism of a file is meant, and what is said where it is not clear."""

from __future__ import annotations

import shlex

from tests.cli.command_line import ALMOST_RANDOM, assay, write

TWO = ALMOST_RANDOM + "n = Mechanism(Dist.point, [0, 1], adjacency.all_pairs())\nalias = m\n_hidden = n\n"


def test_several_mechanisms_are_listed_once_each(tmp_path):
    path = write(tmp_path, TWO)
    error = assay("audit", path).error
    assert error == f"{path} defines 2 mechanisms: m, n; choose one, such as {path}:m"


def test_names_choose(tmp_path):
    path = write(tmp_path, TWO)
    for name, mechanism in (
        ("m", "almost_random"),
        ("n", "point"),
        ("alias", "almost_random"),
        ("_hidden", "point"),
    ):
        assert assay("audit", f"{path}:{name}", "--json").json["mechanism"]["name"] == mechanism


def test_dotted_names(tmp_path):
    path = write(tmp_path, ALMOST_RANDOM + "class Space:\n    inner = m\ndel m\n")
    assert assay("audit", f"{path}:Space.inner").status == 0
    assert "defines no 'Space.outer'" in assay("audit", f"{path}:Space.outer").error


def test_unknown_names(tmp_path):
    path = write(tmp_path, TWO)
    assert assay("audit", f"{path}:q").error == f"{path} defines no 'q'; it defines almost_random, m, n"
    assert assay("audit", f"{path}:almost_randm").error == (
        f"{path} defines no 'almost_randm'; did you mean {path}:almost_random?"
    )
    assert "ends in a colon" in assay("audit", f"{path}:").error


def test_a_name_of_something_else(tmp_path):
    path = write(tmp_path, "f = 3\n")
    assert f"{path}:f is of type int, not a Mechanism" in assay("audit", f"{path}:f").error


def test_a_program_needs_a_domain_and_an_adjacency(tmp_path):
    path = write(tmp_path, "@program\ndef p(x):\n    return x\n")
    for options in ([], ["--domain", "0, 1"], ["--adjacency", "all-pairs"]):
        assert (
            "p is a program without a domain; add --domain and --adjacency"
            in assay("audit", path, *options).error
        )


def test_two_programs_and_no_mechanism(tmp_path):
    path = write(tmp_path, "@program\ndef p(x):\n    return x\n\n@program\ndef q(x):\n    return x\n")
    assert "defines 2 programs: p, q" in assay("audit", path).error


def test_a_file_of_functions_is_answered_with_the_command_that_audits_one(tmp_path):
    told = "import random\n\ndef told(bit):\n    return bit if random.random() < 0.75 else 1 - bit\n"
    path = write(tmp_path, told)
    command = f"assay audit {path}:told --rng any --domain '0, 1' --adjacency all-pairs"
    for target in (path, f"{path}:told", f"{path}:nothing"):
        assert assay("audit", target).error.endswith(command)
    assert assay(*shlex.split(command)[1:], "--epsilon", "1").status == 1
    explained = assay("explain", *shlex.split(command)[2:], "--epsilon", "1")
    assert (explained.status, explained.err) == (1, "")
    assert "on x = 0 the event has probability 3/4" in explained.out
