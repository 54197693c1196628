"""Every theorem under every kind of relation: no conclusion lies below the exact value.

A row says what a theorem concludes for two mechanisms, and what is true; mechanisms are generated, and
judged on all their adjacent pairs by enumeration.  A theorem without a row fails.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeAlias

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assay import amplification, notions, theorems
from assay.adjacency import Adjacency, add_remove_one, all_pairs, explicit, replace_one
from assay.amplification import subsample
from assay.composition import filters
from assay.composition.filters.costs import concentrated_cost
from assay.dp import Dist, Mechanism, hockey_stick
from assay.errors import InvalidValue
from assay.exact import Number, certified, eps, ln, number
from assay.sensitivity import laplace_delta, sensitivity_analysis
from assay.theorems import (
    CertifiedGuarantee,
    Guarantee,
    RandomGuarantee,
    Scope,
    adaptive_delta,
    compose,
    group,
    pairs_of,
    slack,
    witnesses,
)
from assay.theorems.hypotheses import THEOREMS, Needs
from assay.theorems.scope import SYMMETRIC
from tests.amplification.test_shuffling import binomial_randomised_response
from tests.composition.filters.adversaries import (
    exceeds,
    hockey_stick_leaf,
    individually,
    moment_leaf,
    most,
    most_on,
    priced_once,
)
from tests.prove.hypotheses import MARKED

from .small import log, mechanism, tables

M: TypeAlias = Mechanism[Any, Any]
Pair: TypeAlias = "tuple[Any, Any]"
Row: TypeAlias = "Callable[[Case], Iterator[Pair]]"


@dataclass(frozen=True)
class Relation:
    """A kind of relation, with a small domain."""

    adjacency: Adjacency
    domain: tuple[Any, ...]


CHAIN = explicit([(0, 1), (1, 2)], symmetric=False)
SETS = ((), (0,), (1,))
ROWS = ((0, 0), (0, 1), (1, 0), (1, 1))
RELATIONS = {
    "symmetric": Relation(all_pairs(), (0, 1)),
    "one-way": Relation(explicit([(0, 1)], symmetric=False), (0, 1)),
    "explicit": Relation(explicit([(0, 1), (1, 2)]), (0, 1, 2)),
    "explicit, one way": Relation(CHAIN, (0, 1, 2)),
    "add/remove": Relation(add_remove_one(), SETS),
    "remove": Relation(add_remove_one(symmetric=False), SETS),
    "add": Relation(add_remove_one(symmetric=False).reversed(), SETS),
    "replace": Relation(replace_one("sequence"), ROWS),
    "groups": Relation(explicit([(0, 1), (1, 2)]).power(2), (0, 1, 2)),
    "groups, one way": Relation(CHAIN.power(2, symmetric=False), (0, 1, 2)),
}
DATA_SETS = ("add/remove", "remove", "add")


@dataclass(frozen=True)
class Case:
    """Two mechanisms under one relation, and a level t = e^epsilon."""

    relation: str
    a: M
    b: M
    t: Fraction
    symmetric: bool

    @property
    def both(self) -> list[M]:
        return [self.a, self.b]

    @property
    def known(self) -> list[Guarantee]:
        """(ln t, delta) of each, about the relation."""
        said = {"adjacency": self.a.adjacency, "domain": self.a.domain}
        return [Guarantee(log(self.t), m.delta(log(self.t)), **said) for m in self.both]

    @property
    def pure(self):
        """The larger epsilon."""
        return max(m.epsilon() for m in self.both)

    @property
    def leak(self) -> Number:
        """The larger delta at ln t."""
        return max(g.delta for g in self.known)

    def game(self, epsilon) -> Number:
        """The best adversary in two rounds, who chooses the pair of each."""
        return adaptive_delta([pairs_of(m) for m in self.both], epsilon)


def stated(guarantee):
    """The guarantee, rounded up where it is certified."""
    return guarantee if isinstance(guarantee, Guarantee) else guarantee.rounded_up(12)


# Composition


def basic(c):
    bound = theorems.basic_composition(c.known)
    assert bound.scope == Scope.of(c.a)
    yield bound.delta, c.game(bound.epsilon)


def optimal(c):
    for at in (eps(0), log(c.t), c.pure):
        yield theorems.optimal_composition(c.pure, 0, 2, symmetric=c.symmetric)(at), c.game(at)
        yield theorems.optimal_composition(log(c.t), c.leak, 2, symmetric=c.symmetric)(at), c.game(at)


def optimal_of(c):
    for at in (eps(0), log(c.t)):
        given = c.known if c.symmetric == Scope.of(c.a).symmetric else [(g.epsilon, g.delta) for g in c.known]
        yield theorems.optimal_composition_of(given, symmetric=c.symmetric)(at), c.game(at)


def optimal_delta(c):
    for at in (eps(0), log(c.t)):
        bound = theorems.optimal_composition_delta(log(c.t), c.leak, 2, at, symmetric=c.symmetric)
        yield bound, c.game(at)


def optimal_points(c):
    for point in theorems.optimal_composition_points(log(c.t), c.leak, 2, symmetric=c.symmetric):
        yield point.delta, c.game(point.epsilon)


def advanced(c):
    for form in ("textbook", "tanh"):
        for epsilon, delta in ((c.pure, 0), (log(c.t), c.leak)):
            bound = theorems.advanced_composition(
                epsilon, delta, 2, "1/3", symmetric=c.symmetric, form=form
            ).rounded_up()
            yield bound.delta, c.game(bound.epsilon)
    many = theorems.advanced_composition(
        c.pure, 0, 30, "1/10", symmetric=c.symmetric, form="tanh"
    ).rounded_up()
    from assay.composition import PrivacyLoss

    for p, q in pairs_of(c.a):
        yield many.delta, PrivacyLoss.of(p, q, 30).delta(many.epsilon)


def renyi_sum(c):
    yield theorems.renyi_composition([m.renyi(2) for m in c.both]), compose(*c.both).renyi(2)


def zcdp_sum(c):
    rho = theorems.zcdp_composition([m.zcdp() for m in c.both])
    yield certified(rho) * 2, compose(*c.both).renyi(2)


def random_dp(c):
    rows = Dist({0: "1/3", 1: "2/3"})
    parts = [RandomGuarantee(log(c.t), 0, m.random_dp(log(c.t), rows)) for m in c.both]
    bound = theorems.random_dp_composition(parts)
    yield bound.gamma, compose(*c.both).random_dp(bound.alpha, rows)


def smooth_noise(c):
    """Laplace noise of two scales a factor e^beta or less apart, its centres up to the smaller one apart."""
    for beta, alpha in (("1/5", log(c.t) + eps("1/2")), ("5/4", log(c.t))):
        if alpha > 0:
            eta = theorems.smooth_noise_eta(alpha, beta)
            for spread in (eps(beta), eps(beta) / 2, -eps(beta)):
                # lengths in units of 1/alpha
                scales = number(1), spread.exp()
                found = laplace_delta(2 * alpha, certified(min(scales)) * certified(alpha), *scales)
                yield eta, number(found.upper(12))


def rows_of(c):
    """A distribution of rows from a generated one."""
    return Dist(dict(enumerate(p for _, p in c.a.distribution(c.a.domain[0]).items())))


def sensitivity(c):
    for process in ("pairs", "u"):
        found = sensitivity_analysis(rows_of(c), 4, log(c.t) + eps("1/3"), "1/4", "1/3", process=process)
        assert found.bound == theorems.random_sensitivity(found.alpha, "1/4", found.gamma1, found.gamma2)
        yield found.bound.gamma, number(found.gamma_both)


def exchanged_rows(c):
    for n, delta in ((2, "1/2"), (6, "1/3"), (10, "1/4")):
        found = sensitivity_analysis(rows_of(c), n, 1, "1/4", delta)
        yield number(theorems.pair_quantile_exceedance(n, delta)), number(found.gamma2_rows)


# Between notions


def profile(c):
    found = theorems.profile_from_dp(log(c.t), c.a.delta(log(c.t)), symmetric=c.symmetric)
    for at in (eps(0), log(c.t) / 2, log(c.t)):
        yield found(at), c.a.delta(at)


def variation(c):
    bound = theorems.total_variation_from_dp(log(c.t), c.a.delta(log(c.t)), symmetric=c.symmetric)
    yield bound, c.a.delta(0)


def kullback(c):
    yield theorems.kl_from_pure(c.pure, symmetric=c.symmetric), max(m.renyi(1) for m in c.both)


def renyi_of_pure(c):
    for alpha in (2, 5):
        bound = theorems.renyi_from_pure(c.pure, alpha, symmetric=c.symmetric)
        yield bound, max(m.renyi(alpha) for m in c.both)


def zcdp_of_pure(c):
    for form in ("tight", "quadratic"):
        rho = theorems.zcdp_from_pure(c.a.epsilon(), symmetric=c.symmetric, form=form)
        for alpha in ("3/2", 3):
            yield certified(rho) * number(alpha), c.a.renyi(alpha)


def bare(c):
    """Whether the numbers alone are given, with a direction that is not that of the relation."""
    return c.symmetric != Scope.of(c.a).symmetric


def statements(c):
    """What is known of the first mechanism, in every notion, about its relation."""
    said = {} if bare(c) else {"adjacency": c.a.adjacency, "domain": c.a.domain}
    yield Guarantee(c.a.epsilon(), **said)
    yield Guarantee(log(c.t), c.a.delta(log(c.t)), **said)
    yield CertifiedGuarantee(certified(c.a.epsilon()), 0, **said)
    yield notions.RenyiGuarantee({2: c.a.renyi(2), 5: c.a.renyi(5)}, **said)
    yield notions.RenyiGuarantee(c.a.renyi, **said)
    yield notions.ConcentratedGuarantee(c.a.zcdp(), **said)
    points = {e: c.a.delta(e) for e in (eps(0), log(c.t), ln(2))}
    yield notions.ProfileGuarantee(points, symmetric=c.symmetric if bare(c) else None, **said)
    yield notions.TradeoffGuarantee(c.a.tradeoff(), **said)
    yield notions.PldGuarantee(theorems.dominating_pair(pairs_of(c.a)), **said)


def translated(to, *arguments):
    """Every notion in other words, where it says something; refused by a sentence where it does not."""

    def row(c):
        concluded = 0
        for known in statements(c):
            try:
                found = to(known, *arguments, **({"symmetric": c.symmetric} if bare(c) else {}))
            except InvalidValue as refused:
                if "says nothing about" not in str(refused) and "to_renyi" not in str(refused):
                    raise
                continue
            assert found.scope == (None if bare(c) else Scope.of(c.a))
            concluded += 1
            yield from promised_of(c, found)
        assert concluded >= 4

    return row


def profile_of_one(known, **said):
    return notions.profile_of(known, **said) if isinstance(known, Guarantee) else known


def promised_of(c, found):
    """What a guarantee promises of the first mechanism, beside what is true of it."""
    if isinstance(found, Guarantee | CertifiedGuarantee):
        bound = stated(found)
        yield bound.delta, c.a.delta(bound.epsilon)
    elif isinstance(found, notions.RenyiGuarantee):
        for alpha, r in found.divergences:
            yield r, c.a.renyi(alpha)
    elif isinstance(found, notions.ConcentratedGuarantee):
        for alpha in ("5/4", 3):
            yield certified(found.rho) * number(alpha), c.a.renyi(alpha)
    else:
        for at in (eps(0), ln("5/4"), log(c.t), ln(3)):
            yield found.delta(at), c.a.delta(at)


def dominated(index):
    """A guarantee by a whole curve: its profile and divergences, and the game of two rounds."""

    def row(c):
        known = list(statements(c))[index]
        yield from promised_of(c, known)
        yield known.tightest.renyi(3), c.a.renyi(3)
        for at in (eps(0), log(c.t)):
            yield adaptive_delta([pairs_of(known.tightest)] * 2, at), adaptive_delta([pairs_of(c.a)] * 2, at)

    return row


def beyond(m, level, *, strictly):
    """The largest P[loss > level], or >= level."""
    worst = number(0)
    for p, q in pairs_of(m):
        t = level.exp()
        chance = sum((w for o, w in p.items() if (w > t * q[o] if strictly else w >= t * q[o])), number(0))
        worst = max(worst, chance)
    return worst


def from_probabilistic(c):
    bound = theorems.dp_from_probabilistic(log(c.t), beyond(c.a, log(c.t), strictly=True))
    yield bound.delta, c.a.delta(bound.epsilon)


def to_probabilistic(c):
    at = log(c.t) + ln("5/4")
    bound = theorems.probabilistic_from_dp(log(c.t), c.a.delta(log(c.t)), at)
    yield bound, beyond(c.a, at, strictly=False)


def renyi_to_dp(c):
    for conversion in ("improved", "mironov"):
        bound = stated(theorems.rdp_to_dp(2, c.a.renyi(2), "1/10", conversion=conversion))
        yield bound.delta, c.a.delta(bound.epsilon)


def renyi_to_delta(c):
    yield theorems.rdp_to_delta(3, c.a.renyi(3), log(c.t)), c.a.delta(log(c.t))


def zcdp_to_dp(c):
    for alpha in (None, 3):
        bound = stated(theorems.zcdp_to_dp(c.a.zcdp(), "1/10", alpha=alpha))
        yield bound.delta, c.a.delta(bound.epsilon)


def zcdp_to_renyi(c):
    yield theorems.zcdp_to_rdp(c.a.zcdp(), 3), c.a.renyi(3)


# Groups, mixtures, parts, post-processing


def groups(c):
    for form in ("tight", "factor"):
        bound = theorems.group_privacy(log(c.t), c.a.delta(log(c.t)), 2, form=form)
        yield bound.delta, group(c.a, 2).delta(bound.epsilon)


def group_curve(c):
    bound, exact = theorems.group_tradeoff(c.a.tradeoff(), 2), group(c.a, 2).tradeoff()
    for alpha in ("1/10", "1/2", "9/10"):
        yield 1 - bound(alpha), 1 - exact(alpha)


def mixed(c):
    weights = [Fraction(1, 3), Fraction(2, 3)]
    bound = theorems.mixture_bound(zip(weights, c.known, strict=True))
    for make in (theorems.mixture, theorems.revealed_mixture):
        yield bound.delta, make(zip(weights, c.both, strict=True)).delta(bound.epsilon)


def mixed_delta(c):
    weights = [Fraction(1, 3), Fraction(2, 3)]
    for at in (eps(0), log(c.t)):
        numbers = [(g.epsilon, g.delta) for g in c.known]
        bound = theorems.mixture_delta(zip(weights, numbers, strict=True), at, symmetric=c.symmetric)
        yield bound, theorems.revealed_mixture(zip(weights, c.both, strict=True)).delta(at)


def processed(c):
    bound = theorems.post_processing_bound(log(c.t), c.a.delta(log(c.t)))
    yield bound.delta, theorems.post_process(c.a, lambda y: y == 0).delta(bound.epsilon)


def parts(c):
    for affected in (1, 2):
        bound = theorems.parallel_composition(c.known, affected)
        yield bound.delta, theorems.parallel(*c.both, affected=affected).delta(bound.epsilon)


def replaced_parts(c):
    bound = theorems.parallel_replace_one(c.known, symmetric=True)
    cells = dict(enumerate(c.both))
    exact = theorems.parallel_on_partition(cells, lambda r: r, SETS, replace_one("multiset"))
    yield bound.delta, exact.delta(bound.epsilon)


# Sampling


def poisson(c):
    direction = {"add/remove": None}.get(c.relation, c.relation)
    for q in ("1/4", "2/3"):
        bound = amplification.poisson_amplification(log(c.t), c.a.delta(log(c.t)), q, direction=direction)
        exact = subsample(c.a, amplification.poisson_sampling(q), SETS, c.a.adjacency)
        yield bound.delta, exact.delta(bound.epsilon)


def one_sided(c):
    removing = Mechanism(c.a.distribution, SETS, add_remove_one(symmetric=False))
    bound = amplification.one_sided_poisson_amplification(log(c.t), removing.delta(log(c.t)), "1/4")
    exact = subsample(c.a, amplification.poisson_sampling("1/4"), SETS, add_remove_one())
    yield bound.delta, exact.delta(bound.epsilon)


def secrecy(c):
    base = witnesses.presence(0, 1, 0, SETS, c.a.adjacency)
    bound = amplification.secrecy_of_the_sample("1/4")
    yield (
        bound.delta,
        subsample(base, amplification.poisson_sampling("1/4"), SETS, c.a.adjacency).delta(bound.epsilon),
    )


def without_replacement(c):
    base = Mechanism(lambda x: c.a.distribution(x + x), [(0,), (1,)], c.a.adjacency)
    bound = amplification.without_replacement_amplification(log(c.t), base.delta(log(c.t)), 1, 2)
    exact = subsample(base, amplification.sampling_without_replacement(1), ROWS, c.a.adjacency)
    yield bound.delta, exact.delta(bound.epsilon)


def drawn_twice(m):
    return subsample(m, amplification.sampling_with_replacement(2, ordered=True), ROWS, m.adjacency)


def with_replacement(c):
    bound = amplification.with_replacement_amplification(log(c.t), c.a.delta(log(c.t)), 2, 2)
    yield bound.delta, drawn_twice(c.a).delta(bound.epsilon)


def with_replacement_of_profile(c):
    deltas = [c.a.delta(log(c.t)), group(c.a, 2).delta(log(c.t))]
    bound = amplification.with_replacement_amplification_of_profile(log(c.t), deltas, 2)
    yield bound.delta, drawn_twice(c.a).delta(bound.epsilon)


def pure_with_replacement(c):
    yield amplification.pure_with_replacement_amplification(c.a.epsilon(), 2, 2), drawn_twice(c.a).epsilon()


def convexity(c):
    laws = [c.a.distribution(x) for x in c.a.domain] * 2
    common, p, q = laws[:3]
    level, delta = amplification.advanced_joint_convexity(common, p, q, "1/3", log(c.t))
    mixed = [Dist.mixture([("2/3", common), ("1/3", law)]) for law in (p, q)]
    yield delta, hockey_stick(*mixed, level)


def dominating(c):
    p, q = theorems.dominating_pair(pairs_of(c.a))
    r, s = theorems.dominating_pair(pairs_of(c.b))
    yield hockey_stick(p, q, log(c.t)), c.a.delta(log(c.t))
    yield hockey_stick(Dist.product(p, r), Dist.product(q, s), log(c.t)), c.game(log(c.t))


# Shuffling


def clones(c):
    yield (
        amplification.clones_delta(c.a.epsilon(), 3, log(c.t)),
        amplification.shuffle(c.a, 3).delta(log(c.t)),
    )


def blanket(c):
    yield amplification.blanket_delta(c.a, 3, log(c.t)), amplification.shuffle(c.a, 3).delta(log(c.t))


def one_changed(epsilon, n):
    """n shuffled reports of randomised response, all equal but for one."""
    bit = witnesses.canonical_mechanism(epsilon)
    return amplification.shuffle(bit, n, domain=[(False,) * n, (True,) + (False,) * (n - 1)])


def closed_clones(c):
    bound = stated(amplification.clones_closed_form(ln("9/8"), 70, "1/10"))
    yield bound.delta, one_changed(ln("9/8"), 70).delta(bound.epsilon)


def erlingsson(c):
    bound = stated(amplification.erlingsson_bound(ln("9/8"), 1000, "1/100"))
    p, q = binomial_randomised_response(1000, Fraction(9, 8))
    yield bound.delta, hockey_stick(Dist(p), Dist(q), bound.epsilon)


# Filters and odometers, against all adversaries of two rounds


def menu(c):
    """One mechanism handed in as it is, the other as what is known of it."""
    return [(c.a, c.a), (c.b, Guarantee.of(c.b))]


def gained(c, budget, epsilon, offered=None):
    return most(priced_once(budget), offered or menu(c), 2, hockey_stick_leaf(epsilon.exp()))


def basic_filter(c):
    budget = filters.BasicFilter(2 * c.pure)
    for epsilon in (2 * c.pure, c.pure):
        budget = filters.BasicFilter(epsilon)
        yield budget.guarantee().delta, gained(c, budget, epsilon)
    leaky = [(m, g) for m, g in zip(c.both, c.known, strict=True)]
    budget = filters.BasicFilter(2 * log(c.t), min(2 * c.leak, number(1)))
    yield budget.guarantee().delta, gained(c, budget, 2 * log(c.t), leaky)


def renyi_filter(c):
    r = theorems.renyi_from_pure(c.pure, 2, symmetric=c.symmetric)
    budget = filters.RenyiFilter(2, r * 2)
    yield (r * 2).exp(), most(priced_once(budget), menu(c), 2, moment_leaf(2))
    for delta in ("1/3", "1/20"):
        bound = stated(budget.guarantee(delta))
        yield bound.delta, gained(c, budget, bound.epsilon)


def curve_filter(c):
    for epsilon, delta in ((ln(2), "1/3"), (ln(3), "1/10")):
        budget = filters.RenyiCurveFilter(epsilon, delta, [2, 4])
        yield budget.guarantee().delta, gained(c, budget, epsilon)


def concentrated_filter(c):
    rho = sum((certified(concentrated_cost(Guarantee.of(m))) for m in c.both), certified(0))
    budget = filters.ConcentratedFilter(rho)
    for delta in ("1/3", "1/20"):
        bound = stated(budget.guarantee(delta))
        yield bound.delta, gained(c, budget, bound.epsilon)


def advanced_filter(c):
    for epsilon, failure in ((ln(2), "1/3"), (ln(5), "1/10")):
        budget = filters.AdvancedFilter(epsilon, failure)
        yield budget.guarantee().delta, gained(c, budget, epsilon)


def exact_filter(c):
    budget = filters.ExactFilter(c.a.domain, c.a.adjacency, log(c.t), c.leak)
    for data in c.a.pairs[:2]:
        yield c.leak, most_on(budget, c.both, 2, hockey_stick_leaf(number(c.t)), data)


def individual_filter(c):
    """One person's record is there or not; what they pay for is run, and the rest is not run on it."""
    for epsilon in (c.pure, 2 * c.pure):
        budget = filters.IndividualFilter(filters.BasicFilter(epsilon, adjacency=c.a.adjacency))
        yield number(0), individually(budget, c.both, 2, hockey_stick_leaf(epsilon.exp()))


