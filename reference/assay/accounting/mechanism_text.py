"""A mechanism as text: its name and its parameters.

    gaussian  sigma=1 [sensitivity=1]          laplace  scale=1 [sensitivity=1]
    discrete-gaussian  sigma=1 [sensitivity=1] discrete-laplace  scale=1 [sensitivity=1]
    pure  epsilon=1                            approximate  epsilon=1 delta=1e-8
    mixture  sigma=1 sensitivities=0:1:2 probabilities=0.81:0.18:0.01
    truncated-gaussian  sigma=1 q=0.01 size=60000 batch=600
    exponential  epsilon=1                     bounded-range  range=1
    gdp  mu=1                                  pair  file=pair.json
    zcdp  rho=0.1                              renyi  orders=2:8 values=0.1:0.5, or file=curve.json

    tree  sigma=1 steps=1000                   toeplitz  sigma=1 steps=1000 coefficients=1:1/2
    matrix  sigma=1 file=strategy.json         with participations=1 separation=1, as in `matrix_words`

    select  epsilon=1 gamma=0.01 [eta=1], or mean=10: the best of repeated runs, as in `selection_words`

each with the optional q (Poisson sampling rate, 1) and k (count, 1), or instead of them rows, batch and
epochs: q = batch/rows and k = epochs * rows/batch, rounded up.  batches=fixed draws `batch` of the rows
without replacement, batches=redrawn with it.  group=m protects m records that are all in or all out.  A
mixture has a random sensitivity; a truncated batch keeps at most `batch` of the sampled records, of `size`
in all; the exponential mechanism has the weights e^(epsilon score/(2 sensitivity)); a pair is that of a
record removed; zcdp and renyi are everything with such Renyi divergences.  Other ways of choosing batches
are words of their own: see `batches.words`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from difflib import get_close_matches
from fractions import Fraction
from math import ceil, comb

from ..composition.arguments import sampling_rate
from ..composition.finite_pair import NOTHING
from ..composition.pair import DominatingPair
from ..composition.round import EITHER, Round
from ..composition.upper_envelope import either_order
from ..errors import AssayError, InvalidType, InvalidValue
from ..exact import number
from ..exact.real import brief
from ..theorems import group_privacy
from .batches.words import WORDS as BATCH_WORDS
from .batches.words import read_batches
from .bounded_range import BoundedRange
from .densities import Gaussian, Laplace, ReplacedGaussian
from .discrete import DiscreteGaussian, approximate, discrete_laplace, pure
from .matrix_words import MATRICES, matrix_round
from .mixtures import MixtureOfGaussians
from .moment_bounds import MomentBound
from .monotone import Parameter, parameter_of
from .renyi_text import renyi_of
from .selection_words import PARAMETERS, selection_of
from .stored_pairs import read_pair
from .subsets import SubsetSampled, with_replacement
from .truncation import ADD_REMOVE, REPLACE, truncated_gaussian, truncated_noise
from .whole_numbers import whole

ADJACENCIES = (ADD_REMOVE, REPLACE)

Builder = Callable[[Mapping[str, str], int], DominatingPair]

SHARED = ("q", "k", "rows", "batch", "epochs", "group", "batches")
"""The optional parameters of every word."""

POISSON, FIXED, REDRAWN = BATCHES = ("poisson", "fixed", "redrawn")
"""Each record by itself; `batch` of the rows without replacement; `batch` draws with replacement."""

FAMILIES: dict[str, tuple[tuple[str, ...], tuple[str, ...], Builder]] = {
    "gaussian": (
        ("sigma",),
        ("sensitivity",),
        lambda v, m: Gaussian.of(v["sigma"], number(v.get("sensitivity", "1"), "sensitivity") * m),
    ),
    "laplace": (
        ("scale",),
        ("sensitivity",),
        lambda v, m: Laplace.of(v["scale"], number(v.get("sensitivity", "1"), "sensitivity") * m),
    ),
    "discrete-gaussian": (
        ("sigma",),
        ("sensitivity",),
        lambda v, m: DiscreteGaussian.of(v["sigma"], m * whole(v.get("sensitivity", "1"), "sensitivity")),
    ),
    "discrete-laplace": (
        ("scale",),
        ("sensitivity",),
        lambda v, m: discrete_laplace(v["scale"], m * whole(v.get("sensitivity", "1"), "sensitivity")),
    ),
    "pure": (("epsilon",), (), lambda v, m: pure(v["epsilon"])),
    "approximate": (("epsilon", "delta"), (), lambda v, m: approximate(v["epsilon"], v["delta"])),
    "exponential": (("epsilon",), (), lambda v, m: BoundedRange.of(v["epsilon"])),
    "bounded-range": (("range",), (), lambda v, m: BoundedRange.of(v["range"])),
    "gdp": (("mu",), (), lambda v, m: Gaussian.of(1, v["mu"])),
    "pair": (("file",), (), lambda v, m: read_pair(v["file"])),
    "zcdp": (("rho",), (), lambda v, m: MomentBound.concentrated(v["rho"])),
    "renyi": ((), ("orders", "values", "file"), lambda v, m: renyi_of(v)),
    "select": ((), PARAMETERS, lambda v, m: selection_of(v, m)),
    "mixture": (
        ("sigma", "sensitivities", "probabilities"),
        (),
        lambda v, m: MixtureOfGaussians.of(
            v["sigma"], v["sensitivities"].split(":"), v["probabilities"].split(":")
        ),
    ),
    "truncated-gaussian": (("sigma", "q", "size", "batch"), (), lambda v, m: Gaussian.of(v["sigma"])),
    "truncated-laplace": (("scale", "q", "size", "batch"), (), lambda v, m: Laplace.of(v["scale"], m)),
    "truncated-discrete-laplace": (
        ("scale", "q", "size", "batch"),
        (),
        lambda v, m: discrete_laplace(v["scale"], m),
    ),
    "truncated-discrete-gaussian": (
        ("sigma", "q", "size", "batch"),
        (),
        lambda v, m: DiscreteGaussian.of(v["sigma"], m),
    ),
    **{name: (*given, lambda v, m: Gaussian.of(v["sigma"])) for name, given in MATRICES.items()},
}
"""By name: required parameters, optional ones, the pair; m is how many sensitivities a sum moves by."""

FAMILIES.update(
    {name: (word.required, word.optional, lambda v, m: NOTHING) for name, word in BATCH_WORDS.items()}
)
CUT = {
    name: FAMILIES[name][2]
    for name in FAMILIES
    if name.startswith("truncated-") and name != "truncated-gaussian"
}
"""Noise other than Gaussian on the sums of batches that are cut."""

UNSAMPLED = ("zcdp", "renyi", "select")
"""Words for bounds of moments, of which no sample is known."""

SUMS = ("gaussian", "laplace", "discrete-gaussian", "discrete-laplace")
"""Noise on sums, whose pair knows by how many sensitivities they move."""

EXAMPLES = {
    "sensitivities": "0:1:2",
    "probabilities": "0.81:0.18:0.01",
    "q": "0.01",
    "size": "1000",
    "coefficients": "1:1/2",
    "batch": "20",
    "file": "pair.json",
    **dict.fromkeys(("steps", "bins", "batches"), "100"),
    **dict.fromkeys(("cycle", "gap", "records"), "4"),
}


def read_round(text: str, adjacency: str = ADD_REMOVE) -> tuple[Round, int]:
    """A round and its count from text such as "gaussian sigma=1 q=0.01 k=10000".

    Raises InvalidValue for an unknown name, a parameter that is unknown, missing, doubled or out of range.
    """
    if not isinstance(text, str):
        raise InvalidType(
            f"text = {brief(repr(text))} is a {type(text).__name__}; give text such as 'gaussian sigma=1'"
        )
    if adjacency not in ADJACENCIES:
        raise InvalidValue(f"adjacency = {adjacency!r} is not one of {', '.join(ADJACENCIES)}")
    name, values = _parsed(text)
    if name in BATCH_WORDS:
        return read_batches(name, values, adjacency)
    if name == "truncated-gaussian":
        count, rate = _count(values), sampling_rate(values.get("q", "1"), "q")
        _alone(name, _group(values))
        size, batch = whole(values["size"], "size"), whole(values["batch"], "batch")
        return truncated_gaussian(values["sigma"], rate, size, batch, adjacency), count
    if name in CUT:
        count, rate = _count(values), sampling_rate(values.get("q", "1"), "q")
        _alone(name, _group(values))
        size, batch = whole(values["size"], "size"), whole(values["batch"], "batch")
        return truncated_noise(lambda moves: CUT[name](values, moves), rate, size, batch, adjacency), count
    if name in MATRICES:
        found, uses = matrix_round(name, values, _group(values), adjacency)
        return found, uses * _count(values)
    rate, count = _sampling(text, values)
    return _round(name, values, rate, _group(values), adjacency), count


def _round(name: str, values: Mapping[str, str], rate: Fraction, group: int, adjacency: str) -> Round:
    """The round of one use."""
    build, batches = FAMILIES[name][2], values.get("batches", POISSON)
    if name in UNSAMPLED and (rate != 1 or batches != POISSON):
        raise InvalidValue(
            f"q = {rate} with {name}: bounds of Renyi divergences are no pair that can be sampled; leave "
            "q, rows and batches out, or give the mechanism"
        )
    if batches != POISSON:
        return Round.given(_sized(name, values, group, adjacency), EITHER)
    if group > 1 and (name not in SUMS or rate != 1):
        return Round.of(_grouped(name, values, rate, group, adjacency))
    if adjacency != REPLACE:
        return Round.of(build(values, group).sampled(rate))
    if name == "pair" and rate != 1:
        raise InvalidValue(f"q = {rate} with pair: sampling under replacement is only known for gaussian")
    if name == "pair" or (name == "select" and "file" in values):
        return Round.in_either_order(build(values, group))
    return Round.given(_replaced(name, values, rate, build, group), EITHER)


def _sized(name: str, values: Mapping[str, str], group: int, adjacency: str) -> DominatingPair:
    """Batches of a fixed size; a record is replaced, so that both data sets have as many."""
    batches = values["batches"]
    if batches not in BATCHES:
        raise InvalidValue(f"batches = {batches} is not known; choose one of {', '.join(BATCHES)}")
    if adjacency != REPLACE or "batch" not in values or group > 1 or name == "mixture":
        raise InvalidValue(
            f"batches = {batches} with {name} needs replace-one, rows and batch, and no group: with a "
            "record more or less the batches are drawn from another number of records"
        )
    rows, batch = whole(values["rows"], "rows"), whole(values["batch"], "batch")
    pair = either_order(FAMILIES[name][2](values, 2))
    if batches == FIXED:
        return SubsetSampled.of(pair, Fraction(batch, rows))
    if not isinstance(pair, Gaussian):
        raise InvalidValue(f"batches = redrawn with {name}: such draws are only known for gaussian")
    return with_replacement(pair, batch, rows)


def _grouped(
    name: str, values: Mapping[str, str], rate: Fraction, group: int, adjacency: str
) -> DominatingPair:
    """The pair of m records that are all removed: m neighbours in a row, or how many are in a sample."""
    if name == "gaussian" and adjacency == ADD_REMOVE:
        unit = number(values.get("sensitivity", "1"), "sensitivity")
        chances = [comb(group, j) * rate**j * (1 - rate) ** (group - j) for j in range(group + 1)]
        return MixtureOfGaussians.of(values["sigma"], [unit * j for j in range(group + 1)], chances)
    if rate != 1:
        raise InvalidValue(
            f"group = {group} and q = {rate} with {name}: groups in samples are known for gaussian under "
            "add-remove-one; leave out group or q"
        )
    if name == "zcdp":
        return MomentBound.concentrated(number(values["rho"], "rho") * group**2)
    if name == "gdp":
        return Gaussian.of(1, number(values["mu"], "mu") * group)
    if name in ("exponential", "bounded-range"):
        return BoundedRange.of(number(values.get("range", values.get("epsilon", "")), "range") * group)
    if name in ("pure", "approximate"):
        found = group_privacy(values["epsilon"], values.get("delta", "0"), group)
        return approximate(found.epsilon, min(number(found.delta), number(1)))
    return _alone(name, group)


def _alone(name: str, group: int) -> DominatingPair:
    """What has no pair for groups.  Raises InvalidValue for more than one record."""
    if group > 1:
        raise InvalidValue(f"group = {group} with {name}: no pair of a group is known; leave group out")
    return NOTHING


def marked(text: str) -> Parameter:
    """The parameter of a mechanism that is given as "?".

    Raises InvalidValue where there is not one, or where privacy is not proved to be monotone in it.
    """
    name, values = _parsed(text)
    found = [key for key, value in values.items() if "?" in value]
    if len(found) != 1 or text.count("?") != 1 or not _is_mark(values[found[0]]):
        raise InvalidValue(
            f"mechanism {brief(repr(text))}: '?' stands for a whole parameter, such as sigma=?, or one of a "
            "list, such as sensitivities=0:?"
        )
    parameter = parameter_of(name, found[0], frozenset(values))
    if found[0] == "rows" and "batch" in values:
        return replace(parameter, least=Fraction(whole(values["batch"], "batch")))
    if found[0] == "steps" and "uses" in values:
        return replace(parameter, least=Fraction(whole(values["uses"], "uses")))
    if found[0] == "uses":
        return replace(parameter, most=Fraction(whole(values["steps"], "steps")))
    if found[0] == "batch" and "rows" in values:
        return replace(parameter, most=Fraction(whole(values["rows"], "rows")))
    return parameter


def with_value(text: str, value: Fraction) -> str:
    """The mechanism with a value instead of the mark."""
    return text.replace("?", str(value))


def _is_mark(value: str) -> bool:
    return "?" in value.split(":")


def _parsed(text: str) -> tuple[str, dict[str, str]]:
    """The name and the parameters, each known to the word and none missing."""
    name, *words = text.replace(",", " ").split() or [""]
    if name not in FAMILIES:
        raise InvalidValue(_unknown(text, name))
    required, optional, _ = FAMILIES[name]
    shared: tuple[str, ...] = (
        ("q", "k", "group") if name in ("truncated-gaussian", *CUT, *MATRICES) else SHARED
    )
    shared = () if name in BATCH_WORDS else shared
    values = _values(text, words, tuple(dict.fromkeys((*required, *optional, *shared))))
    missing = [key for key in required if key not in values]
    if missing:
        example = EXAMPLES.get(missing[0], "1")
        raise InvalidValue(
            f"mechanism {brief(repr(text))} has no {missing[0]}; add one, for example {missing[0]}={example}"
        )
    for key, value in values.items():
        _check_length(key, value)
    return name, values


LONGEST = 1000
"""Digits above and below a parameter's fraction bar: they are squared, and written into names."""


