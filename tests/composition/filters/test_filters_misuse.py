"""Strategies that try to get more from a budget than it promised, by means that are no mechanism at all."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass
from fractions import Fraction

import pytest

from assay.adjacency import add_remove_one, all_pairs, explicit
from assay.composition.filters import (
    AdvancedFilter,
    BasicFilter,
    ConcentratedFilter,
    ConcentratedOdometer,
    ExactFilter,
    IndividualFilter,
    PureOdometer,
    RenyiCurveFilter,
    RenyiFilter,
    RenyiOdometer,
    SavedFilter,
)
from assay.dp import Dist, Mechanism
from assay.errors import BudgetExceeded, InvalidType, InvalidValue
from assay.exact import certified, eps, ln, number
from assay.notions import (
    RenyiGuarantee,
    to_approximate,
)
from assay.theorems import CertifiedGuarantee, Guarantee
from assay.theorems.witnesses import canonical_mechanism

ABOUT = {"adjacency": all_pairs()}


BUDGETS = [
    lambda: BasicFilter(1, "1/10", **ABOUT),
    lambda: RenyiFilter(2, 1, **ABOUT),
    lambda: RenyiCurveFilter(1, "1/10", [2, 4], **ABOUT),
    lambda: ConcentratedFilter(1, **ABOUT),
    lambda: AdvancedFilter(1, "1/10", **ABOUT),
    lambda: PureOdometer(**ABOUT),
    lambda: RenyiOdometer(2, **ABOUT),
    lambda: ConcentratedOdometer("1/8", **ABOUT),
]


every_budget = pytest.mark.parametrize("make", BUDGETS, ids=lambda make: str(make()))


class FreeGuarantee(Guarantee):
    """Says one thing and means another."""

    @property
    def delta(self):
        return number(0)

    @property
    def epsilon(self):
        return eps(0)


class FreeMechanism(Mechanism):
    """Reveals its input, and says that it does not."""

    def epsilon(self, *_):
        return eps(0)

    def renyi(self, *_):
        return number(0)

    def zcdp(self):
        return number(0)


LAWS = {False: Dist.point(0), True: Dist.point(1)}


@every_budget
def test_a_cost_of_ones_own_making_is_refused(make):
    replaced = Mechanism(LAWS, [False, True], all_pairs())
    for name in ("epsilon", "renyi", "zcdp"):
        vars(replaced)[name] = lambda *_: eps(0)
    for free in (
        FreeGuarantee.__new__(FreeGuarantee),
        FreeMechanism(LAWS, [False, True], all_pairs()),
        replaced,
    ):
        budget = make()
        with pytest.raises(InvalidType, match=r"of your own|of its own"):
            budget.spend(free)
        assert budget.rounds == 0


@every_budget
def test_the_terms_of_a_budget_do_not_change(make):
    budget = make()
    budget.spend(canonical_mechanism(ln("11/10")))
    known = [name for name in vars(budget) if not name.startswith("_")]
    for name in [*known, "scope", "rounds", "tally", "cost", "spend", "price", "holds"]:
        if hasattr(budget, name):
            with pytest.raises(AttributeError, match="is set once"):
                setattr(budget, name, 100)
            with pytest.raises(AttributeError, match="is set once"):
                delattr(budget, name)
    assert budget.rounds == 1


class Failing(BasicFilter):
    """Looks up a cost, and fails."""

    def cost(self, mechanism):
        raise KeyError(mechanism)


class FailingLate(BasicFilter):
    """Fails while it looks at the sum."""

    def holds(self, spent):
        raise KeyError(spent)


@pytest.mark.parametrize("kind", [Failing, FailingLate])
def test_an_exception_inside_spends_nothing(kind):
    budget = kind(1, **ABOUT)
    for ask in (budget.spend, budget.admits):
        with pytest.raises(KeyError):
            ask(Guarantee("1/2", **ABOUT))
    assert (budget.rounds, budget.spent) == (0, (0, 0))


def test_a_round_that_spends_while_it_is_looked_at():
    """The distribution of the mechanism spends the budget; the round itself no longer fits then."""
    budget = BasicFilter(ln(2), adjacency=all_pairs(), domain=[0, 1])

    other = Guarantee(ln(2), **ABOUT)

    def law(x):
        if budget.admits(other):
            budget.spend(other)
        return Dist.bernoulli("1/3" if x else "2/3")

    with pytest.raises(BudgetExceeded):
        budget.spend(Mechanism(law, [0, 1], all_pairs()))
    assert (budget.rounds, budget.spent[0]) == (1, ln(2))


def test_what_is_handed_over_is_spent_there_only(tmp_path):
    budget = BasicFilter(1, **ABOUT)
    book = SavedFilter(tmp_path / "b.db", budget)
    for ask in (budget.spend, budget.admits):
        with pytest.raises(InvalidValue, match="was handed to the file"):
            ask(Guarantee("1/2", **ABOUT))
    with pytest.raises(InvalidValue, match="was handed to the file"):
        SavedFilter(tmp_path / "other.db", budget)
    assert book.spend(Guarantee(1, **ABOUT), "one")
    people = BasicFilter(1, adjacency=add_remove_one())
    IndividualFilter(people)
    with pytest.raises(InvalidValue, match="was handed to an IndividualFilter"):
        people.spend(Guarantee("1/2", adjacency=add_remove_one()))


def test_a_budget_inside_another_is_in_no_third_place(tmp_path):
    outer = BasicFilter(1, adjacency=add_remove_one())
    inner = outer.reserve(BasicFilter("1/2"))
    with pytest.raises(InvalidValue, match="is inside"):
        SavedFilter(tmp_path / "b.db", inner)
    with pytest.raises(InvalidValue, match="is inside"):
        IndividualFilter(inner)
    with pytest.raises(InvalidValue, match="in use already"):
        BasicFilter(1, adjacency=add_remove_one()).reserve(inner)


def test_certified_terms_are_told_apart_by_their_values(tmp_path):
    """Two numbers with one description."""
    small, large = (certified(ln(k)) * ln(3) for k in (2, 200))
    for number_of in (small, large):
        object.__setattr__(number_of, "description", "rho")
    SavedFilter(tmp_path / "b.db", ConcentratedFilter(small, **ABOUT))
    with pytest.raises(InvalidValue, match="holds the budget"):
        SavedFilter(tmp_path / "b.db", ConcentratedFilter(large, **ABOUT))


@pytest.mark.parametrize("key", ["a\x00b", "a\n", "\ud800", "\u200b"])
def test_keys_that_cannot_be_read_are_refused(tmp_path, key):
    book = SavedFilter(tmp_path / "b.db", BasicFilter(1, **ABOUT))
    with pytest.raises(InvalidValue, match="not printed"):
        book.spend(Guarantee("1/2", **ABOUT), key)
    file = sqlite3.connect(tmp_path / "b.db")
    assert file.execute("SELECT count(*) FROM rounds").fetchone() == (0,)
    file.close()


def test_inputs_that_look_alike():
    budget = ExactFilter([0, 1], all_pairs(), ln(2))
    with pytest.raises(InvalidType):
        budget.spend(canonical_mechanism(ln(2)))
    narrow = BasicFilter(1, adjacency=all_pairs(), domain=[0, 1])
    with pytest.raises(InvalidType):
        narrow.spend(Guarantee(0, adjacency=all_pairs(), domain=[False, True]))
    assert budget.rounds == narrow.rounds == 0


def test_a_curve_is_asked_once_for_each_order():
    asked = []

    def falling(alpha):
        asked.append(alpha)
        return Fraction(1, len(asked))

    budget = RenyiFilter(2, 1, **ABOUT)
    budget.spend(RenyiGuarantee(falling, **ABOUT))
    assert (budget.spent, asked) == ((1,), [2])
    with pytest.raises(InvalidValue, match="negative"):
        budget.admits(RenyiGuarantee(lambda _: -1, **ABOUT))


def test_a_refused_round_leaves_the_next_one_free():
    budget = BasicFilter(1, **ABOUT)
    for _ in range(3):
        with pytest.raises(BudgetExceeded):
            budget.spend(Guarantee(2, **ABOUT))
    budget.spend(Guarantee(1, **ABOUT))


def test_the_best_order_is_chosen_where_several_are_known():
    one, other = {2: "1/100", 9: 3}, {9: "1/2", 2: "2/5"}
    found = set()
    for known in (one, other):
        each = [to_approximate(RenyiGuarantee({a: r}, **ABOUT), "1/100").epsilon for a, r in known.items()]
        found.add(to_approximate(RenyiGuarantee(known, **ABOUT), "1/100").epsilon)
        assert min(each) in found
    assert len(found) == 2


# What a class calls equal, and what a text leaves out


class Everywhere(type(all_pairs())):
    """A relation of one's own that relates nothing, and calls itself equal to all others."""

    def _step(self, x, y):
        return False

    def __eq__(self, other):
        return True

    __hash__ = type(all_pairs()).__hash__


