"""The exact output distribution of every mechanism of the catalogue."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Hashable, Iterator, Mapping
from typing import cast

from .... import mechanisms, queries
from ....dp import Mechanism
from ....errors import InvalidType, InvalidValue
from ....outputs.json_values import Json, outcome, real
from ..arguments import Arguments, whole
from ..definitions import CONVENTIONS, DEFINITIONS
from ..family import Case, Family, Function, edge_if


def output_distribution(given: Arguments) -> Json:
    """The list of [outcome, probability], outcomes of probability 0 left out."""
    mechanism = build(given.text("mechanism"), given.mapping("parameters"))
    wanted = given.value("input")
    for x in mechanism.domain:
        if outcome(x) == wanted:
            return [[outcome(o), real(p)] for o, p in mechanism.distribution(x).items()]
    raise InvalidValue(f"input {wanted!r} is not in the domain of {mechanism.name}")


def build(name: str, parameters: Mapping[str, Json]) -> Mechanism[Hashable, Hashable]:
    """The mechanism of the catalogue with these parameters, spelt as JSON."""
    constructor = constructors().get(name)
    if constructor is None:
        raise InvalidValue(f"mechanism {name!r} is not in the catalogue; it has {', '.join(constructors())}")
    types = {p.name: str(p.annotation) for p in inspect.signature(constructor).parameters.values()}
    unknown = [key for key in parameters if key not in types]
    if unknown:
        raise InvalidValue(f"{name} has no parameter {unknown[0]!r}; it has {', '.join(types)}")
    return constructor(**{key: decoded(value, types[key], key) for key, value in parameters.items()})


def constructors() -> Mapping[str, Callable[..., Mechanism[Hashable, Hashable]]]:
    """Every constructor of the catalogue that makes a mechanism, by name."""
    makes = ("Mechanism[", "Comparisons", "Values")
    homes = {name: home for home in (mechanisms, queries) for name in home.__all__}
    return {
        name: cast("Callable[..., Mechanism[Hashable, Hashable]]", each)
        for name, home in sorted(homes.items())
        for each in [getattr(home, name)]
        if inspect.isfunction(each) and str(each.__annotations__.get("return")).startswith(makes)
    }


def decoded(value: Json, annotation: str, name: str) -> object:
    """A parameter as the constructor takes it: a string is a whole number where the parameter is an int."""
    if isinstance(value, list):
        return tuple(decoded(part, "int", name) for part in value)
    if isinstance(value, dict):
        return {whole(key, name): decoded(part, "int", name) for key, part in value.items()}
    if annotation.partition(" | ")[0] != "int":
        return value
    if not isinstance(value, str):
        raise InvalidType(f"parameter {name} = {value!r} is not a string")
    return whole(value, name)


FUNCTIONS = {
    "output_distribution": Function(
        CONVENTIONS,
        "distribution",
        output_distribution,
    )
}


Parameters = Mapping[str, Json]

EPSILONS: tuple[Parameters, ...] = ({"epsilon": "ln(4)"}, {"epsilon": "ln(2)"}, {"epsilon": "1"})
SEVERAL: tuple[Parameters, ...] = ({"epsilon": "ln(4)"}, {"epsilon": "2"})
GEOMETRIC: tuple[Parameters, ...] = (
    {"n": "1", "epsilon": "ln(2)"},
    {"n": "4", "epsilon": "ln(2)"},
    {"n": "3", "epsilon": "1/2"},
    {"n": "2", "epsilon": "1", "low": "-2", "high": "4"},
    {"n": "3", "epsilon": "ln(4)", "sensitivity": "2"},
    {"n": "2", "epsilon": "inf"},
    {"n": "2", "epsilon": "0"},
)
FILTERS: Json = {"0": ["0", "1"], "1": ["1", "2"]}

CATALOGUE: Mapping[str, tuple[Parameters, ...]] = {
    "almost_random": ({},),
    "randomised_response": (*EPSILONS, {"bias": "3/4"}, {"bias": "0"}, {"bias": "1/2"}, {"epsilon": "inf"}),
    "randomised_response_categories": (
        {"k": "2", "epsilon": "1"},
        {"k": "3", "epsilon": "ln(2)"},
        {"k": "5", "epsilon": "1/10"},
        {"k": "4", "bias": "1/4"},
    ),
    "randomised_response_bits": (
        {"n": "1", "epsilon": "ln(3)"},
        {"n": "3", "epsilon": "1/2"},
        {"n": "2", "bias": "9/10"},
    ),
    "bad_randomised_response": ({"n": "1", "parameter": "1/2"}, {"n": "2", "parameter": "1/10"}),
    "geometric_clamped": GEOMETRIC,
    "geometric_truncated": GEOMETRIC,
    "discrete_laplace_clamped": (
        {"scale": "1", "low": "0", "high": "3"},
        {"scale": "3/2", "low": "-2", "high": "2"},
        {"scale": "1/10", "low": "0", "high": "2"},
        {"scale": "100", "low": "0", "high": "1"},
    ),
    "discrete_gaussian_truncated": (
        {"variance": "1", "low": "0", "high": "3"},
        {"variance": "5/2", "low": "-2", "high": "2"},
        {"variance": "1/8", "low": "0", "high": "2"},
        {"variance": "100", "low": "0", "high": "1"},
    ),
    "geo_sample": ({"n": "1", "k": "0"}, {"n": "3", "k": "2"}, {"n": "4", "k": "5"}),
    "exponential_mechanism": (*EPSILONS, {"epsilon": "1", "n": "3"}, {"epsilon": "ln(2)", "monotonic": True}),
    "exponential_base2": (
        {"x": "1", "y": "1"},
        {"x": "3", "y": "2", "n": "3"},
        {"x": "1", "y": "3", "z": "2"},
    ),
    "permute_and_flip": (*EPSILONS, {"epsilon": "1", "n": "3"}, {"epsilon": "ln(2)", "monotonic": True}),
    "report_noisy_max": (
        *EPSILONS,
        *({**parameters, "shape": "one-sided"} for parameters in EPSILONS),
        {"epsilon": "ln(4)", "n": "3"},
    ),
    "report_noisy_max_value": (
        *EPSILONS,
        *({**parameters, "shape": "one-sided"} for parameters in (*SEVERAL, {"epsilon": "ln(2)"})),
    ),
    "above_threshold": (*EPSILONS, {"epsilon": "ln(4)", "threshold": "1"}),
    "svt_lyu_su_li": (*SEVERAL, {"epsilon": "ln(4)", "c": "2"}),
    "svt_dwork_roth": (*SEVERAL, {"epsilon": "ln(4)", "c": "2"}),
    "svt_roth": SEVERAL,
    "svt_lee_clifton": SEVERAL,
    "svt_stoddard": SEVERAL,
    "svt_chen": SEVERAL,
    "num_svt": SEVERAL,
    "gap_svt": SEVERAL,
    "bad_gap_svt": SEVERAL,
    "adaptive_svt": ({"epsilon": "ln(16)"},),
    "partial_sum_clamped": ({"epsilon": "ln(2)"}, {"epsilon": "1", "n": "2"}),
    "bad_partial_sum_clamped": ({"epsilon": "ln(2)"}, {"epsilon": "1", "n": "2"}),
    "prefix_sum_clamped": ({"epsilon": "ln(2)", "n": "2"}, {"epsilon": "1", "n": "2"}),
    "smart_sum_clamped": ({"epsilon": "ln(2)", "n": "2"},),
    "bad_smart_sum_clamped": ({"epsilon": "ln(2)", "n": "2"},),
    "noisy_histogram_clamped": (*SEVERAL, {"epsilon": "ln(2)", "release": ["0", "1"]}),
    "bad_noisy_histogram_clamped": ({"epsilon": "1"}, {"epsilon": "1/2"}),
    "sparse_histogram_clamped": (
        {"n": "4", "k": "2", "alpha": "ln(4)", "gamma": "1"},
        {"n": "2", "k": "2", "alpha": "1", "gamma": "1/10"},
    ),
    "l_infinity": (
        {"d": "1", "epsilon": "ln(2)"},
        {"d": "2", "epsilon": "ln(2)"},
        {"d": "2", "epsilon": "1"},
    ),
    "bootstrap": ({"n": "2", "Z": "1/2"}, {"n": "3", "Z": "1"}),
    "noisy_sum_by_quantile_clamped": (
        {"n": "2", "alpha": "ln(2)", "delta": "1/4"},
        {"n": "4", "alpha": "1", "delta": "1/2"},
    ),
    "name_and_shame": ({"n": "1", "delta": "1/10"}, {"n": "2", "delta": "1/1000"}, {"n": "2", "delta": "0"}),
    "rappor": (
        {"filters": FILTERS, "size": "3"},
        {"filters": FILTERS, "size": "3", "f": "1/2", "p": "1/4", "q": "3/4"},
    ),
    "rappor_one_time": ({"filters": FILTERS, "size": "3"}, {"filters": FILTERS, "size": "3", "f": "0"}),
    "constant": ({"value": "c"},),
    "identity": ({"domain": ["0", "1", "2"]},),
}
"""Every mechanism with the parameters that are asked for."""

REFUSED: tuple[tuple[str, Parameters, Json], ...] = (
    ("randomised_response", {"epsilon": "-1"}, False),
    ("randomised_response", {"bias": "11/10"}, False),
    ("randomised_response", {}, False),
    ("randomised_response", {"epsilon": "1", "bias": "1/2"}, False),
    ("randomised_response_categories", {"k": "1", "epsilon": "1"}, "0"),
    ("randomised_response_categories", {"k": "3/2", "epsilon": "1"}, "0"),
    ("geometric_clamped", {"n": "0", "epsilon": "1"}, "0"),
    ("geometric_clamped", {"n": "2", "epsilon": "1", "low": "3", "high": "1"}, "0"),
    ("geometric_truncated", {"n": "2", "epsilon": "-1/2"}, "0"),
    ("geometric_truncated", {"n": "2", "epsilon": "1", "sensitivity": "0"}, "0"),
    ("discrete_laplace_clamped", {"scale": "0", "low": "0", "high": "1"}, "0"),
    ("discrete_laplace_clamped", {"scale": "-1", "low": "0", "high": "1"}, "0"),
    ("discrete_gaussian_truncated", {"variance": "0", "low": "0", "high": "1"}, "0"),
    ("discrete_gaussian_truncated", {"variance": "1", "low": "1", "high": "0"}, "0"),
    ("geo_sample", {"n": "2", "k": "-1"}, "0"),
    ("above_threshold", {"epsilon": "1", "n": "0"}, []),
    ("name_and_shame", {"n": "1", "delta": "2"}, ["0"]),
    ("gaussian_on_the_reals", {"epsilon": "1"}, "0"),
)
"""Parameters outside their range, and a mechanism without a definition; the inputs are not at fault."""

RENAMED = frozenset({"randomised_response", "above_threshold", "name_and_shame"})
"""Those whose invalid prompts had an invalid input too, so that they ask something else since 2.0.0."""

OUTSIDE = ("randomised_response", "geometric_clamped", "discrete_gaussian_truncated", "report_noisy_max")
"""Mechanisms that are asked about an input outside their domain."""

MOST_INPUTS = 5


def cases() -> Iterator[Case]:
    """Every mechanism on a few inputs; parameters and inputs that have to be refused."""
    for mechanism, choices in CATALOGUE.items():
        for parameters in choices:
            yield from _valid(mechanism, parameters)
    for mechanism, parameters, x in REFUSED:
        name = f"{mechanism} with {_brief(parameters)}"
        yield _case(
            f"{name} on {x!r}" if mechanism in RENAMED else name, mechanism, parameters, x, invalid=True
        )
    for mechanism in OUTSIDE:
        parameters = CATALOGUE[mechanism][0]
        name = f"{mechanism} with {_brief(parameters)} outside its domain"
        yield _case(name, mechanism, parameters, "1000", invalid=True)


def _valid(mechanism: str, parameters: Parameters) -> Iterator[Case]:
    domain = build(mechanism, parameters).domain
    step = max(1, -(-len(domain) // MOST_INPUTS))
    for x in dict.fromkeys((*domain[::step], domain[-1])):
        yield _case(f"{mechanism} with {_brief(parameters)} on {x!r}", mechanism, parameters, outcome(x))


def _brief(parameters: Parameters) -> str:
    return ", ".join(f"{key} {value}" for key, value in parameters.items()) or "no parameters"


def _case(name: str, mechanism: str, parameters: Parameters, x: Json, *, invalid: bool = False) -> Case:
    complete = DEFINITIONS[mechanism].complete(parameters) if mechanism in DEFINITIONS else dict(parameters)
    arguments: dict[str, Json] = {"mechanism": mechanism, "parameters": complete, "input": x}
    if invalid:
        return Case(name, "output_distribution", arguments, "invalid")
    edge = parameters.get("epsilon") in ("0", "inf") or parameters.get("bias") in ("0", "1")
    return Case(name, "output_distribution", arguments, edge_if(edge))


FAMILIES = (
    Family(
        "distributions",
        "Exact output distributions of mechanisms",
        (
            "Dwork and Roth, The Algorithmic Foundations of Differential Privacy, 2014",
            "Canonne, Kamath and Steinke, The Discrete Gaussian for Differential Privacy, NeurIPS 2020",
            "Lyu, Su and Li, Understanding the Sparse Vector Technique, VLDB 2017",
        ),
        cases,
    ),
)
