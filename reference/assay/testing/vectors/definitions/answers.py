"""Definitions of mechanisms whose input is an answer, a row or a list of bits."""

from __future__ import annotations

from .definition import Definition, Parameters

BIAS = "; exactly one of the parameters epsilon, 0 <= epsilon <= inf, and bias, 0 <= bias <= 1, is given."
_REPORT: Parameters = {"f": "3/4", "p": "9/20", "q": "11/20"}


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
}
