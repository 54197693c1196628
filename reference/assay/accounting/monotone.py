"""In which parameters of a mechanism its privacy is monotone, with the theorem; every other one is refused.

A parameter is calibrated between one value that is proved safe and one that is refuted.  That the values
beyond them are safe, or refuted, is a theorem about the pairs: one dominates the other at every real epsilon,
which sampling and composition keep.  The proofs are in section 11 of spec/accounting.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from ..errors import InvalidValue

NOISE = "the noise of a larger sigma is that of a smaller one with independent Gaussian noise added"
SHIFT = "smaller shifts of log-concave noise are dominated by larger ones"
SCALE = "the pair of Laplace noise depends on sensitivity/scale alone, and grows with it"
STEPS = "integer noise in unit steps: x -> min(x/r, 1 - r(1 - x)) falls as r = e^(-1/scale) grows"
WEAKER = "a mechanism that keeps a smaller epsilon and delta keeps larger ones, whose pair dominates it"
WEAKER_MOMENTS = "what keeps smaller Renyi divergences keeps larger ones"
WIDER = "losses in an interval lie in every longer one, whose pair dominates all of them"
RATE = "a sample of rate q' < q is one of rate q in which each record is kept with probability q'/q"
GROUP = "a group is part of every larger one"
STEPS_MORE = "the first steps release what a shorter run does, and a record may stay away from the others"
PATTERNS = "the sets of steps at which a record may take part are among those that are allowed there"
COUNT = "what a further round releases can be left out"
LARGER = (
    "probability moved to a larger sensitivity makes every half-line likelier, and these are the best events"
)
SCALED = "a smaller distance is a larger one scaled down, with independent Gaussian noise added"
SPREAD = "one of t + 1 steps is one of t of them, averaged over the step that is left out"
USES = "more uses are more rounds, each of one of fewer steps"
FEWER = "a record takes part in fewer rounds"
MORE_LIKELY = "probability moved to more records of a sample makes every half-line likelier"
TWO_THEOREMS = (
    "the ends of its brackets are of different theorems, so that most values are neither proved safe nor "
    "refuted; calibrate the word of the end that is meant, such as fixed-order, which is the upper one"
)


@dataclass(frozen=True)
class Parameter:
    """How privacy depends on a parameter: whether larger is safer, its range, and the theorem."""

    name: str
    larger_is_safer: bool
    theorem: str
    whole: bool = False
    most: Fraction | None = None
    least: Fraction | None = None
    vanishes: bool = False
    """Whether 0 is a value, at which the mechanism releases nothing."""
    is_exponent: bool = False
    """Whether exact numbers are powers of e^value or e^(1/value), which simple fractions keep short."""

    @property
    def example(self) -> Fraction:
        """A value that the mechanism takes."""
        return self.least or self.most or Fraction(1)


def _noise(name: str, theorem: str) -> Parameter:
    return Parameter(name, True, theorem)


def _loss(name: str, theorem: str, whole: bool = False, most: int | None = None) -> Parameter:
    vanishes = name in ("k", "q", "epochs")
    return Parameter(name, False, theorem, whole, None if most is None else Fraction(most), vanishes=vanishes)


K, Q = _loss("k", COUNT, whole=True), _loss("q", RATE, most=1)
EPSILON = replace(_loss("epsilon", WEAKER), is_exponent=True)
BATCHES = {
    "k": K,
    "q": Q,
    "epochs": _loss("epochs", COUNT, whole=True),
    "rows": Parameter("rows", True, RATE, whole=True),
    "batch": _loss("batch", RATE, whole=True),
    "group": _loss("group", GROUP, whole=True),
}
"""Counts, Poisson sampling and groups, which nearly every word has."""

MOST = Fraction(10**7)
"""The most steps of one epoch."""
NOISY = {"sigma": _noise("sigma", NOISE), "sensitivity": _loss("sensitivity", SCALED), "k": K}
OWNED = {
    **NOISY,
    "q": _loss("q", MORE_LIKELY, most=1),
    "records": replace(_loss("records", GROUP, whole=True), most=Fraction(1000), least=Fraction(1)),
}
"""Several records of one person."""
PLACES = Parameter("steps", True, SPREAD, whole=True, most=MOST, least=Fraction(1))
MATRIX = {
    "sigma": _noise("sigma", NOISE),
    "sensitivity": _loss("sensitivity", SHIFT),
    "steps": _loss("steps", STEPS_MORE, whole=True),
    "participations": _loss("participations", PATTERNS, whole=True),
    "separation": Parameter("separation", True, PATTERNS, whole=True),
    "k": K,
    "group": BATCHES["group"],
}
"""Gaussian noise on C x."""

WORDS: Mapping[str, Mapping[str, Parameter]] = {
    "gaussian": {"sigma": _noise("sigma", NOISE), "sensitivity": _loss("sensitivity", SHIFT), **BATCHES},
    "laplace": {"scale": _noise("scale", SCALE), "sensitivity": _loss("sensitivity", SCALE), **BATCHES},
    "discrete-gaussian": {"sensitivity": _loss("sensitivity", SHIFT, whole=True), **BATCHES},
    "discrete-laplace": {
        "scale": replace(_noise("scale", STEPS), is_exponent=True),
        "sensitivity": _loss("sensitivity", SHIFT, whole=True),
        **BATCHES,
    },
    "pure": {"epsilon": EPSILON, **BATCHES},
    "approximate": {"epsilon": EPSILON, "delta": _loss("delta", WEAKER, most=1), **BATCHES},
    "exponential": {"epsilon": _loss("epsilon", WIDER), **BATCHES},
    "bounded-range": {"range": _loss("range", WIDER), **BATCHES},
    "gdp": {"mu": _loss("mu", SHIFT), **BATCHES},
    "zcdp": {"rho": _loss("rho", WEAKER_MOMENTS), "k": K, "group": BATCHES["group"]},
    "renyi": {"values": _loss("values", WEAKER_MOMENTS, most=10**9), "k": K},
    "pair": {name: each for name, each in BATCHES.items() if name != "group"},
    "mixture": {
        "sigma": _noise("sigma", NOISE),
        "sensitivities": _loss("sensitivities", LARGER),
        **{name: each for name, each in BATCHES.items() if name != "group"},
    },
    "truncated-gaussian": {"sigma": _noise("sigma", NOISE), "k": K},
    "random-allocation": {**NOISY, "steps": PLACES, "uses": _loss("uses", USES, whole=True)},
    "balls-in-bins": {**NOISY, "bins": replace(PLACES, name="bins")},
    "shuffled": {},
    "fixed-order": NOISY,
    "cyclic-poisson": {
        **NOISY,
        "q": replace(Q, vanishes=False),
        "cycle": Parameter("cycle", True, FEWER, whole=True),
        "steps": replace(_loss("steps", COUNT, whole=True), most=MOST, least=Fraction(1)),
    },
    "min-separation": {},
    "user-level": OWNED,
    "several-owners": OWNED,
    "select": {
        "epsilon": _loss("epsilon", WEAKER),
        "rho": _loss("rho", WEAKER_MOMENTS),
        "sigma": _noise("sigma", NOISE),
        "sensitivity": _loss("sensitivity", SHIFT),
        "values": _loss("values", WEAKER_MOMENTS),
        "k": K,
    },
    "truncated-laplace": {"scale": _noise("scale", SCALE), "k": K},
    "truncated-discrete-laplace": {"scale": replace(_noise("scale", STEPS), is_exponent=True), "k": K},
    "truncated-discrete-gaussian": {"k": K},
    "tree": MATRIX,
    "toeplitz": {**MATRIX, "q": Q},
    "matrix": {**{name: each for name, each in MATRIX.items() if name != "steps"}, "q": Q},
}
"""By word, the parameters that can be calibrated."""

NO_LESS = (
    "that more discrete Gaussian noise on the integers is more private at every epsilon is not proved: it "
    "is no "
    "smaller noise with something added; ask `account` at two values, or calibrate `gaussian`"
)

REFUSED: Mapping[tuple[str, str], str] = {
    **{
        (
            "select",
            name,
        ): "that more repetitions are less private is not proved for every mechanism and every epsilon"
        for name in ("gamma", "eta", "mean")
    },
    ("select", "orders"): "an order cannot change while its value stays; calibrate one of the values",
    ("select", "file"): "a file is no number",
    ("toeplitz", "coefficients"): "they say what is released; calibrate sigma",
    ("matrix", "file"): "a file is no number; calibrate sigma",
    ("renyi", "orders"): "an order cannot change while its value stays; calibrate one of the values",
    ("renyi", "file"): "a file is no number; calibrate one of the values",
    ("mixture", "probabilities"): "one probability cannot change while the others keep their sum of 1",
    **{
        (f"truncated-{noise}", name): reason
        for noise in ("gaussian", "laplace", "discrete-laplace", "discrete-gaussian")
        for name, reason in (
            ("q", "a larger rate cuts more batches, whose pair has another rate and twice the shift"),
            ("size", "more records cut more batches, whose pair has another rate and twice the shift"),
            ("batch", "a larger batch cuts less, but keeps a record of a cut batch more often"),
        )
    },
    **{(f"{cut}discrete-gaussian", "sigma"): NO_LESS for cut in ("", "truncated-")},
    ("balls-in-bins", "thrown"): "it is no number; give anew or once",
    **{("shuffled", name): TWO_THEOREMS for name in ("sigma", "sensitivity", "batches", "k")},
    **{("min-separation", name): TWO_THEOREMS for name in ("sigma", "sensitivity", "q", "gap", "steps", "k")},
}
"""By word and parameter, why no theorem says that privacy is monotone in it."""


def parameter_of(word: str, name: str, given: frozenset[str]) -> Parameter:
    """The parameter of a mechanism whose other parameters are `given`.

    Raises InvalidValue for one in which privacy is not known to be monotone, with the reason.
    """
    found = WORDS.get(word, {}).get(name)
    if found is None:
        reason = REFUSED.get((word, name)) or f"choose one of {', '.join(WORDS.get(word, {})) or 'k'}"
        raise InvalidValue(f"{name} of {word} cannot be calibrated: {reason}")
    if name in ("rows", "batch") and "epochs" in given:
        raise InvalidValue(
            f"{name} of {word} cannot be calibrated with epochs: the rate and the number of rounds change in "
            "opposite directions; give k instead of epochs"
        )
    if name in ("rows", "batch") and "batches" in given:
        raise InvalidValue(
            f"{name} of {word} cannot be calibrated with batches: only for Poisson samples is it proved how "
            "the privacy of draws depends on their number; leave batches out"
        )
    return found