@every_budget
def test_a_relation_that_calls_itself_equal_is_another_one(make):
    with pytest.raises(InvalidValue, match="one adjacency for all"):
        make().spend(Guarantee(0, adjacency=Everywhere()))


def chain(*ends):
    """A list of pairs that is too long to be printed in full."""
    return explicit([*((i, i + 1) for i in range(40)), *ends])


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({"adjacency": chain((0, 40))}, {"adjacency": chain((0, 39))}),
        ({"adjacency": explicit([(0, "x" * 300)])}, {"adjacency": explicit([(0, "x" * 299 + "y")])}),
        ({"adjacency": chain((0, 1.5))}, {"adjacency": chain((0, Fraction(3, 2)))}),
        ({**ABOUT, "domain": [0, 1]}, {**ABOUT, "domain": [0, 2]}),
        ({**ABOUT, "domain": [0, 1]}, {**ABOUT, "domain": [False, True]}),
    ],
)
def test_a_file_is_not_for_what_only_prints_alike(tmp_path, one, other):
    SavedFilter(tmp_path / "x.db", BasicFilter(1, **one))
    SavedFilter(tmp_path / "x.db", BasicFilter(1, **one))
    with pytest.raises(InvalidValue, match="holds the budget"):
        SavedFilter(tmp_path / "x.db", BasicFilter(1, **other))
    with pytest.raises((InvalidValue, InvalidType)):
        BasicFilter(1, **one).spend(Guarantee(0, **other))


