"""The adapter of opendp beside the library itself."""

from __future__ import annotations

import ast
import subprocess
import sys
from fractions import Fraction

import pytest

from assay.studies.adapters import opendp
from assay.studies.adapters.opendp import border, case_makers, noise, noise_samples, stability
from assay.studies.adapters.opendp import promised_distributions as laws
from assay.studies.survey.case import Claims, Samples, snippet_of
from assay.studies.survey.judged import judged, points_of
from assay.studies.survey.library import coverage
from assay.studies.survey.row import DEFECTS, Verdict

pytestmark = pytest.mark.peer

pytest.importorskip("opendp")


@pytest.fixture(scope="module")
def cases():
    return list(opendp.cases())


def test_every_public_name_has_cases_or_a_reason():
    found = coverage(opendp)
    assert found.complete, (found.uncovered, found.stale, found.unknown)
    assert len(found.covered) > 100


def test_every_snippet_is_python(cases):
    texts = {
        snippet_of(case, {**point, "input": 0, "count": 1} if isinstance(case, Samples) else point)
        for case in cases
        for point in points_of(case)
    }
    assert len(texts) > 1000
    for text in texts:
        assert any(isinstance(node, ast.Call) for node in ast.walk(ast.parse(text))), text


@pytest.mark.parametrize("part", ["make_laplace", "make_fully_adaptive_composition", "make_b_ary_tree"])
def test_snippets_run_by_themselves_and_print_the_claim(cases, part):
    case = next(each for each in cases if isinstance(each, Claims) and each.function.endswith(part))
    point = case.points[-1]
    run = subprocess.run(
        [sys.executable, "-c", snippet_of(case, point)],
        capture_output=True,
        text=True,
        check=False,
        timeout=100,
    )
    assert run.returncode == 0, run.stderr
    assert run.stdout.strip() == repr(case.privacy_map(**point))


def test_a_sampler_s_snippet_prints_outputs_of_the_law(cases):
    case = next(
        each for each in cases if isinstance(each, Samples) and "randomized_response" in each.function
    )
    x = case.domain[0]
    text = snippet_of(case, {**case.parameters, "input": x, "count": 20})
    run = subprocess.run(
        [sys.executable, "-c", text], capture_output=True, text=True, check=False, timeout=100
    )
    lines = run.stdout.splitlines()
    assert len(lines) == 20, run.stderr
    assert {ast.literal_eval(line) for line in lines} <= set(case.distribution(x).support)


def test_integer_noise_is_right_and_a_planted_law_is_not():
    """The sampler that is not accused of its own distribution is accused of one with twice the scale."""
    for factor, expected in ((1, Verdict.NOT_REFUTED), (2, Verdict.DISTRIBUTION_DIFFERS)):
        (case,) = case_makers.samples(
            "measurements.make_laplace",
            f"dp.m.make_laplace({noise.INT_SPACE}, scale=1.0)",
            lambda x, factor=factor: laws.laplace_integers(Fraction(factor), 6, x),
            (0,),
            promise="planted",
            count=3000,
            read=noise_samples.CLAMPED,
        )
        assert judged(case, case.parameters).verdict is expected


def test_a_planted_privacy_map_is_found():
    """A map that states half of the loss, and one that states it."""
    for share, expected in ((2, Verdict.UNSOUND), (1, Verdict.TIGHT)):
        (case,) = case_makers.claims(
            "measurements.make_laplace",
            f"dp.m.make_laplace({noise.INT_SPACE}, scale={{scale!r}}).map({{d_in!r}}) / {share}",
            noise.laplace_epsilon,
            [{"d_in": 1, "scale": 1.0}],
            promise="planted",
        )
        assert judged(case, case.points[0]).verdict is expected


def test_a_planted_stability_map_is_found():
    """A sum of numbers in -1..2 moves by 2, and a map that is halved says 1."""
    right = stability.Stable(
        "sum", "dp.vector_domain(dp.atom_domain(bounds=(-1, 2), T=int))", "", (-1, 0, 2), distances=(1,)
    )
    for part, expected in (("", Verdict.NOT_REFUTED), ("/2", Verdict.UNSOUND)):
        case = next(stability.stability(stability.Stable(**{**vars(right), "part": part})))
        assert judged(case, case.points[0]).verdict is expected


def test_functions_without_a_known_defect_are_not_accused(cases):
    """Right by proof, and right here: noise on integers, randomized response, composition, amplification."""
    innocent = ("make_laplace", "make_gaussian", "make_noise", "make_composition", "randomized_response_bool")
    rows = [
        (case.function, dict(point), judged(case, point).verdict)
        for case in cases
        if isinstance(case, Claims) and case.function.endswith(innocent)
        for point in points_of(case)
    ]
    assert len(rows) > 100
    assert [row for row in rows if row[2] in DEFECTS] == []


def test_the_release_without_a_function_has_no_cases_of_it(monkeypatch):
    assert border.has("measurements.make_laplace")
    assert not border.has("measurements.make_nothing")
    assert not border.accepts("measurements.make_laplace", "nothing")
    assert list(case_makers.claims("measurements.make_nothing", "1", lambda: 1, [{}], promise="")) == []