def odometer(make, deltas):
    def row(c):
        for delta in deltas:
            yield number(delta), exceeds(priced_once(make()), menu(c), 2, delta)

    return row


ROW: dict[str, tuple[Row, tuple[str, ...]]] = {
    **{
        name: (row, tuple(RELATIONS))
        for name, row in {
            "basic_composition": basic,
            "optimal_composition": optimal,
            "optimal_composition_of": optimal_of,
            "optimal_composition_delta": optimal_delta,
            "optimal_composition_points": optimal_points,
            "advanced_composition": advanced,
            "renyi_composition": renyi_sum,
            "zcdp_composition": zcdp_sum,
            "profile_from_dp": profile,
            "profile_of": translated(profile_of_one),
            "to_approximate": translated(notions.to_approximate, "1/20"),
            "to_profile": translated(notions.to_profile),
            "to_renyi": translated(notions.to_renyi, [2, 4]),
            "to_concentrated": translated(notions.to_concentrated),
            "ProfileGuarantee": dominated(6),
            "TradeoffGuarantee": dominated(7),
            "PldGuarantee": dominated(8),
            "total_variation_from_dp": variation,
            "kl_from_pure": kullback,
            "renyi_from_pure": renyi_of_pure,
            "zcdp_from_pure": zcdp_of_pure,
            "dp_from_probabilistic": from_probabilistic,
            "probabilistic_from_dp": to_probabilistic,
            "smooth_noise_eta": smooth_noise,
            "rdp_to_dp": renyi_to_dp,
            "rdp_to_delta": renyi_to_delta,
            "zcdp_to_dp": zcdp_to_dp,
            "zcdp_to_rdp": zcdp_to_renyi,
            "group_privacy": groups,
            "group_tradeoff": group_curve,
            "mixture_bound": mixed,
            "mixture_delta": mixed_delta,
            "post_processing_bound": processed,
            "parallel_composition": parts,
            "advanced_joint_convexity": convexity,
            "dominating_pair": dominating,
            "BasicFilter": basic_filter,
            "RenyiFilter": renyi_filter,
            "RenyiCurveFilter": curve_filter,
            "ConcentratedFilter": concentrated_filter,
            "AdvancedFilter": advanced_filter,
            "ExactFilter": exact_filter,
            "PureOdometer": odometer(filters.PureOdometer, (0,)),
            "RenyiOdometer": odometer(lambda: filters.RenyiOdometer(3), ("1/3", "1/20")),
            "ConcentratedOdometer": odometer(lambda: filters.ConcentratedOdometer("1/8"), ("1/3", "1/20")),
        }.items()
    },
    "IndividualFilter": (individual_filter, DATA_SETS),
    "poisson_amplification": (poisson, DATA_SETS),
    "one_sided_poisson_amplification": (one_sided, DATA_SETS),
    "secrecy_of_the_sample": (secrecy, DATA_SETS),
    "parallel_replace_one": (replaced_parts, DATA_SETS),
    "without_replacement_amplification": (without_replacement, ("replace",)),
    "with_replacement_amplification": (with_replacement, ("replace",)),
    "with_replacement_amplification_of_profile": (with_replacement_of_profile, ("replace",)),
    "pure_with_replacement_amplification": (pure_with_replacement, ("replace",)),
    "random_dp_composition": (random_dp, ("replace",)),
    "random_sensitivity": (sensitivity, ("replace",)),
    "pair_quantile_exceedance": (exchanged_rows, ("replace",)),
    "clones_delta": (clones, ("symmetric",)),
    "blanket_delta": (blanket, ("symmetric",)),
    "clones_closed_form": (closed_clones, ("symmetric",)),
    "erlingsson_bound": (erlingsson, ("symmetric",)),
}
"""What each theorem concludes beside what is true, and the relations that it is looked at under."""

