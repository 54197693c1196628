"""`assay audit`: what it answers about good input."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import jsonschema
import pytest

from assay import Number, ln, number
from assay.exact import log_value
from tests.cli.command_line import ALMOST_RANDOM, assay, write

SCHEMA = Path(__file__).parents[3] / "spec" / "audit.schema.json"


@pytest.fixture
def almost_random(tmp_path):
    return write(tmp_path, ALMOST_RANDOM)


@pytest.fixture(scope="module")
def schema():
    import json

    found = json.loads(SCHEMA.read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(found)
    return jsonschema.Draft202012Validator(found)


def test_without_a_claim_it_measures(almost_random):
    answer = assay("audit", almost_random)
    assert (answer.status, answer.err) == (0, "")
    assert answer.out == (
        "almost_random: 2 inputs, 2 outputs, 2 ordered adjacent pairs by all_pairs()\n"
        "  smallest epsilon at delta = 0  ln(3)  1.09861228866811\n"
        "    input x                      False\n"
        "    input x'                     True\n"
        "    event S                      {False}\n"
        "    P[M(x) in S]                 3/4    0.75\n"
        "    P[M(x') in S]                1/4    0.25\n"
        "  total variation                1/2    0.5\n"
        "\n"
        "privacy profile: delta(epsilon) is linear in e^epsilon from row to row, constant after the last\n"
        "  epsilon                    delta(epsilon)\n"
        "  0                          1/2             0.5\n"
        "  ln(3)    1.09861228866811  0\n"
    )


@pytest.mark.parametrize(
    ("claim", "status", "first_line"),
    [
        (["--epsilon", "ln 3"], 0, "VERIFIED (tight): almost_random is (ln(3), 0)-differentially private"),
        (["--epsilon", "1.1"], 0, "VERIFIED (not tight): almost_random is (11/10, 0)-differentially private"),
        (["--epsilon", "1"], 1, "REFUTED: almost_random is not (1, 0)-differentially private"),
        (["--epsilon", "0", "--delta", "1/2"], 0, "VERIFIED (tight): almost_random is (0, 1/2)-differ"),
        (["--epsilon", "0", "--delta", "0.4999"], 1, "REFUTED: almost_random is not (0, 4999/10000)-differ"),
        (
            ["--epsilon", "ln 2", "--delta", "1/4"],
            0,
            "VERIFIED (tight): almost_random is (ln(2), 1/4)-differ",
        ),
        (["--epsilon", "inf"], 0, "VERIFIED (not tight): almost_random is (inf, 0)-differentially private"),
        (
            ["--epsilon", "1.0986122886681096", "--delta", "0"],
            1,
            "REFUTED: almost_random is not (1373265360835137/1250000000000000, 0)-differentially private",
        ),
        (
            ["--epsilon", "1.0986122886681097"],
            0,
            "VERIFIED (not tight): almost_random is (10986122886681097/10000000000000000, 0)-differentially",
        ),
    ],
)
def test_a_claim_is_judged(almost_random, claim, status, first_line):
    answer = assay("audit", almost_random, *claim)
    assert (answer.status, answer.err) == (status, "")
    assert answer.out.startswith(first_line)


def test_a_refutation_shows_the_exact_comparison(almost_random):
    answer = assay("audit", almost_random, "--epsilon", "ln 2", "--delta", "1/8")
    assert "  e^epsilon P[M(x') in S] + delta  5/8  0.625\n" in answer.out
    assert "  comparison                       3/4 > 5/8\n" in answer.out


def test_a_delta_alone_asks_for_the_epsilon(almost_random):
    answer = assay("audit", almost_random, "--delta", "1/4", "--json")
    assert (answer.status, answer.json["claim"], answer.json["verdict"]) == (0, None, None)
    assert answer.json["measures"]["epsilon"]["value"]["exact"] == "ln(2)"
    assert answer.json["measures"]["epsilon"]["at_delta"]["exact"] == "1/4"


def test_json_is_one_object_of_exact_values(almost_random, schema):
    answer = assay("audit", almost_random, "--epsilon", "1/2", "--delta", "1/3", "--json")
    schema.validate(answer.json)
    assert answer.status == answer.json["exit_status"] == 1
    witness = answer.json["verdict"]["witness"]
    p, q, delta = (number(witness[name]["exact"]) for name in ("p", "q", "delta"))
    assert p > number(witness["exp_epsilon"]["exact"]) * q + delta
    measures = answer.json["measures"]
    assert measures["delta"]["value"] == {"exact": "3/4 - exp(1/2)/4", "decimal": "0.337819682324968"}
    assert log_value(measures["epsilon"]["value"]["exact"]) == ln("5/3")
    assert [each["epsilon"]["exact"] for each in measures["profile"]["breakpoints"]] == ["0", "ln(3)"]


EVERY_KIND_OF_ANSWER = [
    (ALMOST_RANDOM, []),
    (ALMOST_RANDOM, ["--epsilon", "ln 3"]),
    (ALMOST_RANDOM, ["--epsilon", "2"]),
    (ALMOST_RANDOM, ["--epsilon", "1/100 + ln(2)/2"]),
    ("m = mechanisms.identity([0, 1])", ["--epsilon", "1000000000000"]),
    ("m = mechanisms.identity([0, 1])", ["--epsilon", "inf", "--delta", "1"]),
    ("m = mechanisms.randomised_response(EPS)", ["--epsilon", "eps"]),
    ("m = mechanisms.randomised_response(EPS)", ["--epsilon", "1"]),
    ("m = mechanisms.randomised_response(EPS)", []),
    (ALMOST_RANDOM, ["--max-states", "1"]),
    (ALMOST_RANDOM, ["--max-states", "1", "--epsilon", "1"]),
]


@pytest.mark.parametrize(("source", "options"), EVERY_KIND_OF_ANSWER)
def test_json_keeps_to_its_schema(tmp_path, schema, source, options):
    answer = assay("audit", write(tmp_path, source), *options, "--json")
    assert answer.status in (0, 1, 3), answer.err
    schema.validate(answer.json)
    assert answer.json["exit_status"] == answer.status


WITH_A_LIST = """
from contextlib import suppress
@program
def listed(b: bool) -> int:
    seen = [b]
    with suppress(IndexError):
        for _ in range(2):
            seen.append(flip("1/3"))
    return sum(seen)


