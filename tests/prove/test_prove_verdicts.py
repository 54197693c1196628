"""Every input of the kernel ends in a verdict: a theorem, or a refusal that says why; never anything else."""

from __future__ import annotations

import json
import random
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import assay.prove.normal as forms
from assay.errors import AssayError, BudgetExceeded
from assay.prove import Rejected, check, prove
from assay.prove.balls import enclose
from assay.prove.expr import MAX_DEPTH, Expr, const, show, var
from assay.prove.reading import read
from assay.prove.stored import certificates_of
from assay.prove.syntax import parse
from assay.prove.theorem import infer
from assay.prove.work import STEP, limited, spend

SHIPPED = sorted((Path(__file__).parents[2] / "proofs" / "certificates").glob("*.json"))
WORDS = [
    *("for", "where", "and", "in", "integer", "real", "inf", "-inf", "e", "x", "n", "i"),
    *("+", "-", "*", "/", "^", "**", "(", ")", "[", "]", ",", ":", "<", "<=", ">", ">=", "=", "!="),
    *(
        "exp(",
        "log(",
        "sqrt(",
        "min(",
        "max(",
        "abs(",
        "sum(i, 1, ",
        "sum(n, n, ",
        "0",
        "1",
        "7",
        "0.5",
        "9" * 40,
    ),
]
NUMBER = "9" * 900
LARGE = {
    "an exponent a little above 2": "for c in (0, inf): c^2.000000000000000000000000000001 > 0",
    "a root of a large order": "2^(1/1000000000000000000000000000000) > 1",
    "an exponent with a large denominator": f"for c in (0, inf): c^(1/{NUMBER}) > 0",
    "exponents with large denominators": f"for c in (0, inf): ((c^(1/{NUMBER}))^(1/{NUMBER}7))^{NUMBER} > 0",
    "a number of many digits": "1" + "0" * 5000 + " > 0",
    "a number that grows by products": " * ".join([NUMBER] * 18) + " > 0",
    "a number that grows by powers": f"for x in [2, 3]: (({NUMBER}*x)^90)^90 > 0",
    "a range that grows by powers": "for x in [2, 3]: ((x^9999)^9999)^9999 > 0",
    "a root to a large power": "(2^(1/2))^1000000000000 > 1",
    "a tower of powers": "9^9^9^9 > 1",
    "a logarithm of a large power": "log(2^99999) > 0",
    "a long chain": "+".join(["1"] * 5000) + " > 0",
    "a long product": "for x in [0, 1]: " + "*".join(f"(x + {k})" for k in range(900)) + " >= 0",
    "nested sums": "sum(i, 1, 1000, sum(j, 1, 1000, sum(k, 1, 1000, i*j*k))) > 0",
    "a power of a sum": "for x in (0, 1), y in (0, 1), z in (0, 1): (x + y + z + 1)^4000 > 0",
    "many variables": f"for {', '.join(f'x{k} in [0, 1]' for k in range(300))}: x1 >= 0",
    "many conditions": f"for x in [0, 1] where {' and '.join(['x >= 0'] * 300)}: x >= 0",
    "a number of two large primes": f"log({(2**79 - 67) * (2**80 - 65)}) > 0",
    "many numbers of large primes": " + ".join(f"log({(2**79 - 67) * (2**80 - 65) + k})" for k in range(40))
    + " > 0",
}


@given(st.lists(st.sampled_from(WORDS), max_size=30).map(" ".join) | st.text(max_size=40))
def test_any_text_is_read_or_refused(text: str) -> None:
    for reader in (parse, read):
        try:
            found = reader(text)
        except AssayError:
            continue
        assert reader(str(found)) is not None


