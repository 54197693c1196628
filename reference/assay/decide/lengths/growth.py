"""Families of inputs on which the loss grows without bound: proofs that no constant is enough.

A family is a way s_0 w_1^n s_1 w_2^n ... s_k through the automaton for every n, where each w_i is a cycle,
and differences of the answers that are repeated with it. Its outputs tell the way, up to leaves that differ
in their comparisons alone, of which the common ones are used. The multipliers of `rays` are repeated as
well, and outside of the cycles they may grow with n. If they are allowed for every n, and their V grows by
the same amount from n to n + 1, then the loss on streams of this family exceeds every constant: for every
eps > 0 and every n it comes to V(n) eps.

Every n follows from a few, since a cycle keeps a stored value, adds draws and answers of its own to it, or
replaces it by such:

* what pulls at a draw outside of the cycles is affine in n from n = 2 on, so constant if it is the same
  twice;
* what pulls at a draw in round m of n is affine in n and m between the first and the last two rounds, so
  constant if it is the same for two m and two n; in the other rounds it is affine in n;
* V is a polynomial of degree 2 at most, so affine in n if it grows alike twice.

The way is possible for every n where its comparisons hold with room for draws that are the same in all
rounds of a cycle, or where each leaf can meet its comparisons by its own draws, whatever is stored.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from math import floor

from ...errors import InvalidValue
from .automaton import Automaton
from .certificate import is_discrete
from .expressions import DRAW, Affine
from .neighbours import Case, Differences, Neighbours, phases_after
from .outputs_alike import alike, tells_in_order, writes_noise, writes_reals
from .rays import decay, sums_of
from .repeated_ways import (
    SIZES,
    Part,
    comes_back,
    common_way,
    differences_of,
    is_possible,
    leaves_of,
    repeated,
    sums_in,
)


@dataclass(frozen=True)
class Growth:
    """A family of inputs; the loss comes to (start + n slope) eps, for every eps > 0."""

    automaton: Automaton
    neighbours: Neighbours
    parts: tuple[Part, ...]
    start: Fraction
    slope: Fraction

    def differences(self, n: int) -> Differences:
        """D of every answer, for one n."""
        return differences_of(self.parts, n)

    def sizes(self, multiple: Fraction) -> tuple[int, ...]:
        """Small n, and the first where the loss comes to more than the multiple."""
        enough = max(SIZES[0], floor((multiple - self.start) / self.slope) + 1)
        return (1, 2, 3, enough, enough + 1)

    @property
    def inputs(self) -> str:
        """The inputs as a function of n and K."""
        told = []
        for part in self.parts:
            if part.differences:
                one = ", ".join(
                    "0" if not d else "K" if d == 1 else "-K" if d == -1 else f"{d} K"
                    for d in part.differences
                )
                told.append(f"({one}) n times" if part.repeated else f"({one})")
        return ", then ".join(told)

    def __str__(self) -> str:
        start = f"{self.start} + " if self.start else ""
        return (
            f"no c is enough: on x = {self.inputs}, and x' the same with K + 1 for K, the loss comes to at "
            f"least ({start}{self.slope} n)*eps for every n >= {SIZES[0]} and every eps > 0, as K grows"
        )

    def check(self) -> int:
        """How many multipliers are confirmed, exactly.  Raises InvalidValue for the first that is wrong."""
        check_outputs_tell(self.automaton, self.parts)
        for part in self.parts:
            _require(
                not part.repeated or comes_back(self.automaton, part.steps),
                "a cycle changes values in another way",
            )
        related = any(_are_related(case, self.parts) for case in self.neighbours.cases)
        _require(related, "the inputs are no neighbours")
        _require(is_possible(self.automaton, self.parts), "no draws are found that take the way")
        for n in SIZES:
            whole = not is_discrete(self.automaton) or all(d.denominator == 1 for d in self.differences(n))
            _require(whole, "the inputs are no integers")
            way = common_way(self.automaton, self.parts, n)
            _require(writes_reals(way), "a number may equal a noisy value")
            reached = decay(way, self.differences(n), repeated(self.automaton, self.parts, n))
            _require(reached == self.start + n * self.slope, f"the loss is another one at n = {n}")
        _require(self.slope > 0, "the loss does not grow")
        grows = (g for part in self.parts for g in part.growing[: sums_in(self.automaton, part)[0]])
        _require(all(g >= 0 for g in grows), "a multiplier falls below 0")
        _require(
            not any(part.growing for part in self.parts if part.repeated), "a multiplier grows in a cycle"
        )
        _check_pulls(self.automaton, self.parts)
        return sum(len(part.multipliers) for part in self.parts)

    def to_json(self) -> dict[str, object]:
        """As JSON values."""
        return {
            "inputs": self.inputs,
            "start": str(self.start),
            "slope": str(self.slope),
            "parts": [
                {
                    "steps": list(map(list, part.steps)),
                    "differences": list(map(str, part.differences)),
                    "repeated": part.repeated,
                    "multipliers": list(map(str, part.multipliers)),
                }
                for part in self.parts
            ],
        }


def _require(condition: bool, what: str) -> None:
    if not condition:
        raise InvalidValue(f"the growth is not confirmed: {what}")


def _are_related(case: Case, parts: tuple[Part, ...]) -> bool:
    """Whether a case has phases for the differences, for every n: a cycle comes back to its phases."""
    phases = frozenset({0})
    for part in parts:
        for _ in range(SIZES[0] if part.repeated else 1):
            phases = phases_after(case, phases, part.differences)
        if part.repeated and phases_after(case, phases, part.differences) != phases:
            return False
    return bool(phases)


def _pulls(automaton: Automaton, parts: tuple[Part, ...], n: int) -> list[list[list[Fraction]]]:
    """What pulls at each draw, by part and round."""
    way = common_way(automaton, parts, n)
    total = Affine(())
    for value, y in zip(sums_of(way), repeated(automaton, parts, n), strict=True):
        total = total.plus(value.times(y))
    found: list[list[list[Fraction]]] = []
    at = 0
    for part in parts:
        size = sum(len(leaf.draws) for leaf in leaves_of(automaton, part))
        rounds: list[list[Fraction]] = []
        for _ in range(n if part.repeated else 1):
            rounds.append([total.coefficient(f"{DRAW}{at + i}") for i in range(size)])
            at += size
        found.append(rounds)
    return found


def _check_pulls(automaton: Automaton, parts: tuple[Part, ...]) -> None:
    """What pulls at a draw is the same for all n: at the ends of the cycles, inside of them, and outside."""
    seen = [_pulls(automaton, parts, n) for n in SIZES]
    ends = [[(rounds[0], *_once(rounds[1:-2]), *rounds[-2:]) for rounds in each] for each in seen]
    _require(all(each == ends[0] for each in ends), "a draw is pulled more and more")


def _once(rounds: list[list[Fraction]]) -> list[list[Fraction]]:
    """One of them if all are the same."""
    return rounds[:1] if all(each == rounds[0] for each in rounds) else rounds


def check_outputs_tell(automaton: Automaton, parts: tuple[Part, ...]) -> None:
    """Raise InvalidValue unless at every location no other leaf begins to write as the one that is taken."""
    readers = [leaf for place in automaton.locations for leaf in place.leaves if leaf.read]
    _require(all(leaf.answers for leaf in readers), "a stream of streams has many shapes")
    _require(not automaton.count, f"{automaton.count} is no number")
    _require(writes_noise(automaton), "a number may equal a noisy value")
    _require(tells_in_order(automaton), "it is not told in which order outputs are written")
    for place, number in {step for part in parts for step in part.steps}:
        taken = automaton.locations[place].leaves[number]
        for other in alike(automaton, (place, number)):
            same = replace(other, decisions=taken.decisions) == taken
            _require(same, f"outputs do not tell which way is taken at location {place}")
        _require(not taken.returned, "a place is written")