def _check_length(key: str, value: str) -> None:
    """Raises InvalidValue for a number with more digits; what is no number is refused where it is read."""
    for part in value.split(":"):
        try:
            given = number(part).as_fraction()
        except AssayError:
            continue
        if max(abs(given.numerator), given.denominator) >= 10**LONGEST:
            raise InvalidValue(
                f"{key} = {brief(part, 60)} has more than {LONGEST} digits above or below the fraction bar; "
                "give a shorter number"
            )


def _sampling(text: str, values: Mapping[str, str]) -> tuple[Fraction, int]:
    """The rate and the count, given as such or by rows, batch and epochs."""
    if not {"rows", "batch", "epochs"} & set(values):
        return sampling_rate(values.get("q", "1"), "q"), _count(values)
    both = [key for key in ("q", "k" if "epochs" in values else "q") if key in values]
    if both or not {"rows", "batch"} <= set(values):
        raise InvalidValue(
            f"mechanism {brief(repr(text))}: give rows and batch, and epochs or k, or else q and k"
        )
    rows, batch = whole(values["rows"], "rows"), whole(values["batch"], "batch")
    if batch > rows:
        raise InvalidValue(f"batch = {batch} is larger than rows = {rows}; give a batch of at most all rows")
    if "epochs" not in values:
        return Fraction(batch, rows), _count(values)
    epochs = 0 if values["epochs"] == "0" else whole(values["epochs"], "epochs")
    return Fraction(batch, rows), ceil(Fraction(epochs * rows, batch))


