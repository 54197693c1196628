"""The answerers that are examples: short, without Assay, and right about as much as their libraries are."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from importlib.util import find_spec
from itertools import groupby
from pathlib import Path

import pytest

from assay.testing.vectors import read, run_command, vectors_folder
from assay.testing.vectors.judgement import BROKEN, NOT_IMPLEMENTED
from assay.testing.vectors.scores import score

FOLDER = Path(__file__).parents[3] / "spec" / "vectors" / "answerers"
ANSWERERS = sorted(path for path in FOLDER.iterdir() if path.suffix in (".py", ".js"))
LIBRARIES = {
    "autodp": {"basic_composition", "advanced_composition", "zcdp_to_dp", "renyi_from_pure"},
    "diffprivlib": {"basic_composition", "advanced_composition"},
    "dp_accounting": {"delta", "total_variation", "epsilon", "composed_delta", "rdp_to_dp", "rdp_to_delta"},
    "opendp": {"basic_composition", "zcdp_to_dp", "without_replacement_amplification"},
    "prv_accountant": {"optimal_composition_delta", "optimal_composition_epsilon"},
    "opacus": {
        "gaussian_renyi",
        "sampled_gaussian_renyi",
        "sampled_gaussian_epsilon",
        "rdp_to_dp",
        "gaussian_epsilon",
        "gaussian_sigma",
        "gdp_delta",
        "gdp_epsilon",
    },
    "jax_privacy": {"gaussian_epsilon", "sampled_gaussian_epsilon", "gaussian_sigma"},
    "riskcal": {"total_variation", "total_variation_from_dp", "gdp_type_two_error"},
    "random_allocation": {"gaussian_delta", "gaussian_epsilon", "sampled_gaussian_epsilon"},
    "smartnoise_sql": {"advanced_composition", "laplace_scale", "gaussian_sigma", "laplace_threshold"},
    "pydp": {"laplace_scale", "gaussian_sigma", "partition_selection_probability", "laplace_threshold"},
    "tmlt_core": {"basic_composition", "basic_filter", "integer_laplace_tail"},
    "diffpriv_pure": {"gaussian_sigma", "basic_composition", "advanced_composition"},
}
MODULES = {"smartnoise_sql": "snsql", "tmlt_core": "tmlt"}
"""What is imported, where it has another name."""
NOTHING = {"multi_freq_ldpy": "multi-freq-ldpy"}
"""Libraries that compute nothing that is asked, by what the README calls them."""
EXACT = {
    "delta",
    "probabilistic_delta",
    "total_variation",
    "epsilon",
    "membership_advantage",
    "bounded_range",
}
"""What is answered without a library, in JavaScript."""
LEAST = 8
NODE = shutil.which("node")


@pytest.fixture(scope="module")
def vectors():
    return read(vectors_folder())


def some(vectors, functions, step):
    """A test of every `step` of each function, or more where there are few; some have invalid arguments."""
    wanted = sorted((t for t in vectors if t.prompt["function"] in functions), key=function)
    groups = [list(group) for _, group in groupby(wanted, key=function)]
    return [test for group in groups for test in group[:: min(step, 1 + len(group) // LEAST)]]


def function(test):
    return str(test.prompt["function"])


def test_there_is_one_for_each_library_of_the_survey():
    surveyed = Path(__file__).parents[3] / "reference" / "assay" / "studies" / "adapters"
    found = {path.stem for path in surveyed.iterdir() if not path.name.startswith("_")}
    assert found == set(LIBRARIES) | set(NOTHING)
    assert {f"{name}_answerer.py" for name in LIBRARIES} == {p.name for p in ANSWERERS if p.suffix == ".py"}


def test_the_readme_names_every_library():
    text = (FOLDER.parent / "README.md").read_text(encoding="utf-8")
    _, _, section = text.partition("### Answerers to begin with")
    section = section.partition("## Grading")[0]
    for name in LIBRARIES:
        assert f"`{name}_answerer.py`" in section
        functions = re.search(rf"`{name}_answerer.py`.*?\|(.*)", section)[1]
        assert LIBRARIES[name] <= set(re.findall(r"`(\w+)`", functions))
    for name in NOTHING.values():
        assert f"{name} has none" in section


@pytest.mark.parametrize("path", ANSWERERS, ids=lambda path: path.name)
def test_an_answerer_is_short_and_knows_nothing_of_assay(path):
    text = path.read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 100
    assert not re.search(r"(import|from|require).*\bassay\b", text)
    assert f"{path.name}' --save" in text


def test_the_answerer_of_the_readme_answers_and_refuses(tmp_path, vectors):
    text = (FOLDER.parent / "README.md").read_text(encoding="utf-8")
    path = tmp_path / "answerer.py"
    path.write_text(text.partition("```python\n")[2].partition("```")[0])
    chosen = some(vectors, {"group_privacy", "renyi"}, 3)
    found = run_command(chosen, [sys.executable, str(path)], 60)
    by_status = {each.judgement.status for each in found}
    assert {"exact", "refused", NOT_IMPLEMENTED} <= by_status
    # it computes in floats: beside the truth, and where e^x has no float, but never out of its protocol
    assert by_status <= {
        "exact",
        "agrees",
        "sound",
        "refused",
        "unsound",
        "one-ulp",
        "refuses",
        NOT_IMPLEMENTED,
    }


def test_the_recipe_of_the_container_names_what_is_there():
    text = (FOLDER / "Containerfile").read_text(encoding="utf-8")
    named = re.findall(r"ANSWERER=(\S+)", text)
    assert len(named) == 2
    assert all((FOLDER / name).is_file() for name in named)
    assert "--network none" in text


@pytest.mark.skipif(NODE is None, reason="node is not installed")
@pytest.mark.parametrize("step", [15, pytest.param(1, marks=pytest.mark.slow)])
def test_the_one_in_javascript_is_exact(vectors, step):
    chosen = some(vectors, EXACT, step)
    found = run_command(chosen, [str(NODE), str(FOLDER / "exact_answerer.js")], 60)
    assert [each for each in found if not each.judgement.passes] == []
    total = score(each.judgement for each in found)
    assert total.tight == total.tests
    assert total.exact > 0.8 * total.tests


@pytest.mark.skipif(NODE is None, reason="node is not installed")
def test_what_it_does_not_have_is_said(vectors):
    (found,) = run_command(
        some(vectors, {"renyi"}, 1000)[:1], [str(NODE), str(FOLDER / "exact_answerer.js")], 60
    )
    assert found.judgement.status == NOT_IMPLEMENTED


@pytest.mark.skipif(NODE is None, reason="node is not installed")
def test_it_answers_without_a_network(vectors):
    alone = ["unshare", "--map-root-user", "--net"]
    if shutil.which("unshare") is None or subprocess.run([*alone, "true"], capture_output=True).returncode:
        pytest.skip("no namespace without network can be made here")
    found = run_command(
        some(vectors, {"epsilon"}, 40), [*alone, str(NODE), str(FOLDER / "exact_answerer.js")], 60
    )
    assert all(each.judgement.passes for each in found)


@pytest.mark.peer
@pytest.mark.parametrize(("library", "functions"), LIBRARIES.items(), ids=LIBRARIES)
def test_a_library_answers(vectors, library, functions):
    if find_spec(MODULES.get(library, library)) is None:
        pytest.skip(f"{library} is not installed")
    chosen = some(vectors, functions, 12)
    found = run_command(chosen, [sys.executable, str(FOLDER / f"{library}_answerer.py")], 60)
    answered = {function(each.test) for each in found if each.judgement.passes}
    assert answered == functions
    statuses = {each.judgement.status for each in found}
    assert statuses.isdisjoint(BROKEN), [each for each in found if each.judgement.status in BROKEN]
    total = score(each.judgement for each in found)
    assert total.sound > total.answered / 3