m = Mechanism(listed, domain=[False, True], adjacency=adjacency.all_pairs())
"""


def test_a_program_that_is_enumerated_is_named_with_the_reason(tmp_path, almost_random):
    path = write(tmp_path, WITH_A_LIST, "listed.py")
    answer = assay("audit", path)
    assert "\nnote on the distribution: enumerated on input False: line " in answer.out
    declined = assay("audit", path, "--json").json["engines"]["distribution"]["declined"]
    assert "not one of the values that are followed" in declined["reference"]
    assert "note on" not in assay("audit", almost_random).out


def test_the_engine_can_be_chosen(tmp_path, almost_random):
    default = assay("audit", almost_random, "--json").json
    chosen = assay("audit", almost_random, "--engine", "reference", "--json").json
    assert {note["engine"] for note in chosen["engines"].values()} == {"reference"}
    assert default["engines"]["distribution"]["engine"] == "fast"
    assert chosen["measures"] == default["measures"]
    listed = write(tmp_path, WITH_A_LIST, "listed.py")
    assert "note on" not in assay("audit", listed, "--engine", "reference").out
    assert "'quick' (str) is not an engine" in assay("audit", almost_random, "--engine", "quick").error


def test_the_schema_refuses_what_it_does_not_know(almost_random, schema):
    document = assay("audit", almost_random, "--json").json
    document["measures"]["epsilon"]["value"]["float"] = 1.5
    assert not schema.is_valid(document)


def test_every_exact_value_reads_back_and_its_decimal_is_rounded(almost_random):
    def values(node):
        if isinstance(node, dict):
            if set(node) == {"exact", "decimal"}:
                yield node
            for each in node.values():
                yield from values(each)
        elif isinstance(node, list):
            for each in node:
                yield from values(each)

    found = list(values(assay("audit", almost_random, "--epsilon", "1/2", "--json").json))
    assert len(found) > 10
    for each in found:
        is_log = each["exact"].startswith("ln")
        value = log_value(each["exact"]) if is_log else number(each["exact"])
        assert str(value) == each["exact"]
        assert str(value.decimal(15)) == each["decimal"]


def test_a_symbolic_epsilon_covers_all_of_them(tmp_path):
    path = write(tmp_path, "m = mechanisms.randomised_response(EPS)")
    answer = assay("audit", path, "--epsilon", "eps")
    assert answer.status == 0
    assert answer.out.startswith("VERIFIED (tight): randomised_response is (eps, 0)-differentially private")
    assert assay("audit", path, "--epsilon", "eps/2").status == 1
    refuted = assay("audit", path, "--epsilon", "1")
    assert (refuted.status, refuted.err) == (1, "")
    assert refuted.out.startswith("REFUTED: randomised_response is not (1, 0)-differentially private")


def test_the_adjacency_can_be_replaced(tmp_path):
    path = write(
        tmp_path,
        "from itertools import product\n"
        "distribution = lambda x: Dist.product(*(Dist.bernoulli('3/4' if b else '1/4') for b in x))\n"
        "m = Mechanism(distribution, list(product([0, 1], repeat=3)), adjacency.hamming(1))",
    )
    epsilons = {
        relation: assay("audit", path, "--adjacency", relation, "--json").json["measures"]["epsilon"]["value"]
        for relation in (
            "hamming",
            "hamming:1",
            "HAMMING:2",
            "hamming:3",
            "all-pairs",
            "replace_one",
            "l1:2",
            "linf",
        )
    }
    assert {relation: value["exact"] for relation, value in epsilons.items()} == {
        "hamming": "ln(3)",
        "hamming:1": "ln(3)",
        "HAMMING:2": "ln(9)",
        "hamming:3": "ln(27)",
        "all-pairs": "ln(27)",
        "replace_one": "ln(3)",
        "l1:2": "ln(9)",
        "linf": "ln(27)",
    }


def test_datasets_of_several_kinds(tmp_path):
    path = write(tmp_path, "m = Mechanism(Dist.point, [(), (1,), (1, 1)], adjacency.all_pairs())")
    for relation, pairs in (
        ("add-remove-one", 4),
        ("add-remove-one:sequence", 4),
        ("replace-one:multiset", None),
    ):
        answer = assay("audit", path, "--adjacency", relation, "--json")
        if pairs is None:
            assert "relates no two of the 3 inputs" in answer.error
        else:
            assert answer.json["mechanism"]["pairs"] == pairs


def test_a_program_gets_its_domain_from_the_command_line(tmp_path):
    path = write(tmp_path, "@program\ndef p(x):\n    return (x + uniform(3)) % 3\n")
    answer = assay("audit", path, "--domain", "range(3)", "--adjacency", "all-pairs", "--epsilon", "0")
    assert answer.status == 0
    assert answer.out.startswith("VERIFIED (tight): p is (0, 0)-differentially private")


def test_the_domain_of_a_mechanism_can_be_replaced(tmp_path):
    path = write(tmp_path, ALMOST_RANDOM.replace("b: bool", "b: int"))
    answer = assay("audit", path, "--domain", "[True, False]", "--json")
    assert answer.json["measures"]["epsilon"]["pair"] == ["True", "False"]


def test_an_infinite_epsilon_has_its_event(tmp_path):
    answer = assay("audit", write(tmp_path, "m = mechanisms.identity(['a', 'b'])"), "--json")
    epsilon = answer.json["measures"]["epsilon"]
    assert epsilon["value"] == {"exact": "inf", "decimal": None}
    assert (epsilon["event"], epsilon["p"]["exact"], epsilon["q"]["exact"]) == (["'a'"], "1", "0")


def test_the_shipped_examples_can_be_audited_as_modules():
    assert assay("audit", "assay.examples.almost_random", "--epsilon", "ln 3").status == 0
    assert assay("audit", "assay.examples.bootstrap", "--epsilon", "1/3").status == 1
    assert (
        assay("audit", "assay.examples.bootstrap:mechanism", "--epsilon", "1/3", "--delta", "127/343").status
        == 0
    )


def test_many_breakpoints_are_cut_short_in_text_and_complete_in_json(tmp_path):
    path = write(tmp_path, "m = mechanisms.geometric_truncated(30, ln('5/4'))")
    text, document = assay("audit", path), assay("audit", path, "--json").json
    points = document["measures"]["profile"]["breakpoints"]
    assert len(points) > 12
    assert f"  ... and {len(points) - 8} more rows, all of them in --json\n" in text.out
    deltas = [number(each["delta"]["exact"]) for each in points]
    assert all(isinstance(delta, Number) and delta > later for delta, later in pairwise(deltas))
