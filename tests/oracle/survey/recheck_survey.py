"""Recheck the witnesses of a survey without Assay:  python recheck_survey.py FILE.json [--python PATH]

Every UNSOUND row, and every sampler whose samples contradict its law, is decided again from the file alone:
the definition of the mechanism, an event with its exact probabilities, or new samples. Numbers are computed
with mpmath to 150 digits, compositions with numpy on a grid of losses that are rounded down, so that only
what is certainly larger than the claim confirms it.  What cannot be rechecked is counted, never passed.

Exit status: 0 if all are confirmed, 1 if a witness is wrong, 3 if more than 5 % could not be rechecked.
"""

from __future__ import annotations

import argparse
import ast
import json
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import Any, TypeAlias, cast

import numpy as np
from numpy.typing import NDArray

# without types
mp = cast(Any, import_module("mpmath"))
signal, special = (cast(Any, import_module(f"scipy.{name}")) for name in ("signal", "special"))

mp.mp.dps = 150
MARGIN = mp.mpf(10) ** -60
"""Differences below this share of the larger number count as none."""
LEFT = mp.mpf(10) ** -100
"""More than the mass of discrete noise beyond the outcomes that are listed."""
LOSS_POINTS = 100_000
FLOAT_MARGIN = 1e-11
SLACK = mp.log(mp.mpf(10) ** 9)
"""Samples are judged at a rate of false alarms of 1e-9."""

Row = Mapping[str, Any]
Floats = NDArray[np.float64]
Real: TypeAlias = Any
"""A number of mpmath, which has no types."""


class NotRechecked(Exception):
    """There is nothing to recheck with; the message says what is missing."""


