"""The definition of every mechanism that the vectors ask about, to be read in place of a program.

A definition names every parameter, with its range, and is a formula of them; a prompt gives every parameter
that the definition names, so that nothing is left to a default.
"""

from __future__ import annotations

from collections.abc import Mapping

from ..family import Definition
from . import counts, queries

CONVENTIONS = (
    "The distribution of the output of the mechanism `mechanism`, with `parameters`, on `input`, by the "
    "definition that stands here as `mechanism NAME`: a list of [output, probability] without the outputs of "
    "probability 0, in any order. In inputs and outputs a whole number is a string, a tuple a list, a truth "
    "value true or false, and no answer null. All noises are independent. For a rate 0 < r <= inf, G(r) is "
    "two-sided geometric noise, P(G(r) = z) = (1 - a)/(1 + a) a^|z| for every integer z, where a = e^(-r), "
    "and G(inf) = 0; E(r) is one-sided, P(E(r) = z) = (1 - a) a^z for z = 0, 1, 2, ..., and E(inf) = 0. "
    "clamp(v, low, high) = min(max(v, low), high). Refused are: a mechanism without a definition here; a "
    "parameter that is missing, or outside of the range that the definition states; an input that is not one "
    "that the definition states."
)

DEFINITIONS: Mapping[str, Definition] = {**counts.DEFINITIONS, **queries.DEFINITIONS}

__all__ = ["CONVENTIONS", "DEFINITIONS", "Definition"]