def _count(values: Mapping[str, str]) -> int:
    return 0 if values.get("k") == "0" else whole(values.get("k", "1"), "k")


def _group(values: Mapping[str, str]) -> int:
    group = whole(values.get("group", "1"), "group")
    if group > LARGEST_GROUP:
        raise InvalidValue(f"group = {group} is larger than {LARGEST_GROUP}; give a smaller group")
    return group


LARGEST_GROUP = 1000


def _unknown(text: str, name: str) -> str:
    if not name:
        return (
            f"mechanism {text!r} is empty; write for example 'gaussian sigma=1': one of {', '.join(FAMILIES)}"
        )
    close = get_close_matches(name.lower(), FAMILIES, n=1)
    hint = f"did you mean {close[0]}?" if close else f"choose one of {', '.join(FAMILIES)}"
    return f"mechanism {brief(repr(text))}: {brief(repr(name))} is not known; {hint}"


def _replaced(
    name: str, values: Mapping[str, str], rate: Fraction, build: Builder, group: int
) -> DominatingPair:
    """A record replaced: contributions of norm at most the sensitivity move the sum by twice as much."""
    if name == "mixture":
        raise InvalidValue(
            "mixture is the pair of a record that is added or removed; use --adjacency add-remove-one with it"
        )
    if rate == 1:
        return build(values, 2 * group)
    if name in SUMS and name != "gaussian":
        return SubsetSampled.of(build(values, 2), rate)
    if name != "gaussian":
        raise InvalidValue(
            f"q = {rate} with {name}: sampling under replacement is only known for noise on sums "
            f"({', '.join(SUMS)}): a sample without the record is no neighbour of one with it; use "
            "batches=fixed or --adjacency add-remove-one, or leave q out"
        )
    return ReplacedGaussian.of(values["sigma"], rate, values.get("sensitivity", "1"))


def _values(text: str, words: list[str], known: tuple[str, ...]) -> dict[str, str]:
    values: dict[str, str] = {}
    for word in words:
        key, equals, value = word.partition("=")
        if not equals or not value or key not in known:
            raise InvalidValue(
                f"mechanism {brief(repr(text))}: {brief(repr(word))} is none of "
                f"{', '.join(f'{k}=...' for k in known)}"
            )
        if key in values:
            raise InvalidValue(f"mechanism {brief(repr(text))}: {key} is given twice; give it once")
        values[key] = value
    return values