OPERATIONS = {
    *("Comparison", "Slack", "compare", "slack", "Filter", "Odometer", "SavedFilter", "SavedOdometer"),
    *(
        "CertifiedGuarantee",
        "ConcentratedGuarantee",
        "Guarantee",
        "RandomGuarantee",
        "RenyiGuarantee",
        "Scope",
    ),
    *("adaptive_delta", "pairs_of", "compose", "compose_adaptively", "copied_rows", "group", "shuffle"),
    *("mixture", "revealed_mixture", "parallel", "parallel_on_partition", "post_process", "subsample"),
    *("post_process_randomised", "release_sample", "reuse_sample", "Sampling", "independent_sampling"),
    *("poisson_sampling", "sampling_with_replacement", "sampling_without_replacement", "multiplicities"),
    *("amplified_epsilon", "group_factor", "clones_pair", "integer_composition_delta"),
    *("randomised_response_weights",),
}
"""Mechanisms made exactly, formulas without a hypothesis, statements and comparisons: no theorem."""

SLOW = {"clones_closed_form", "erlingsson_bound"}
CASES = [
    pytest.param(name, relation, marks=pytest.mark.slow if name in SLOW or n % 5 else ())
    for n, (name, (_, relations)) in enumerate(ROW.items())
    for relation in relations
]


