"""A sampler as a case that the tape follows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ...survey.case import Case, Samples
from .calls import constructed, path, sample_snippet, sampler

TAPE: Mapping[str, Any] = {"seconds": 40}
ENDLESS: Mapping[str, Any] = {**TAPE, "raises": (OverflowError,)}
"""random() = 1/2 makes infinite noise, which is no integer, with probability 2^-53."""

SECONDS = 120
"""The time for all inputs of a sampler, on a busy machine too."""


def tape_case(mechanism: str, parameters: Mapping[str, Any], domain: Sequence[Any], **options: Any) -> Case:
    """The answers of a mechanism with these parameters; options replace what is usual."""
    text = options.pop("text", "{0}.randomise(x)").format(constructed(mechanism, parameters))
    return Samples(
        function=path(mechanism),
        sampler=sampler(text),
        parameters=parameters,
        domain=domain,
        epsilon=options.pop("epsilon", parameters.get("epsilon")),
        route="tape",
        tape=options.pop("tape", TAPE),
        snippet=sample_snippet(text),
        seconds=options.pop("seconds", SECONDS),
        **options,
    )