class Input:
    """An object that shows less than it holds."""

    def __init__(self, value):
        self.value = value

    def __repr__(self):
        return "an input"


def test_a_file_takes_no_inputs_that_do_not_show_what_they_are(tmp_path):
    with pytest.raises(InvalidType, match="may hold more"):
        SavedFilter(tmp_path / "x.db", BasicFilter(1, **ABOUT, domain=[Input(1), Input(2)]))


@pytest.mark.slow
def test_sets_are_the_same_in_every_process(tmp_path):
    """The order in which Python prints a set of texts differs from process to process."""
    program = (
        "import sys; from assay.dp import Dist, Mechanism; from assay.adjacency import all_pairs\n"
        "from assay.composition.filters import BasicFilter, SavedFilter\n"
        "words = [frozenset(w.split()) for w in ('a b c d', 'e f g h', 'a h')]\n"
        "book = SavedFilter(sys.argv[1], BasicFilter(1, adjacency=all_pairs(), domain=words))\n"
        "m = Mechanism({w: Dist.uniform([frozenset('xyz'), 1]) for w in words}, words, all_pairs())\n"
        "print(book.spend(m, 'q'))"
    )
    found = [
        subprocess.run(
            [sys.executable, "-c", program, tmp_path / "x.db"],
            env={**os.environ, "PYTHONHASHSEED": str(seed)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout.strip()
        for seed in range(4)
    ]
    assert found == ["True", "False", "False", "False"]


# Names of persons


class Restless(str):
    """A text that is never equal to anything."""

    __hash__ = str.__hash__

    def __eq__(self, other):
        return False


@dataclass(frozen=True, eq=False)
class Person:
    """A name that is equal to itself alone, as an object."""

    name: str


class Twice(Mapping):
    """Costs that name somebody more than once."""

    def __init__(self, *pairs):
        self.pairs = pairs

    def __getitem__(self, name):
        return dict(self.pairs)[name]

    def __iter__(self):
        return iter([name for name, _ in self.pairs])

    def __len__(self):
        return len(self.pairs)

    def items(self):
        return self.pairs


def test_a_person_has_one_budget_by_whatever_object_they_are_named():
    about = {"adjacency": add_remove_one()}
    most = Guarantee("2/3", **about)
    each = IndividualFilter(BasicFilter(1, **about))
    assert each.spend({Person("a"): most})
    assert not each.admits({Person("a"): most})
    assert not each.spend({Person("a"): most})
    for name in (Restless("a"), Input(1)):
        with pytest.raises(InvalidType, match="may hold more"):
            each.spend({name: most})
    with pytest.raises(InvalidValue, match="names a person twice"):
        each.spend(Twice(("c", most), ("c", most)))
    assert each.of("c").rounds == 0
    each.spend({(1, frozenset({8, 0})): most})
    assert not each.spend({(1, frozenset({0, 8})): most})
    with pytest.raises(InvalidType, match="can be told apart"):
        each.spend({(True, frozenset({0, 8})): most})


# A class of one's own, an object that is changed


class Generous(BasicFilter):
    """A filter that holds everything."""

    def holds(self, spent):
        return True


def test_a_budget_of_ones_own_class_is_not_paid_for_by_its_promise():
    with pytest.raises(InvalidType, match="a class of your own"):
        BasicFilter(1, **ABOUT).reserve(Generous(0))


@pytest.mark.parametrize("name", ["adjacency", "domain", "worst_case"])
def test_a_mechanism_keeps_what_it_is_about(name):
    """A loss in one direction alone is no cost of a symmetric relation."""
    one_way = Mechanism(
        {0: Dist.point(0), 1: Dist.uniform([0, 1])}, [0, 1], explicit([(0, 1)], symmetric=False)
    )
    with pytest.raises(AttributeError):
        setattr(one_way, name, getattr(canonical_mechanism(1), name))


@every_budget
def test_nothing_comes_back_from_an_enclosure_just_below_zero(make):
    below = certified(ln(1 - Fraction(1, 10**30)))
    with pytest.raises(InvalidValue, match="negative"):
        CertifiedGuarantee(below, **ABOUT)
    forged = copy(CertifiedGuarantee(certified(ln(1)), **ABOUT))
    for epsilon in (below, -0.5, float("nan"), False):
        object.__setattr__(forged, "epsilon", epsilon)
        with pytest.raises((InvalidValue, InvalidType)):
            make().spend(forged)
