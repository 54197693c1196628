"""A question as every accountant is asked it, and mechanisms of the command line as they take them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from importlib import import_module
from math import ceil, comb, sqrt
from typing import Any, cast


@dataclass(frozen=True)
class Request:
    """epsilon at a delta, or delta at an epsilon, of `count` uses of one mechanism.

    kind: "gaussian" (sigma = 1), "laplace" (scale 1), "sampled" (Gaussian, sigma = 1, rate 1/100), "response"
    (randomised response with e^epsilon = 3), "two responses" (e^epsilon = 3 and 2, `count` each), "mixed"
    (200 Gaussians of sigma 20, 100 Laplace mechanisms of scale 30, 100 discrete ones of scale 20), or "table"
    with the two distributions, "text" with mechanisms as the command line takes them, or "calibrate" with one
    of them whose sigma is "?", for both epsilon and delta.
    """

    kind: str
    count: int
    delta: float | None = None
    epsilon: float | None = None
    table: tuple[Mapping[int, Fraction], Mapping[int, Fraction]] | None = None
    mechanisms: tuple[str, ...] = ()
    adjacency: str = "add-remove-one"


class NotOffered(Exception):
    """The library has no function for this question."""


@dataclass(frozen=True)
class Word:
    """A mechanism, its parameters as text, and how often it is used."""

    name: str
    parameters: Mapping[str, str]

    @staticmethod
    def of(text: str) -> Word:
        """As `assay account` reads it."""
        name, *words = text.split()
        return Word(name, dict(word.split("=", 1) for word in words))

    def value(self, name: str, default: float = 1.0) -> float:
        """A number such as 1/10 or 1e-6, as a float."""
        return float_of(self.parameters[name]) if name in self.parameters else default

    def values(self, name: str) -> list[float]:
        """Numbers between colons."""
        return [float_of(each) for each in self.parameters[name].split(":")]

    @property
    def count(self) -> int:
        """k."""
        return int(self.parameters.get("k", "1"))

    def allowing(self, *names: str) -> Word:
        """Itself.  Raises NotOffered for a parameter that the caller does not read."""
        if set(self.parameters) - {*names, "k"}:
            raise NotOffered(f"{self.name} with {', '.join(set(self.parameters) - {*names, 'k'})}")
        return self


def float_of(text: str) -> float:
    """A decimal or a quotient of two."""
    above, _, below = text.partition("/")
    return float(above) / float(below or 1)


def sampled_gaussian(word: Word) -> tuple[float, float, int]:
    """Noise, rate and count of what is Gaussian noise on Poisson samples for one record.

    Raises NotOffered for all else.
    """
    if word.name == "gaussian":
        word.allowing("sigma", "q")
        return word.value("sigma"), word.value("q"), word.count
    if word.name == "fixed-order":
        word.allowing("sigma")
        return word.value("sigma"), 1.0, word.count
    if word.name == "cyclic-poisson":
        word.allowing("sigma", "q", "cycle", "steps")
        times = ceil(int(word.parameters["steps"]) / int(word.parameters["cycle"]))
        return word.value("sigma"), word.value("q"), times * word.count
    if word.name == "toeplitz" and "q" in word.parameters:
        word.allowing("sigma", "q", "coefficients", "steps")
        bands = word.values("coefficients")
        column = sqrt(sum(each * each for each in bands))
        blocks = ceil(int(word.parameters["steps"]) / len(bands))
        return word.value("sigma") / column, word.value("q"), blocks * word.count
    raise NotOffered(word.name)


RELATIONS = {"add-remove-one": "ADD_OR_REMOVE_ONE", "replace-one": "REPLACE_ONE"}


def in_dp_accounting(pld: Any, mechanisms: Sequence[str], adjacency: str) -> Any:
    """The privacy loss distribution of all of them.  Raises NotOffered for other words."""
    total = None
    for word in map(Word.of, mechanisms):
        made, count = _distribution(pld, word, adjacency)
        made = made.self_compose(count) if count > 1 else made
        total = made if total is None else total.compose(made)
    return total


def _distribution(pld: Any, word: Word, adjacency: str) -> tuple[Any, int]:
    """One use on the default grid, and how many uses there are."""
    relation = (
        pld.NeighborRel.REPLACE_ONE if adjacency == "replace-one" else pld.NeighborRel.ADD_OR_REMOVE_ONE
    )
    if word.name in ("gaussian", "fixed-order", "cyclic-poisson", "toeplitz"):
        noise, rate, count = sampled_gaussian(word)
        return pld.from_gaussian_mechanism(noise, sampling_prob=rate, neighboring_relation=relation), count
    if word.name == "truncated-gaussian":
        return (
            pld.from_truncated_subsampled_gaussian_mechanism(
                dataset_size=int(word.parameters["size"]),
                sampling_probability=word.value("q"),
                truncated_batch_size=int(word.parameters["batch"]),
                noise_multiplier=word.value("sigma"),
                neighboring_relation=relation,
            ),
            word.count,
        )
    if adjacency == "replace-one":
        raise NotOffered(f"{word.name}, {adjacency}")
    return _by_itself(pld, word), word.count


def _by_itself(pld: Any, word: Word) -> Any:
    """What is not noise on a sum under a relation of choice."""
    if word.name == "laplace":
        word.allowing("scale", "q")
        return pld.from_laplace_mechanism(word.value("scale"), sampling_prob=word.value("q"))
    if word.name == "discrete-gaussian":
        word.allowing("sigma", "q")
        return pld.from_discrete_gaussian_mechanism(word.value("sigma"), sampling_prob=word.value("q"))
    if word.name == "discrete-laplace":
        return pld.from_discrete_laplace_mechanism(1 / word.allowing("scale").value("scale"), 1)
    if word.name == "mixture":
        return pld.from_mixture_gaussian_mechanism(
            word.value("sigma"), word.values("sensitivities"), word.values("probabilities")
        )
    if word.name == "user-level":
        records, rate = int(word.allowing("sigma", "q", "records").parameters["records"]), word.value("q")
        chances = [comb(records, j) * rate**j * (1 - rate) ** (records - j) for j in range(records + 1)]
        return pld.from_mixture_gaussian_mechanism(word.value("sigma"), [*range(records + 1)], chances)
    if word.name in ("approximate", "pure"):
        common = cast(Any, import_module("dp_accounting.pld.common"))
        return pld.from_privacy_parameters(
            common.DifferentialPrivacyParameters(word.value("epsilon"), word.value("delta", 0.0))
        )
    raise NotOffered(word.name)


def needs_renyi(word: Word) -> bool:
    """Whether dp-accounting offers it by Renyi divergences alone."""
    return word.name in ("zcdp", "select", "tree") or word.parameters.get("batches") == "fixed"


def by_renyi(mechanisms: Sequence[str], adjacency: str) -> Any:
    """dp-accounting's other accountant, for what its distributions do not cover."""
    events, rdp = (cast(Any, import_module(f"dp_accounting.{name}")) for name in ("dp_event", "rdp"))
    relation = cast(Any, import_module("dp_accounting")).NeighboringRelation
    words = [Word.of(text) for text in mechanisms]
    if adjacency == "replace-one":
        accountant = rdp.RdpAccountant(neighboring_relation=relation.REPLACE_ONE)
    elif any(word.name == "tree" for word in words):  # a record is replaced by none
        accountant = rdp.RdpAccountant(neighboring_relation=relation.REPLACE_SPECIAL)
    else:
        accountant = rdp.RdpAccountant()
    for word in words:
        accountant.compose(_event(events, word), word.count)
    return accountant


def _event(events: Any, word: Word) -> Any:
    if word.name == "zcdp":
        return events.ZCDpEvent(word.value("rho"))
    if word.name == "tree":
        word.allowing("sigma", "steps")
        return events.SingleEpochTreeAggregationDpEvent(word.value("sigma"), int(word.parameters["steps"]))
    if word.name == "select":
        word.allowing("sigma", "gamma")
        mean = 1 / word.value("gamma")
        return events.RepeatAndSelectDpEvent(events.GaussianDpEvent(word.value("sigma")), mean, 1)
    if word.name != "gaussian":
        raise NotOffered(word.name)
    rows, batch = (int(word.parameters[name]) for name in ("rows", "batch"))
    steps = ceil(Fraction(word.parameters.get("epochs", "1")) * rows / batch)
    noisy = events.GaussianDpEvent(word.value("sigma"))
    return events.SelfComposedDpEvent(events.SampledWithoutReplacementDpEvent(rows, batch, noisy), steps)
