"""Classes of bugs of snapping, of grids, of sums of fixed width, of losses on a grid, and of shuffling."""

from __future__ import annotations

from collections.abc import Mapping

from .note import Note

ROUNDING_NOTES: Mapping[str, Note] = {
    "SnapGrid": Note(
        "The snapping mechanism rounds to multiples of its scale, not of the next power of two.",
        "The rounding is no longer exact in binary64, and the output has another distribution.",
        "Ports of the snapping mechanism that leave the power of two out.",
    ),
    "SnapRealNoise": Note(
        "The snapping mechanism in binary64 is taken to have the distribution that it has in real "
        "arithmetic.",
        "epsilon is too small: rounding moves some mass over the ends of cells.",
        "Proofs of mechanisms in real arithmetic, quoted for programs.",
    ),
    "SnapSlack": Note(
        "The epsilon of the snapping mechanism is stated as 1/scale, without 2^-49 bound/scale.",
        "A false claim, the more so the larger the bound is.",
        "Calibrations that divide the sensitivity by epsilon and leave out what floats cost.",
    ),
    "TieToEven": Note(
        "A tie is rounded to even where the rule says up, down, or away from 0.",
        "Another grid point; with ties to even a step of one cell can become two.",
        "The round of Python, NumPy and R, which is not that of C or SQL.",
    ),
    "SensitivityUnrounded": Note(
        "Rounding is taken to leave the sensitivity as it was.",
        "The noise is too small: values that are a little apart may be rounded a whole step apart, or two.",
        "Data rounded before noise is added; floats, which round every intermediate sum.",
    ),
    "RandomAsNearest": Note(
        "Rounding at random is replaced by rounding to nearest.",
        "The rounded value is biased, and has another distribution.",
        "Quantisation for secure aggregation.",
    ),
    "HighNotWidth": Note(
        "The sensitivity of a sum is taken as the largest absolute value where a record is replaced, which "
        "moves the sum by high - low.",
        "The noise is too small, by half where the bounds are symmetric around 0.",
        "Formulas for add/remove adjacency, used for replacement; Casacuberta et al., CCS 2022.",
    ),
    "OverflowIgnored": Note(
        "Integer sums are treated as if they had no end.",
        "One record can take a sum from one end of the range to the other: the sensitivity is nearly 2^bits.",
        "Casacuberta et al., CCS 2022, on sums in 64 bits that wrap around.",
    ),
    "SaturatedAtTheEnd": Note(
        "A sum that saturates is saturated once, after all additions.",
        "Another sum, which depends on the order of the records where the program does.",
        "Sums in wide accumulators, compared with those of vector instructions.",
    ),
    "PessimisticDown": Note(
        "Losses are rounded down where delta must not be too small, and up where it must not be too large.",
        "Both bounds are on the wrong side of the truth.",
        "Floor for ceiling in the indices of privacy loss distributions.",
    ),
    "MassAtInfinity": Note(
        "The outcomes that only one of the two distributions has are left out of the privacy loss.",
        "delta is too small, at most by the probability of a certain disclosure.",
        "Privacy loss distributions kept as arrays of finite losses.",
    ),
    "InfinityNotComposed": Note(
        "The probability of an infinite loss is kept as it is in a composition.",
        "delta is too small, up to k times.",
        "Self-composition of the finite part alone, by a Fourier transform.",
    ),
    "OwnReportHides": Note(
        "n reports hide a person among n where the others are n - 1.",
        "delta is too small, for few people by much.",
        "Formulas for shuffling in which n counts the others.",
    ),
    "ClonesMisprint": Note(
        "The closed form of the clones bound is evaluated with ln(2/delta) for ln(4/delta).",
        "epsilon is smaller than what the proof gives.",
        "The printed version of Feldman, McMillan and Talwar, FOCS 2021.",
    ),
}