@pytest.mark.parametrize("rule", ["direct", "sturm"])
@pytest.mark.parametrize("name", LARGE)
def test_what_is_large_is_shown_or_refused(name: str, rule: str) -> None:
    with limited(STEP // 20), suppress(AssayError):
        infer(rule, LARGE[name], {}, [])


@pytest.mark.parametrize("name", [*list(LARGE)[:5], "a long chain", "many variables"])
def test_what_is_large_is_proved_or_undecided_or_refused(name: str) -> None:
    with suppress(AssayError):
        assert prove(LARGE[name], seconds=1).exit_status in (0, 3)


@pytest.mark.parametrize("degree", [350, 399])
def test_sturm_refuses_a_high_degree_of_many_terms(degree: int) -> None:
    choose = random.Random(degree)
    terms = " + ".join(f"{choose.randrange(1, 10**9)}*x^{k}" for k in range(0, degree + 1, 3))
    with pytest.raises(Rejected, match="operations"):
        infer("sturm", f"for x in [0, 1]: {terms} > 0", {}, [])


@pytest.mark.slow
def test_subdivision_is_counted() -> None:
    claim = "for x in [0, 1], y in [0, 1]: exp(x - y)*exp(y - x) > 1 - 1/10^99"
    with pytest.raises(Rejected, match="operations"):
        infer("interval", claim, {"boxes": "200000", "bits": "1024"}, [])


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.sampled_from(WORDS),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["claim", "rule", "with"]), inner)
    ),
    max_leaves=8,
)


@given(VALUES, VALUES, VALUES, VALUES)
def test_any_data_is_refused_as_a_certificate(a: object, b: object, c: object, d: object) -> None:
    step = {"claim": a, "rule": b, "with": c, "from": d}
    for data in (a, step, {"format": b, "claim": a, "steps": [step]}, _good(steps=[step]), _good(claim=a)):
        with pytest.raises(Rejected):
            check(data)


def _good(**changed: object) -> dict[str, object]:
    claim = "1 <= 2"
    step = {"claim": claim, "rule": "direct", "with": {}, "from": []}
    return {"format": "assay-certificate/1", "claim": claim, "steps": [step]} | changed


def test_a_number_without_a_text_is_refused() -> None:
    number = 10**5000
    steps = [{"claim": number, "rule": number, "with": {"of": number}, "from": [number]}]
    for data in (number, _good(claim=number), _good(format=number), _good(steps=steps), {number: number}):
        with pytest.raises(Rejected):
            check(data)


def test_data_within_itself_is_refused() -> None:
    loop: list[object] = []
    loop.append(loop)
    deep: object = "x"
    for _ in range(100_000):
        deep = [deep]
    for value in (loop, deep):
        with pytest.raises(Rejected):
            check(_good(steps=[{"claim": "1 <= 2", "rule": "extreme", "with": {"of": value}, "from": []}]))
        with pytest.raises(Rejected):
            infer("extreme", "1 <= 2", {"of": value}, [])


def test_a_term_that_is_too_deep_is_not_built() -> None:
    e: Expr = var("x")
    while e._depth < MAX_DEPTH:
        e = e + const(1)
    assert show(e)
    assert forms.normal(e)
    with pytest.raises(AssayError, match="nested deeper"):
        e + const(1)


def test_the_work_of_a_normal_form_does_not_depend_on_what_is_remembered() -> None:
    certificate = max((c for p in SHIPPED for c in certificates_of(p)), key=lambda c: len(json.dumps(c)))
    counts = []
    for forget in (True, False, False):
        if forget:
            forms._known.clear()
        with limited(100 * STEP) as meter:
            check(certificate)
        counts.append(meter.used)
    assert counts[0] == counts[1] == counts[2] > 1000


@pytest.mark.slow
def test_an_enclosure_outside_a_step_is_bounded_as_well() -> None:
    with pytest.raises(BudgetExceeded, match="operations"):
        enclose(parse("sum(i, 1, 1000, sum(j, 1, 1000, exp(i*j)))"), {}, 512)


def test_work_is_counted_within_the_limit_outside() -> None:
    with limited(10) as outer:
        with limited(100) as inner:
            assert inner.left == 10
            spend(4)
        assert (outer.left, outer.used) == (6, 4)
        with pytest.raises(AssayError, match="operations"):
            spend(7)
    spend(10**9)
