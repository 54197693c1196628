"""Definitions of mechanisms whose input is a count, a vector of counts, or a stream of them."""

from __future__ import annotations

from ....outputs.json_values import Json
from .definition import Definition, Parameters


def _whole_range(given: Parameters) -> Parameters:
    return {"sensitivity": "1", "low": "0", "high": given["n"]}


_HISTOGRAM: Parameters = {"cells": "2", "largest": "2", "sensitivity": "1", "release": ["0", "2"]}
_BAD_HISTOGRAM: Parameters = {"cells": "2", "largest": "2", "release": ["0", "2"]}


def _stream(given: Parameters) -> Parameters:
    release: list[Json] = ["0", given.get("n", "3")]
    return {"n": "3", "release": release}


_BLOCKS: Parameters = {"n": "3", "block": "2", "release": ["0", "2"]}


def _sum_range(given: Parameters) -> Parameters:
    return {"values": ["0", "1"], "release": ["0", given["n"]]}


RANGE = "n >= 1, sensitivity >= 1 and low <= high are whole, 0 <= epsilon <= inf. Input x in 0..n. "
ENDS = "release = [low, high] holds two whole numbers, low <= high. "
BITS = "Input a list (q_1, ..., q_n) of n bits, n >= 1 whole. "
SMART = (
    f"n >= 1 and block >= 2 are whole. {BITS}"
    + "Positions block, 2 block, 3 block, ... end a block. The term of a "
    "position i that ends a block is t_i = {total}, where S is the sum of the q_j of its block, j = i - "
    "block + "
    "1..i; the term of any other position i is t_i = clamp(q_i + G(epsilon), low, high). The output is (y_1, "
    "..., y_n), where y_i is the sum of t_j over all j <= i that end a block, plus the sum of t_j over "
    "the j <= i "
    "that do not, and come after the last end of a block at or before i. "
)

DEFINITIONS = {
    "geometric_clamped": Definition(
        RANGE + "Output clamp(x + G(epsilon/sensitivity), low, high). At epsilon = 0, where there is no such "
        "noise, low and high have probability 1/2 each, or 1 together where low = high.",
        _whole_range,
    ),
    "geometric_truncated": Definition(
        f"{RANGE}P(y) is proportional to a^|y - x| for y = low..high, where a = e^(-epsilon/sensitivity) "
        "and 0^0 = 1: x + G(epsilon/sensitivity), conditioned on lying in low..high.",
        _whole_range,
    ),
    "discrete_laplace_clamped": Definition(
        "scale > 0 is rational, low <= high are whole. Input x in low..high. Output clamp(x + G(1/scale), "
        "low, high)."
    ),
    "discrete_gaussian_truncated": Definition(
        "variance > 0 is rational, low <= high are whole. Input x in low..high. P(y) is proportional to "
        "e^(-(y - x)^2/(2 variance)) for y = low..high."
    ),
    "geo_sample": Definition(
        "n >= 1 and k >= 0 are whole. Input c in 0..n. P(z) = (F(z) - F(z - 1))/d for z = 0..n, where d = "
        "(2^(k+1) + 1) (2^k + 1)^(n-1), F(-1) = 0, F(z) = 2^(k(c-z)) (2^k + 1)^(n-(c-z)) for 0 <= z < c, "
        "F(z) = d - 2^(k(z-c+1)) (2^k + 1)^(n-1-(z-c)) for c <= z < n, and F(n) = d."
    ),
    "partial_sum_clamped": Definition(
        "0 < epsilon <= inf. " + ENDS + BITS + "Output clamp(q_1 + ... + q_n + G(epsilon), low, high).",
        _stream,
    ),
    "bad_partial_sum_clamped": Definition(
        "0 < epsilon <= inf. " + ENDS + BITS + "Output clamp(q_1 + ... + q_n + G(2 epsilon), low, high).",
        _stream,
    ),
    "prefix_sum_clamped": Definition(
        "0 < epsilon <= inf. " + ENDS + BITS + "Output (y_1, y_1 + y_2, ..., y_1 + ... + y_n), where y_i = "
        "clamp(q_i + G_i, low, high) and each G_i is a G(epsilon).",
        {"n": "3", "release": ["0", "1"]},
    ),
    "smart_sum_clamped": Definition(
        "0 < epsilon <= inf. " + ENDS + SMART.format(total="clamp(S + G(epsilon), low, high)"), _BLOCKS
    ),
    "bad_smart_sum_clamped": Definition("0 < epsilon <= inf. " + ENDS + SMART.format(total="S"), _BLOCKS),
    "noisy_histogram_clamped": Definition(
        f"0 < epsilon <= inf; cells, largest and sensitivity are whole, >= 1. {ENDS}Input a list (x_1, ...) "
        "of cells whole numbers in 0..largest. Output the list of clamp(x_i + G_i, low, high), where each "
        "G_i is a G(epsilon/sensitivity).",
        _HISTOGRAM,
    ),
    "bad_noisy_histogram_clamped": Definition(
        f"epsilon > 0 is rational; cells and largest are whole, >= 1. {ENDS}Input a list (x_1, ...) of "
        "cells whole numbers in 0..largest. Output the list of clamp(x_i + G_i, low, high), where each G_i "
        "is a G(1/epsilon).",
        _BAD_HISTOGRAM,
    ),
    "sparse_histogram_clamped": Definition(
        f"n >= 1 and k >= 2 are whole, 0 < alpha < inf, 0 <= gamma <= 1. {ENDS}Input a list (c_1, ..., c_k) "
        "of whole numbers >= 0 with sum n. Output the list (z_1, ..., z_k), where z_j = 0 if c_j = 0 and 2 "
        "k <= gamma n, and z_j = clamp(c_j + G_j, low, high) otherwise, each G_j a G(alpha/2).",
        lambda given: {"release": ["0", given["n"]]},
    ),
    "l_infinity": Definition(
        "d >= 1 and sensitivity >= 1 and low <= high are whole, 0 < epsilon <= inf, tails is clamped. Input "
        "a list x of d whole numbers in low..high. Output the list of clamp(x_j + Z_j, low, high), j = "
        "1..d, where Z is one random vector of integers, P(Z = z) proportional to a^m, m = max(|z_1|, ..., "
        "|z_d|), a = e^(-epsilon/sensitivity): its coordinates are not independent.",
        {"sensitivity": "1", "low": "0", "high": "1", "tails": "clamped"},
    ),
    "noisy_sum_by_quantile_clamped": Definition(
        "n >= 2 is whole and even, 0 < alpha < inf, 0 <= delta < 1; values is a list of whole numbers. "
        f"{ENDS}Input a list (x_1, ..., x_n) of n of the values. Of the h = n/2 differences |x_i - "
        "x_(i+h)|, i = 1..h, let t be the (1 - delta) h-th smallest, (1 - delta) h rounded up to a whole "
        "number and to 1 at least. Output clamp(x_1 + ... + x_n + G(alpha/t), low, high), and without "
        "noise, G = 0, where t = 0.",
        _sum_range,
    ),
}