class Wrong(Exception):
    """The witness does not show what it says."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Recheck a file, print the counts, and return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("file")
    parser.add_argument("--python", default=sys.executable, help="the interpreter that has the libraries")
    parser.add_argument("--list", action="store_true", help="print every row")
    options = parser.parse_args(arguments)
    with open(options.file, encoding="utf-8") as stream:
        rows = [row for row in json.load(stream)["rows"] if must_be_rechecked(row)]
    counts: Counter[str] = Counter()
    for row in rows:
        status, why = rechecked(row, options.python)
        counts[status] += 1
        if options.list or status != "confirmed":
            sys.stdout.write(f"{status}: {row['id']} {row['function']}{': ' + why if why else ''}\n")
    shares = ", ".join(f"{number} {status}" for status, number in counts.items())
    sys.stdout.write(f"{len(rows)} witnesses: {shares or 'none'}\n")
    if counts["WRONG"]:
        return 1
    return 3 if 20 * counts["not rechecked"] > len(rows) else 0


def must_be_rechecked(row: Row) -> bool:
    """Unsound rows, and laws that samples contradict."""
    sampled = row["verdict"] == "law differs" and (row.get("witness") or {}).get("kind") == "samples"
    return bool(row["verdict"] == "UNSOUND" or sampled)


def rechecked(row: Row, python: str) -> tuple[str, str]:
    """("confirmed", ""), ("WRONG", why) or ("not rechecked", why)."""
    witness = row.get("witness")
    try:
        if witness is None:
            raise NotRechecked("the row has no witness")
        checks: dict[str, Callable[[], None]] = {
            "claim": lambda: check_claim(witness),
            "event": lambda: check_event(witness),
            "samples": lambda: check_samples(witness, python),
        }
        if witness.get("kind") not in checks:
            raise NotRechecked(f"witnesses of kind {witness.get('kind')!r} are not known")
        checks[witness["kind"]]()
    except NotRechecked as error:
        return "not rechecked", str(error)
    except Wrong as error:
        return "WRONG", str(error)
    return "confirmed", ""


# Exact numbers, as texts


def value(text: str) -> Real:
    """The number that a text such as "3/4 - exp(1/2)/4" or "1.5" or "108^(1/6)" stands for."""
    if text in ("inf", "-inf"):
        return mp.inf if text == "inf" else -mp.inf
    return evaluated(text, {})


def evaluated(text: str, names: Mapping[str, Any]) -> Real:
    """An expression in some names."""
    tree = ast.parse(text.replace("^", "**"), mode="eval").body
    return _node(tree, names, text)


def _smallest(*values: Real) -> Real:
    return min(values)


def _largest(*values: Real) -> Real:
    return max(values)


FUNCTIONS: dict[str, Callable[..., Real]] = {
    "exp": mp.exp,
    "log": mp.log,
    "ln": mp.log,
    "sqrt": mp.sqrt,
    "expm1": mp.expm1,
    "log1p": mp.log1p,
    "erfc": mp.erfc,
    "min": _smallest,
    "max": _largest,
}


def _node(node: ast.expr, names: Mapping[str, Any], text: str) -> Real:
    match node:
        case ast.Constant(value=int()):
            return mp.mpf(node.value)
        case ast.Constant(value=float()):
            return mp.mpf(ast.get_source_segment(text.replace("^", "**"), node))
        case ast.Name(id=name) if name in names:
            given = names[name]
            return value(given) if isinstance(given, str) else mp.mpf(given)
        case ast.UnaryOp(op=ast.USub(), operand=inner):
            return -_node(inner, names, text)
        case ast.BinOp(left=left, op=op, right=right):
            a, b = _node(left, names, text), _node(right, names, text)
            return _operation(op, a, b, text)
        case ast.Call(func=ast.Name(id=name), args=inner) if name in FUNCTIONS:
            return FUNCTIONS[name](*(_node(each, names, text) for each in inner))
    raise NotRechecked(f"the expression {text!r} holds {ast.dump(node)[:80]}, which is not known")


def _operation(op: ast.operator, a: Real, b: Real, text: str) -> Real:
    match op:
        case ast.Add():
            return a + b
        case ast.Sub():
            return a - b
        case ast.Mult():
            return a * b
        case ast.Div():
            return a / b
        case ast.Pow():
            return a**b
    raise NotRechecked(f"the expression {text!r} holds an operation that is not known")


def certainly_above(a: Real, b: Real) -> bool:
    """a > b by more than the margin."""
    if mp.isinf(a) or mp.isinf(b):
        return bool(a > b)
    return bool(a - b > MARGIN * max(abs(a), abs(b)))


def require(holds: bool, what: str) -> None:
    """Raise Wrong unless it holds."""
    if not holds:
        raise Wrong(what)


# Claims


def check_claim(witness: Row) -> None:
    """The claimed number is on the wrong side of the truth, which is computed from the definition."""
    definition = witness.get("definition")
    if definition is None:
        raise NotRechecked("the row has no definition of the mechanism")
    claimed = value(witness["claimed"])
    if "formula" in definition:
        true = evaluated(definition["formula"], definition["at"])
        sound_side = (claimed, true) if witness["bound"] == "lower" else (true, claimed)
        require(certainly_above(*sound_side), f"the formula gives {mp.nstr(true, 20)}")
        return
    if witness["bound"] == "lower":
        _check_lower(definition, claimed)
        return
    if "p" in definition:
        check_pair(definition, claimed)
        return
    if "rounds" in definition:
        check_rounds(definition, claimed)
        return
    raise NotRechecked("the definition is of a kind that is not known")


def _check_lower(definition: Row, claimed: Real) -> None:
    """A number that must not exceed the truth does."""
    quantity, at = definition["quantity"], definition["at"]
    if quantity not in ("epsilon", "delta"):
        raise NotRechecked(f"an upper bound of {quantity} is not recomputed")
    most = _delta_above(definition, _log_bound(quantity, at, claimed))
    allowed = claimed if quantity == "delta" else value(at["delta"])
    require(certainly_above(allowed, most), f"delta is {mp.nstr(most, 20)}, not below {mp.nstr(allowed, 20)}")


def _delta_above(definition: Row, epsilon: Real) -> Real:
    """An upper bound of delta: of a finite pair, of Gaussian noise, or of one round of discrete noise."""
    if "p" in definition:
        p, q = laws(definition)
        return max(hockey_stick(p, q, epsilon), hockey_stick(q, p, epsilon))
    rounds = definition.get("rounds", [{}])
    gaussian = _merged_gaussian(rounds)
    if gaussian is not None:
        return gaussian_delta(gaussian, epsilon)
    pairs = [Pair.of(rounds[0], adding) for adding in (False, True)]
    if len(rounds) == 1 and rounds[0]["count"] == 1 and not pairs[0].is_continuous:
        return max(one_round(pair, epsilon) for pair in pairs) + LEFT
    raise NotRechecked("an upper bound of delta is recomputed for one round, and for Gaussian noise only")


def _log_bound(quantity: str, at: Row, claimed: Real) -> Real:
    return value(at["epsilon"]) if quantity == "delta" else claimed


def laws(definition: Row) -> tuple[dict[str, Real], dict[str, Real]]:
    """Two distributions that sum to 1."""
    found = tuple({o: value(mass) for o, mass in definition[side].items()} for side in ("p", "q"))
    for law in found:
        require(all(mass >= 0 for mass in law.values()), "a probability is negative")
        require(not certainly_above(abs(sum(law.values()) - 1), MARGIN), "probabilities do not sum to 1")
    return found[0], found[1]


def hockey_stick(p: Mapping[str, Real], q: Mapping[str, Real], epsilon: Real) -> Real:
    """sum max(0, P(o) - e^epsilon Q(o))."""
    growth = mp.exp(epsilon) if not mp.isinf(epsilon) else mp.inf
    return mp.fsum(max(mp.mpf(0), mass - growth * q[o]) if q.get(o) else mass for o, mass in p.items())


def renyi(p: Mapping[str, Real], q: Mapping[str, Real], alpha: Real) -> Real:
    """The divergence of order alpha."""
    if any(mass and not q.get(o) for o, mass in p.items()):
        return mp.inf
    losses = [(mass, mp.log(mass / q[o])) for o, mass in p.items() if mass]
    if mp.isinf(alpha):
        return max(loss for _, loss in losses)
    if alpha == 1:
        return mp.fsum(mass * loss for mass, loss in losses)
    return mp.log(mp.fsum(mass * mp.exp((alpha - 1) * loss) for mass, loss in losses)) / (alpha - 1)


def check_pair(definition: Row, claimed: Real) -> None:
    """A finite pair whose divergence is above the claim."""
    p, q = laws(definition)
    quantity, at = definition["quantity"], definition["at"]
    if quantity in ("epsilon", "delta"):
        found = hockey_stick(p, q, _log_bound(quantity, at, claimed))
        allowed = claimed if quantity == "delta" else value(at["delta"])
        require(certainly_above(found, allowed), f"delta is only {mp.nstr(found, 20)}")
    elif quantity == "renyi":
        found = renyi(p, q, value(at["alpha"]))
        require(certainly_above(found, claimed), f"the divergence is only {mp.nstr(found, 20)}")
    elif quantity == "zcdp":
        orders = [1 + mp.mpf(2) ** k for k in range(-40, 24)] + [mp.mpf(1)]
        orders += [mp.mpf(k) / 8 for k in range(9, 400)]
        found = max(renyi(p, q, order) / order for order in orders)
        require(certainly_above(found, claimed), f"rho is only {mp.nstr(found, 20)} at the orders tried")
    else:
        raise NotRechecked(f"the quantity {quantity!r} is not known")


def check_event(witness: Row) -> None:
    """P(S) > e^claimed Q(S) + delta."""
    p, q = value(witness["p"]), value(witness["q"])
    require(0 <= q <= 1 and 0 <= p <= 1, "these are no probabilities")
    right = value(witness["delta"]) + (mp.exp(value(witness["claimed"])) * q if q else 0)
    require(certainly_above(p, right), f"P(S) = {mp.nstr(p, 20)} is not above {mp.nstr(right, 20)}")


# Compositions


def check_rounds(definition: Row, claimed: Real) -> None:
    """A composition whose delta, at the claimed or at the stated epsilon, is above what is allowed."""
    quantity, at, rounds = definition["quantity"], definition["at"], definition["rounds"]
    epsilon = _log_bound(quantity, at, claimed)
    allowed = claimed if quantity == "delta" else value(at["delta"])
    if mp.isinf(epsilon):
        found = _infinite_mass(rounds)
    else:
        only = {each.get("direction", "both") for each in rounds} - {"both"}
        ways = [adding for adding in (False, True) if not only or ("add" if adding else "remove") in only]
        found = max(delta_below(rounds, epsilon, allowed, adding) for adding in ways)
    if not certainly_above(found, allowed):
        text = f"delta is at least {mp.nstr(found, 12)}, which is not above {mp.nstr(allowed, 12)}"
        if sum(each["count"] for each in rounds) > 1 and _merged_gaussian(rounds) is None:
            raise NotRechecked(text)  # a lower bound that is not sharp enough
        raise Wrong(text)


def _infinite_mass(rounds: Sequence[Row]) -> Real:
    finite = mp.mpf(1)
    for each in rounds:
        if each["family"] == "approximate":
            finite *= (1 - value(each["parameters"]["delta"]) * value(each["rate"])) ** each["count"]
        elif each["family"] == "finite":
            p, q = laws(each)
            finite *= (1 - mp.fsum(mass for o, mass in p.items() if not q.get(o))) ** each["count"]
    return 1 - finite


def delta_below(rounds: Sequence[Row], epsilon: Real, allowed: Real, adding: bool) -> Real:
    """A lower bound of delta(epsilon) in one direction; where there is a closed form, delta itself."""
    gaussian = _merged_gaussian(rounds)
    if gaussian is not None:
        return gaussian_delta(gaussian, epsilon)
    used = [each for each in rounds if each["count"]]
    if len(used) == 1 and used[0]["count"] == 1:
        return one_round(Pair.of(used[0], adding), epsilon)
    return mp.mpf(composed_below([(Pair.of(each, adding), each["count"]) for each in used], float(epsilon)))


def _merged_gaussian(rounds: Sequence[Row]) -> Real | None:
    """mu of the composition, where all is Gaussian without sampling."""
    if any(each.get("family") != "gaussian" or value(each["rate"]) != 1 for each in rounds):
        return None
    squares = [
        each["count"]
        * (value(each["parameters"].get("sensitivity", "1")) / value(each["parameters"]["sigma"])) ** 2
        for each in rounds
    ]
    return mp.sqrt(mp.fsum(squares))


def gaussian_delta(mu: Real, epsilon: Real) -> Real:
    """Phi(mu/2 - epsilon/mu) - e^epsilon Phi(-mu/2 - epsilon/mu)."""

    def phi(x: Real) -> Real:
        return mp.erfc(-x / mp.sqrt(2)) / 2

    if not mu:
        return mp.mpf(0)
    return phi(mu / 2 - epsilon / mu) - mp.exp(epsilon) * phi(-mu / 2 - epsilon / mu)


class Pair:
    """Two laws on the line whose loss ln(dP/dQ) does not decrease; atoms, or distribution functions.

    base: outcome -> (P, Q) tail masses beyond it for a mechanism without sampling.
    """

    def __init__(self, family: str, parameters: Row, rate: Real, adjacency: str, adding: bool) -> None:
        self.family, self.rate, self.adjacency, self.adding = family, rate, adjacency, adding
        self.parameters = {name: value(text) for name, text in parameters.items()}
        self.table: tuple[dict[str, Real], dict[str, Real]] | None = None

    @staticmethod
    def of(data: Row, adding: bool) -> Pair:
        """The pair of a round, in one direction."""
        pair = Pair(data["family"], data["parameters"], value(data["rate"]), data["adjacency"], adding)
        if data["family"] == "finite":
            pair.table = laws(data)
        return pair

    @property
    def is_continuous(self) -> bool:
        """Whether it is given by distribution functions."""
        return self.family in ("gaussian", "laplace")

    def tail(self, x: Real, centre: Real) -> Real:
        """P(Z + centre > x)."""
        if self.family == "gaussian":
            return mp.erfc((x - centre) / (self.parameters["sigma"] * mp.sqrt(2))) / 2
        z = (x - centre) / self.parameters["scale"]
        return mp.exp(-z) / 2 if z > 0 else 1 - mp.exp(z) / 2

    def sides(self) -> tuple[list[tuple[Real, Real]], list[tuple[Real, Real]]]:
        """(weight, centre) of the parts of P and of Q, for P to the right of Q."""
        far, near = self.parameters.get("sensitivity", mp.mpf(1)), mp.mpf(0)
        mixed = [(1 - self.rate, near), (self.rate, far)]
        if self.adjacency == "replace" and self.rate != 1:
            return mixed, [(1 - self.rate, near), (self.rate, -far)]
        if self.adding:  # mirrored, so that P is to the right
            return [(mp.mpf(1), near)], [(1 - self.rate, near), (self.rate, -far)]
        return mixed, [(mp.mpf(1), near)]

    def masses_beyond(self, x: Real) -> tuple[Real, Real]:
        """(P, Q) of {outcome > x}."""
        p, q = (mp.fsum(w * self.tail(x, c) for w, c in side) for side in self.sides())
        return p, q

    def atoms(self) -> list[tuple[Real, Real]]:
        """(P, Q) masses of a discrete pair, what is beyond a far outcome left out."""
        first, second = self._base_atoms()
        mixed = [(1 - self.rate) * b + self.rate * a for a, b in zip(first, second, strict=True)]
        return list(zip(second, mixed, strict=True)) if self.adding else list(zip(mixed, second, strict=True))

    def _base_atoms(self) -> tuple[list[Real], list[Real]]:
        if self.table is not None:
            p, q = self.table
            names = list(dict.fromkeys([*p, *q]))
            zero = mp.mpf(0)
            return [p.get(o, zero) for o in names], [q.get(o, zero) for o in names]
        if self.family == "approximate":
            lost = self.parameters["delta"]
            growth = mp.exp(self.parameters["epsilon"])
            high, low = (1 - lost) * growth / (1 + growth), (1 - lost) / (1 + growth)
            return [lost, high, low, mp.mpf(0)], [mp.mpf(0), low, high, lost]
        return self._lattice()

    def _lattice(self) -> tuple[list[Real], list[Real]]:
        """The masses of discrete noise and of the same moved by the sensitivity."""
        distance = int(self.parameters.get("sensitivity", 1))
        spread = self.parameters["scale" if self.family == "discrete-laplace" else "sigma"]
        reach = int((360 if self.family == "discrete-laplace" else 30) * spread) + 10
        if reach > 100_000:
            raise NotRechecked("the noise is too wide to list")

        def weigh(z: int) -> Real:
            if self.family == "discrete-laplace":
                return mp.exp(-abs(z) / spread)
            if self.family == "discrete-gaussian":
                return mp.exp(-(mp.mpf(z) ** 2) / (2 * spread**2))
            raise NotRechecked(f"the family {self.family!r} is not known")

        weights = {z: weigh(z) for z in range(-reach - distance, reach + distance + 1)}
        total = mp.fsum(weights.values())
        outcomes = range(-reach, reach + distance + 1)
        return [weights[z - distance] / total for z in outcomes], [weights[z] / total for z in outcomes]


def one_round(pair: Pair, epsilon: Real) -> Real:
    """P(S) - e^epsilon Q(S) for the best event of one round, which any event bounds from below."""
    growth = mp.exp(epsilon)
    if not pair.is_continuous:
        return mp.fsum(max(mp.mpf(0), p - growth * q) for p, q in pair.atoms())

    def gain(x: Real) -> Real:
        p, q = pair.masses_beyond(x)
        return p - growth * q

    spread = pair.parameters["sigma" if pair.family == "gaussian" else "scale"]
    far = pair.parameters.get("sensitivity", mp.mpf(1))
    reach = 4 * far + spread * (40 if pair.family == "gaussian" else 400) + spread**2 * abs(epsilon) / far
    corners = [c for side in pair.sides() for _, c in side]
    return max(mp.mpf(0), *(gain(c) for c in corners), gain(_peak(gain, -reach, reach)))


def _peak(gain: Callable[[Real], Real], low: Real, high: Real) -> Real:
    """Where a function with one peak is largest, by thirds."""
    for _ in range(300):
        third = (high - low) / 3
        if gain(low + third) < gain(high - third):
            low += third
        else:
            high -= third
    return (low + high) / 2


def composed_below(rounds: Sequence[tuple[Pair, int]], epsilon: float) -> float:
    """A lower bound of delta(epsilon): losses rounded down to a grid, masses convolved, ends cut."""
    reach = sum(_widest(pair) * min(count, 8 + 8 * count**0.5) for pair, count in rounds)
    step = 2 * reach / LOSS_POINTS
    total, start = np.ones(1), 0
    for pair, count in rounds:
        masses, first = _rounded_down(pair, step)
        power, power_start = _power(masses, first, count)
        total, start = _cut(signal.fftconvolve(total, power), start + power_start)
    losses = (start + np.arange(len(total))) * step
    gains = np.where(losses > epsilon, -np.expm1(np.minimum(epsilon - losses, 0)), 0.0)
    return max(0.0, float(np.sum(np.maximum(total, 0) * gains)) * (1 - 1e-9) - FLOAT_MARGIN)


def _power(masses: Floats, first: int, count: int) -> tuple[Floats, int]:
    """The masses of `count` rounds."""
    result, start = np.ones(1), 0
    while count:
        if count & 1:
            result, start = _cut(signal.fftconvolve(result, masses), start + first)
        count >>= 1
        if count:
            masses, first = _cut(signal.fftconvolve(masses, masses), 2 * first)
    return result, start


def _cut(masses: Floats, start: int) -> tuple[Floats, int]:
    """Without the ends that hold next to nothing."""
    kept = np.nonzero(masses > 1e-19)[0]
    if len(kept) == 0:
        return np.zeros(1), start
    return masses[kept[0] : kept[-1] + 1], start + int(kept[0])


def _widest(pair: Pair) -> float:
    """A loss that is seldom exceeded."""
    if pair.family == "gaussian":
        mu = float(pair.parameters.get("sensitivity", 1) / pair.parameters["sigma"])
        return 2 * (mu * mu / 2 + 10 * mu)
    if pair.family == "laplace":
        return float(pair.parameters.get("sensitivity", 1) / pair.parameters["scale"])
    return max((abs(float(mp.log(p / q))) for p, q in pair.atoms() if p and q), default=1.0)


def _rounded_down(pair: Pair, step: float) -> tuple[Floats, int]:
    """P-masses by loss, rounded down to multiples of the step; infinite losses count as the largest."""
    if not pair.is_continuous:
        found: defaultdict[int, float] = defaultdict(float)
        lost = 0.0
        for p, q in pair.atoms():
            if p and q:
                found[int(mp.floor(mp.log(p / q) / step))] += float(p)
            elif p:
                lost += float(p)
        top = max(found, default=0) + int(200 / step if lost and 200 / step < LOSS_POINTS else 0)
        found[top] += lost
        first = min(found)
        masses = np.zeros(top - first + 1)
        for place, mass in found.items():
            masses[place - first] = mass
        return masses, first
    return _continuous_rounded_down(pair, step)


def _continuous_rounded_down(pair: Pair, step: float) -> tuple[Floats, int]:
    spread = float(pair.parameters["sigma" if pair.family == "gaussian" else "scale"])
    far = float(pair.parameters.get("sensitivity", 1))
    reach = 3 * far + spread * (12 if pair.family == "gaussian" else 45)
    x = np.linspace(-reach, reach, 4 * LOSS_POINTS + 1)
    p, q = ([(float(w), float(c)) for w, c in side] for side in pair.sides())
    loss = _log_density(pair, p, x) - _log_density(pair, q, x)
    cells = _tail_differences(pair, p, x)
    places = np.floor(loss[:-1] / step - 1e-9).astype(
        np.int64
    )  # the loss at the left end is the least of the cell
    first = int(places.min())
    masses = np.bincount(places - first, weights=cells)
    return np.asarray(masses, dtype=np.float64), first


def _log_density(pair: Pair, side: Sequence[tuple[float, float]], x: Floats) -> Floats:
    """The logarithm of a density, but for a constant that both sides share."""
    spread = float(pair.parameters["sigma" if pair.family == "gaussian" else "scale"])
    parts = []
    for weight, centre in side:
        if weight:
            z = (x - centre) / spread
            parts.append(np.log(weight) + (-(z**2) / 2 if pair.family == "gaussian" else -np.abs(z)))
    found = parts[0]
    for part in parts[1:]:
        found = np.logaddexp(found, part)
    return np.asarray(found, dtype=np.float64)


def _tail_differences(pair: Pair, side: Sequence[tuple[float, float]], x: Floats) -> Floats:
    """The mass of each cell, rounded down by a little."""
    spread = float(pair.parameters["sigma" if pair.family == "gaussian" else "scale"])
    total = np.zeros(len(x) - 1)
    for weight, centre in side:
        z = (x - centre) / spread
        if pair.family == "gaussian":
            above, below = special.ndtr(-z), special.ndtr(z)
        else:
            small = np.exp(-np.abs(z)) / 2
            above, below = np.where(z > 0, small, 1 - small), np.where(z > 0, 1 - small, small)
        total += weight * np.where(z[:-1] > 0, above[:-1] - above[1:], below[1:] - below[:-1])
    return np.maximum(total, 0) * (1 - 1e-9)


# Samples


def check_samples(witness: Row, python: str) -> None:
    """New samples, drawn with the stored text, contradict the claim once more."""
    drawn = [lines_of(snippet, python) for snippet in witness["snippets"]]
    if witness["claim"] == "law":
        check_law(witness, drawn[0])
        return
    if witness["claim"] not in ("epsilon", "zcdp"):
        raise NotRechecked(f"samples against {witness['claim']!r} are not known")
    event = set(witness["event"])
    (n, hits), (m, others) = ((len(each), sum(line in event for line in each)) for each in drawn)
    p, q = lower_bound(hits, n), upper_bound(others, m)
    claimed = value(witness["claimed"])
    if witness["claim"] == "epsilon":
        right = mp.exp(claimed) * q + value(witness["delta"])
        require(bool(p > right), f"new samples give P >= {mp.nstr(p, 6)}, Q <= {mp.nstr(q, 6)} only")
        return
    order = value(witness["alpha"])
    moment = p**order * q ** (1 - order) + (1 - p) ** order * (1 - q) ** (1 - order)
    found = mp.log(moment) / (order - 1) / order if p > q else mp.mpf(0)
    require(bool(found > claimed), f"new samples give rho >= {mp.nstr(found, 6)} only")


def lines_of(snippet: str, python: str) -> list[str]:
    """What the text prints, a sample a line."""
    done = subprocess.run([python, "-c", snippet], capture_output=True, text=True, timeout=600, check=False)
    if done.returncode or not done.stdout:
        last = done.stderr.strip().rpartition("\n")[2]
        raise NotRechecked(f"the text that draws ended with status {done.returncode}: {last[:200]}")
    return done.stdout.splitlines()


def check_law(witness: Row, lines: Sequence[str]) -> None:
    """An impossible output came again, or some outcome too often or too seldom."""
    law = {outcome: value(mass) for outcome, mass in witness["law"].items()}
    opened = value(witness["open"])
    if not opened and any(line not in law or not law[line] for line in lines):
        return
    counts, n = Counter(lines), len(lines)
    for outcome, mass in law.items():
        share = mp.mpf(counts[outcome]) / n
        if n * divergence(share, mass, opened) > SLACK + mp.log(2 * len(law)):
            return
    raise Wrong(f"{n} new samples do not contradict the law")


def divergence(share: Real, mass: Real, opened: Real) -> Real:
    """KL(share || nearest possible probability): n times it bounds -ln of the chance of such a share."""
    nearest = min(max(share, mass), min(mp.mpf(1), mass + opened))
    total = mp.mpf(0)
    for seen, meant in ((share, nearest), (1 - share, 1 - nearest)):
        if seen:
            if not meant:
                return mp.inf
            total += seen * mp.log(seen / meant)
    return total


def lower_bound(hits: int, n: int) -> Real:
    """The least p with n KL(hits/n || p) <= ln(2e9)."""
    return _chernoff(mp.mpf(hits) / n, n, mp.mpf(0))


def upper_bound(hits: int, n: int) -> Real:
    """The largest such p."""
    return _chernoff(mp.mpf(hits) / n, n, mp.mpf(1))


def _chernoff(share: Real, n: int, end: Real) -> Real:
    inside, outside = share, end
    for _ in range(60):
        middle = (inside + outside) / 2
        if n * divergence(share, middle, mp.mpf(0)) <= SLACK + mp.log(2):
            inside = middle
        else:
            outside = middle
    return outside


if __name__ == "__main__":
    sys.exit(main())
