"""What a flag of a test vector means: a class of bugs, its effect, and where it happened."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Note:
    """A class of bugs."""

    bug_class: str
    effect: str
    seen_in: str


NOTES: Mapping[str, Note] = {
    "ArgumentOutsideRange": Note(
        "A parameter outside its range is accepted: a negative epsilon, a delta or a rate above "
        "1, no rounds at all.",
        "A meaningless number is reported as a guarantee.",
        "A recurring class in code that computes formulas without checking their hypotheses.",
    ),
    "NotADistribution": Note(
        "Probabilities that do not sum to 1, or a negative one, are accepted.",
        "Divergences lose their meaning; a missing mass hides an infinite loss.",
        "Privacy loss distributions truncated without accounting for the lost mass; autodp 0.2.3.1, whose "
        "numerical inversion misses the atoms of randomised response.",
    ),
    "InfiniteLoss": Note(
        "An outcome that only one of the two distributions has is skipped, or divided by zero.",
        "A mechanism that names its victim is called private.",
        "Kullback-Leibler and ratio tests over the common support; noise clamped before it is added.",
    ),
    "Asymmetry": Note(
        "delta(P, Q) is taken for delta(Q, P).",
        "The smaller of two different numbers is reported; the guarantee needs both directions.",
        "Add/remove adjacency with sampling, where the directions differ.",
    ),
    "LossAtThreshold": Note(
        "A loss equal to epsilon is counted on the wrong side, or through a rounded comparison.",
        "delta is off by the mass of an outcome.",
        "Probabilistic in place of approximate differential privacy; float comparison of losses.",
    ),
    "EventsNotOutcomes": Note(
        "delta is computed as the largest difference at one outcome in place of the sum over an event.",
        "delta is too small as soon as two outcomes count.",
        "Statistical testers that compare single outputs only.",
    ),
    "ExtremeParameter": Note(
        "A power or an exponential overflows, underflows or cancels in floats.",
        "NaN, 0 or infinity in place of a small or large number.",
        "Accountants at tiny epsilon, at large orders, or with many rounds; diffprivlib 0.6.6 and "
        "dp-accounting 0.6.0, which find too little Gaussian noise at delta = 1e-20 and at delta = 1e-300.",
    ),
    "TruncatedNotClamped": Note(
        "Noise conditioned on the output range is taken for output moved to the ends of the range.",
        "The normalising constant depends on the data: the true epsilon exceeds the claimed one.",
        "Geometric mechanisms by rejection; the name 'truncated geometric mechanism' of the clamped one.",
    ),
    "WrongMechanism": Note(
        "A known incorrect variant; its distribution is asked for as it is.",
        "The variant costs more than its name promises, or everything.",
        "Lyu, Su and Li, VLDB 2017 (sparse vector variants); noisy-max variants that release the value.",
    ),
    "JointSample": Note(
        "Several releases of ONE sample are accounted for as if each drew a sample of its own.",
        "Amplification is counted k times where it applies once; delta is too small.",
        "Training loops that keep a batch for several queries.",
    ),
    "Direction": Note(
        "The bound for adding a record is used for removing it.",
        "epsilon or delta too small in one direction.",
        "Amplification lemmas quoted for one direction of add/remove adjacency.",
    ),
    "GroupDelta": Note(
        "delta of a group is taken as k delta, without the factor e^((k-1) epsilon).",
        "delta too small for every group of two or more.",
        "A common misquotation of group privacy for delta > 0.",
    ),
    "RoundedDown": Note(
        "A privacy parameter is rounded to nearest, or towards zero.",
        "The printed epsilon is below the true one: a false claim, if by one unit in the last place.",
        "Every accountant that returns the float it computed: bounds of autodp, diffprivlib, dp-accounting, "
        "opendp and prv-accountant lie on the wrong side by rounding.",
    ),
    "Subnormal": Note(
        "Numbers below 2^-1022 are flushed to zero, or numbers beyond the largest float are mistreated.",
        "A positive delta becomes 0, a finite epsilon infinite, or the reverse.",
        "Conversion through a quotient of two floats.",
    ),
    "CalibrationTooSmall": Note(
        "A search for the noise stops below the smallest sufficient value, or uses a bound "
        "outside its range.",
        "The released noise does not meet the target.",
        "The classical Gaussian calibration used for epsilon above 1; autodp 0.2.3.1, whose analytic "
        "Gaussian calibration stops at an absolute error of 1e-12 of delta, also for delta = 1e-13.",
    ),
    "VacuousComposition": Note(
        "The composed delta is not capped at 1, or the basic bound is mistaken for the exact one.",
        "A number above 1 is reported as a probability; or a loose number as an exact one.",
        "Basic composition with many rounds.",
    ),
}
