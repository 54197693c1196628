"""Definitions of selection and of the sparse vector technique: the input is a vector of scores or queries."""

from __future__ import annotations

from ..family import Definition, Parameters

QUERIES = "n >= 1 is whole, 0 < epsilon <= inf. Input a list (q_1, ..., q_n) of n entries -1, 0 or 1. "
SCORES = (
    "n >= 1 is whole, 0 <= epsilon <= inf, sensitivity > 0 is rational, monotonic is true or false. Input a "
    "list (u_1, ..., u_n) of n entries 0 or 1. Let s = sensitivity if monotonic is true and 2 sensitivity "
    "otherwise, m = max(u_1, ..., u_n) and w_i = e^(-epsilon (m - u_i)/s), which is 1 where u_i = m, also at "
    "epsilon = inf. "
)
SHAPE = "shape is two-sided or one-sided: each Z_i is a G(epsilon/2), or an E(epsilon/2). "
COUNT = "c >= 1 is whole. "
AT = "threshold is whole. "
BOOLEAN = (
    "One after the other, for i = 1..n: draw N_i, and answer true if q_i + N_i >= threshold + R, and false "
    "otherwise. The output is the list of the answers. "
)
VALUES = "release = [low, high] holds two whole numbers, low <= high. "
NUMBER = (
    "One after the other, for i = 1..n: draw N_i; if q_i + N_i >= threshold + R answer {value}, and null "
    "otherwise. "
    "The output is the list of the answers, which ends with the c-th that is not null, or with that of q_n. "
)
CLAMPED, FRESH, GAP = (
    NUMBER.format(value=value)
    for value in (
        "clamp(q_i + N_i, low, high)",
        "clamp(q_i + F_i, low, high)",
        "min(q_i + N_i - threshold - R, release)",
    )
)
ENDS = "It ends with the c-th true, or with the answer to q_n. "
NEVER = "All n queries are answered. "
_COMPARISONS: Parameters = {"n": "2", "threshold": "0"}
_COUNTED: Parameters = {"n": "2", "c": "1", "threshold": "0"}
_VALUED: Parameters = {"n": "2", "c": "1", "threshold": "0", "release": ["-1", "1"]}
_GAPS: Parameters = {"n": "2", "c": "1", "threshold": "0", "release": "2"}
_SELECTION: Parameters = {"n": "2", "sensitivity": "1", "monotonic": False}

DEFINITIONS = {
    "exponential_mechanism": Definition(
        SCORES + "P(i) = w_(i+1)/(w_1 + ... + w_n) for i = 0..n-1.", _SELECTION
    ),
    "permute_and_flip": Definition(
        f"{SCORES}P(i) = w_(i+1) times the integral over t from 0 to 1 of the product over j != i+1 of (1 - "
        "t w_j), for i = 0..n-1.",
        _SELECTION,
    ),
    "exponential_base2": Definition(
        "x, y, z and n are whole, >= 1, and x <= 2^y. Input a list (u_1, ..., u_n) of n entries 0 or 1. "
        "P(i) is proportional to (x/2^y)^(z u_(i+1)) for i = 0..n-1.",
        {"z": "1", "n": "2"},
    ),
    "report_noisy_max": Definition(
        QUERIES + SHAPE + "ties is first. Output the smallest i in 0..n-1 for which q_(i+1) + Z_(i+1) is the "
        "largest of q_1 + Z_1, ..., q_n + Z_n: among equal ones the first.",
        {"n": "2", "shape": "two-sided", "ties": "first"},
    ),
    "report_noisy_max_value": Definition(
        QUERIES + SHAPE + VALUES + "Output clamp(max(q_1 + Z_1, ..., q_n + Z_n), low, high).",
        {"n": "2", "shape": "two-sided", "release": ["-1", "1"]},
    ),
    "above_threshold": Definition(
        f"{QUERIES}{AT}R is a G(epsilon/2), drawn once, and each N_i a G(epsilon/4). {BOOLEAN}It ends with "
        "the first true, or with the answer to q_n.",
        _COMPARISONS,
    ),
    "svt_lyu_su_li": Definition(
        f"{QUERIES}{COUNT}{AT}R is a G(epsilon/2), drawn once, and each N_i a G(epsilon/(4 c)). "
        f"{BOOLEAN}{ENDS}",
        _COUNTED,
    ),
    "svt_dwork_roth": Definition(
        f"{QUERIES}{COUNT}{AT}R is a G(epsilon/(2 c)), drawn at the start and anew after each answer true, "
        f"and each N_i a G(epsilon/(4 c)). {BOOLEAN}{ENDS}",
        _COUNTED,
    ),
    "svt_lee_clifton": Definition(
        f"{QUERIES}{COUNT}{AT}R is a G(epsilon/4), drawn once, and each N_i a G(3 epsilon/4). "
        f"{BOOLEAN}{ENDS}",
        _COUNTED,
    ),
    "svt_stoddard": Definition(
        QUERIES + AT + "R is a G(epsilon/2), drawn once, and each N_i is 0. " + BOOLEAN + NEVER, _COMPARISONS
    ),
    "svt_chen": Definition(
        QUERIES + AT + "R is a G(epsilon/2), drawn once, and each N_i a G(epsilon/2). " + BOOLEAN + NEVER,
        _COMPARISONS,
    ),
    "svt_roth": Definition(
        f"{QUERIES}{COUNT}{AT}{VALUES}R is a G(epsilon/2), drawn once, and each N_i a G(epsilon/(2 c)). "
        f"{CLAMPED}",
        _VALUED,
    ),
    "bad_gap_svt": Definition(
        f"{QUERIES}{COUNT}{AT}{VALUES}R is a G(epsilon/2), drawn once, and each N_i a G(epsilon/(4 c)). "
        f"{CLAMPED}",
        _VALUED,
    ),
    "num_svt": Definition(
        f"{QUERIES}{COUNT}{AT}{VALUES}R is a G(epsilon/3), drawn once, each N_i a G(epsilon/(6 c)), and each "
        f"fresh F_i a G(epsilon/(3 c)). {FRESH}",
        _VALUED,
    ),
    "gap_svt": Definition(
        f"{QUERIES}{COUNT}{AT}release >= 0 is whole. R is a G(epsilon/2), drawn once, and each N_i a "
        f"G(epsilon/(4 c)). {GAP}",
        _GAPS,
    ),
    "adaptive_svt": Definition(
        f"{QUERIES}{COUNT}{AT}margin >= 0 and release >= 0 are whole. R is a G(epsilon/2), drawn once. One "
        "after the other, for i = 1..n, draw a G(epsilon/(8 c)), A_i; if g = q_i + A_i - threshold - R >= "
        "margin, answer [top, min(g, margin + release)], at the price 1. Otherwise draw a G(epsilon/(4 c)), "
        "B_i; if g = q_i + B_i - threshold - R >= 0, answer [middle, min(g, release)], at the price 2; "
        "otherwise answer null, at no price. The output is the list of the answers, which ends with the "
        "first after which the prices so far sum to more than 2 c - 2, or with that to q_n. top and middle "
        "are the strings of these letters.",
        {"n": "2", "c": "1", "threshold": "0", "margin": "2", "release": "2"},
    ),
}
