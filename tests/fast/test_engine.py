"""Every mechanism of the catalogue by the default engine and by the reference: every measure, equal."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from assay import EPS, Dist, Mechanism, flip, ln, program
from assay.adjacency import all_pairs
from assay.decide.piecewise_loss import PiecewiseLoss
from assay.errors import AssayError, UndecidedError
from assay.exact import Certified
from assay.testing.vectors.families.distributions import CATALOGUE, build, constructors
from spec.pages.mechanisms import rows

MEASURES: dict[str, Callable[[Any], Any]] = {
    "epsilon": lambda w: w.epsilon(),
    "epsilon at 1/100": lambda w: w.epsilon("1/100"),
    "delta at 1/2": lambda w: w.delta("1/2"),
    "delta at ln 2": lambda w: w.delta(ln(2)),
    "delta at infinity": lambda w: w.delta("inf"),
    "profile": lambda w: w.profile(),
    "trade-off": lambda w: w.tradeoff(),
    "total variation": lambda w: w.total_variation(),
    "probabilistic delta": lambda w: w.probabilistic_delta("1/2"),
    "odds": lambda w: w.posterior_odds(),
    "odds at 1/10": lambda w: w.posterior_odds(1, "1/10"),
    "zcdp": lambda w: w.zcdp(),
    **{f"Renyi {a}": lambda w, a=a: w.renyi(a) for a in ("0", "1/2", "1", "3/2", "2", "5", "inf")},
}


def answered(question: Callable[[], Any]) -> Any:
    """What can be compared: both bounds in place of a certified value, the kind of an error."""
    try:
        found = question()
    except AssayError as error:
        return type(error)
    value = getattr(found, "value", found)
    if isinstance(value, Certified):
        return value.lower(40), value.upper(40), found.pair, found.event
    return found if value is found else (type(value), value, found.pair, set_of(found.event))


def set_of(event: Any) -> Any:
    """Outcomes of a program come in the order of its evaluator."""
    return None if event is None else frozenset(event)


def questions(mechanism: Mechanism[Any, Any]) -> Iterator[tuple[str, Callable[[Mechanism[Any, Any]], Any]]]:
    """Every public measure."""
    for name, measure in MEASURES.items():
        yield name, lambda m, measure=measure: measure(m.worst_case)
    yield "matrix", lambda m: {x: m.distribution(x) for x in m.domain}
    yield "losses", lambda m: [m.privacy_loss(x, y) for x, y in m.pairs[:4]]
    for epsilon, delta in (("1/2", 0), (ln(3), 0), ("1/2", "1/10"), ("inf", "1/100"), ("inf", 0)):
        yield f"audit {epsilon} {delta}", lambda m, e=epsilon, d=delta: m.audit(e, d)
    first = mechanism.domain[0]
    if isinstance(first, tuple) and len({len(x) for x in mechanism.domain}) == 1 and len(first) <= 3:
        values = sorted({entry for x in mechanism.domain for entry in x})[:2]
        for eta in (None, "1/10"):
            rows = Dist.uniform(values)
            yield f"Random DP {eta}", lambda m, rows=rows, eta=eta: m.worst_case.random_dp("1/2", rows, eta)


def check(mechanism: Mechanism[Any, Any], names: frozenset[str] | None = None) -> list[str]:
    """Ask both engines everything; which questions the fast one answered."""
    reference = mechanism.with_engine("reference")
    for name, question in questions(mechanism):
        if names is None or name in names:
            got = answered(lambda q=question: q(mechanism))
            assert got == answered(lambda q=question: q(reference)), name
    return [question for question, note in mechanism.notes.items() if note.engine == "fast"]


def test_the_catalogue_is_complete() -> None:
    document = Path(__file__).parents[2] / "spec" / "mechanisms.md"  # tests/mechanisms compares the rest
    compared = {name for _, _, name in rows(document)}
    assert set(CATALOGUE) <= set(constructors()) == compared


FEW = frozenset({"epsilon", "delta at ln 2"})


@pytest.mark.parametrize(
    "name",
    ["rappor", "geometric_clamped", "exponential_mechanism", "noisy_histogram_clamped", "permute_and_flip"],
)
def test_a_few_measures_of_one_of_each(name: str) -> None:
    assert "epsilon" in check(build(name, CATALOGUE[name][0]), FEW)


@pytest.mark.parametrize(
    ("name", "parameters"),
    [
        pytest.param(name, given, marks=pytest.mark.nightly if k else pytest.mark.slow, id=f"{name} {k}")
        for name, sets in CATALOGUE.items()
        for k, given in enumerate(sets[:2])
    ],
)
def test_all_measures(name: str, parameters: Any) -> None:
    """With more than 20 pairs rho is left out: the reference takes a fifth of a second for each of them."""
    mechanism = build(name, parameters)
    names = [question for question, _ in questions(mechanism)]
    asked = frozenset(names if mechanism.computation.most_pairs <= 20 else set(names) - {"zcdp"})
    assert {"delta", "renyi", "posterior_odds", "profile"} <= set(check(mechanism, asked))


SYMBOLIC = [
    "geometric_clamped",
    "randomised_response",
    "randomised_response_bits",
    "exponential_mechanism",
    "report_noisy_max",
    "above_threshold",
    "svt_lyu_su_li",
]


@pytest.mark.slow
@pytest.mark.parametrize("name", SYMBOLIC)
def test_a_symbolic_epsilon(name: str) -> None:
    """Where the reference decides for every epsilon, the default says the same; else it may know more."""
    parameters = {key: value for key, value in CATALOGUE[name][0].items() if key not in ("epsilon", "bias")}
    numbers = {key: int(value) for key, value in parameters.items() if isinstance(value, str)}
    mechanism = constructors()[name](**numbers, epsilon=EPS)
    reference = mechanism.with_engine("reference")
    compared = 0
    for question in (
        lambda m: m.worst_case.epsilon(),
        lambda m: m.worst_case.delta(EPS),
        lambda m: m.worst_case.renyi(2),
        lambda m: m.worst_case.total_variation(),
        lambda m: tuple(m.worst_case.representatives()),
    ):
        try:
            expected = question(reference)
        except UndecidedError:
            continue
        assert question(mechanism) == expected
        compared += 1
    assert compared
    loss = mechanism.epsilon()
    assert isinstance(loss, PiecewiseLoss) or loss == reference.epsilon()
    assert mechanism.notes["representatives"].engine == "fast"


def test_a_program() -> None:
    @program
    def noisy_count(n: int) -> int:
        total = 0
        for _ in range(n):
            total += flip("3/4")
        return total + (2 if flip("1/3") else 0)

    mechanism = Mechanism(noisy_count, range(3), all_pairs())
    answered_fast = check(mechanism)
    assert {"distribution", "epsilon", "delta", "renyi", "zcdp", "posterior_odds", "profile"} <= set(
        answered_fast
    )
