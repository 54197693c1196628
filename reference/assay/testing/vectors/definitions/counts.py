"""Definitions of mechanisms whose input is an answer, a row, a list of bits, a count or counts."""

from __future__ import annotations

from ....outputs.json_values import Json
from ..family import Definition, Parameters

BIAS = "; exactly one of the parameters epsilon, 0 <= epsilon <= inf, and bias, 0 <= bias <= 1, is given."
_REPORT: Parameters = {"f": "3/4", "p": "9/20", "q": "11/20"}
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


DEFINITIONS = {
    "almost_random": Definition(
        "Input b, true or false. Output b with probability 3/4, not b with probability 1/4. No parameters."
    ),
    "randomised_response": Definition(
        "Input b, true or false. Output b with probability p, not b with probability 1 - p, where p = "
        "bias if the bias is given, and p = 1/(1 + e^(-epsilon)) otherwise" + BIAS
    ),
    "randomised_response_categories": Definition(
        "k >= 2 is whole. Input x in 0..k-1. Output x with probability p, and each other y in 0..k-1 "
        "with probability (1 - p)/(k - 1), where p = bias if the bias is given, and p = 1/(1 + (k - "
        "1) e^(-epsilon)) otherwise" + BIAS
    ),
    "randomised_response_bits": Definition(
        "n >= 1 is whole. Input a list x of n bits. P(y | x) = product over i of (p if y_i = x_i, 1 - p "
        "otherwise) for every list y of n bits, where p = bias if the bias is given, and p = 1/(1 + "
        "e^(-epsilon)) otherwise" + BIAS
    ),
    "bad_randomised_response": Definition(
        "n >= 1 is whole, 0 <= parameter <= 1. Input a list x of n bits. P(y | x) = product over i of (p if "
        "y_i = x_i, 1 - p otherwise) for every list y of n bits, where p = (1 + parameter)/2."
    ),
    "name_and_shame": Definition(
        "n >= 1 is whole, 0 <= delta <= 1. Input a list x of n bits. P(y | x) = product over i of (delta if "
        "y_i = x_i, 1 - delta if y_i = null, 0 otherwise)."
    ),
    "rappor": Definition(
        "filters gives for every value v, a key, the list B(v) of the positions in 0..size-1 of its bits "
        "that are 1, and there are two values or more; size >= 1 is whole; f, p and q lie in [0, 1]. Input "
        "one of the values v. Let i_1 < i_2 < ... be the positions that lie in B(w) for some value w, and "
        "not for all of them. The output is the list (y_1, y_2, ...) of independent bits, one for each such "
        "position, with P(y_j = 1) = (1 - f/2) q + (f/2) p where i_j lies in B(v), and (f/2) q + (1 - f/2) "
        "p where not.",
        _REPORT,
    ),
    "rappor_one_time": Definition(
        "filters gives for every value v, a key, the list B(v) of the positions in 0..size-1 of its bits "
        "that are 1, and there are two values or more; size >= 1 is whole; 0 <= f <= 1. Input one of the "
        "values v. Let i_1 < i_2 < ... be the positions that lie in B(w) for some value w, and not for all "
        "of them. The output is the list (y_1, y_2, ...) of independent bits, one for each such position, "
        "with P(y_j = 1) = 1 - f/2 where i_j lies in B(v), and f/2 where not.",
        {"f": "19/20"},
    ),
    "bootstrap": Definition(
        "n >= 1 is whole, Z > 0 rational. Input a list of n bits, k of which are 1. With m = n/Z rounded up "
        "to a whole number, P(j) = C(m, j) (k/n)^j (1 - k/n)^(m - j) for j = 0..m, where 0^0 = 1."
    ),
    "constant": Definition("Input true or false. The output is the parameter value, with probability 1."),
    "identity": Definition(
        "Input one of the entries of the parameter domain, a list. The output is the input, with "
        "probability 1."
    ),
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