def drawn(data, relation):
    """Two generated mechanisms under the relation, all outputs possible on all inputs."""
    found = RELATIONS[relation]
    made = [mechanism(data.draw(tables(found.domain, 2, least=1)), found.adjacency) for _ in range(2)]
    t = data.draw(st.sampled_from([Fraction(1), Fraction(9, 8), Fraction(3, 2), Fraction(2)]))
    return Case(relation, *made, t, Scope.of(made[0]).symmetric)


def check(row, case):
    for bound, exact in row(case):
        found = slack(bound, exact)
        assert found.status != "violated", (str(found), case)


@pytest.mark.parametrize(("name", "relation"), CASES)
@settings(max_examples=max(2, settings().max_examples // 20))
@given(st.data())
def test_no_conclusion_lies_below_the_exact_value(name, relation, data):
    row, case = ROW[name][0], drawn(data, relation)
    if THEOREMS[name].needs is Needs.SYMMETRIC and not case.symmetric:
        with pytest.raises(InvalidValue, match=SYMMETRIC):
            check(row, case)
        return
    check(row, case)


def test_every_theorem_has_a_row_and_says_its_hypotheses():
    homes = (theorems, amplification)
    public = {name for home in homes for name in home.__all__ if callable(getattr(home, name))}
    public |= {*filters.__all__, *notions.__all__}
    assert set(ROW) == set(THEOREMS) == public - OPERATIONS
    assert public >= OPERATIONS


@pytest.mark.parametrize("name", [name for name, found in THEOREMS.items() if found.lemma])
def test_the_hypotheses_are_those_of_the_lemma(name):
    found = THEOREMS[name]
    statement = MARKED[found.lemma]
    for hypothesis in found.hypotheses:
        assert f"{{{hypothesis}}}" in statement, hypothesis
    if found.needs in (Needs.ASKS, Needs.SYMMETRIC):
        assert f"{{{SYMMETRIC}}}" in statement or "{in both orders}" in statement


OTHER_PARTS = {
    # a lemma of several parts: what another part of it needs
    "zcdp_composition": {"D_alpha at most rho alpha for every alpha > 1"},
    "ConcentratedFilter": {"D_alpha at most rho alpha for every alpha > 1"},
    "ConcentratedOdometer": {"D_alpha at most rho alpha for every alpha > 1"},
    "zcdp_to_dp": {"D_alpha at most rho_i alpha", "fresh randomness", "chosen by the answers so far"},
    "dp_from_probabilistic": {"an (eps, delta)-DP pair", "t > eps"},
    "probabilistic_from_dp": {"P[loss > eps] <= delta"},
    "group_privacy": {"for k of them", "e^eps >= 2"},
    "one_sided_poisson_amplification": {"R(S) <= e^eps P(S) + delta"},
}
ABOUT_RELATIONS = {
    SYMMETRIC,
    "in both orders",
    "under replace-one",
    "both under replace-one",
    "under add/remove-one",
}
"""Hypotheses of lemmas that a row says by what it needs of the relation."""


@pytest.mark.parametrize("name", [name for name, found in THEOREMS.items() if found.lemma])
def test_every_hypothesis_of_the_lemma_is_in_the_row(name):
    found = THEOREMS[name]
    stated = set(re.findall(r"\{([^}]*)\}", MARKED[found.lemma]))
    said = {*found.hypotheses, found.needs.value, *OTHER_PARTS.get(name, ())}
    assert stated - said <= (set() if found.needs is Needs.ANY else ABOUT_RELATIONS)


TIGHT = {
    "one-way": witnesses.one_way_mechanism(ln(3)),
    "symmetric": witnesses.canonical_mechanism(ln(3)),
}


@pytest.mark.parametrize("relation", list(TIGHT))
@pytest.mark.parametrize(
    "name", [name for name, (_, relations) in ROW.items() if set(TIGHT) <= set(relations)]
)
@pytest.mark.parametrize("t", [Fraction(3), Fraction(3, 2)])
def test_no_conclusion_is_beaten_by_the_mechanism_that_leaks_the_most(name, relation, t):
    tight = TIGHT[relation]
    case = Case(relation, tight, tight, t, relation == "symmetric")
    if THEOREMS[name].needs is Needs.SYMMETRIC and not case.symmetric:
        return
    check(ROW[name][0], case)


@pytest.mark.parametrize("name", [name for name, found in THEOREMS.items() if found.needs is Needs.ASKS])
def test_the_form_for_one_direction_has_a_lemma_too(name):
    statement = MARKED[THEOREMS[name].one_way]
    assert "direction" in statement or "in this order only" in statement
    assert SYMMETRIC not in statement


ASKING = [name for name, found in THEOREMS.items() if found.needs is Needs.ASKS]


@pytest.mark.parametrize("name", ASKING)
def test_numbers_that_do_not_say_their_adjacency_are_refused(name):
    given_to = {
        "mixture_delta": ([(1, (1, 0))], 1),
        "optimal_composition_of": ([(1, 0)],),
        "advanced_composition": (1, 0, 2, "1/2"),
        "optimal_composition": (1, 0, 2),
        "optimal_composition_points": (1, 0, 2),
        "optimal_composition_delta": (1, 0, 2, 1),
        "renyi_from_pure": (1, 2),
        "profile_of": (Guarantee(1),),
        "to_profile": (Guarantee(1),),
        "to_approximate": (Guarantee(1), "1/10"),
        "to_renyi": (Guarantee(1), [2]),
        "to_concentrated": (Guarantee(1),),
        "ProfileGuarantee": ({1: 0},),
    }.get(name, (1,))
    theorem = getattr(notions if name in notions.__all__ else theorems, name)
    for symmetric in (True, False):
        theorem(*given_to, symmetric=symmetric)
    with pytest.raises(InvalidValue, match=f"depends on the hypothesis '{SYMMETRIC}'"):
        theorem(*given_to)


@pytest.mark.parametrize("name", ASKING)
def test_the_symmetric_form_of_a_one_way_mechanism_is_noticed(name):
    """The walk can fail: the mechanism that attains the one-way form exceeds the symmetric one."""
    tight = witnesses.one_way_mechanism(ln(3))
    right = Case("one-way", tight, tight, Fraction(3), symmetric=False)
    check(ROW[name][0], right)
    wrong = Case("one-way", tight, tight, Fraction(3), symmetric=True)
    with pytest.raises((AssertionError, InvalidValue)):
        check(ROW[name][0], wrong)
