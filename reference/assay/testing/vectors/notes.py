"""What a flag of a test vector means: a class of bugs, its effect, and where it happened."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Note:
    """A class of bugs, what it does to an answer, and where it was seen."""

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
        "A loss equal to epsilon is not counted where losses from epsilon on are: > for >=.",
        "The probability of a large loss is too small by that of an outcome.",
        "Probabilistic in place of approximate differential privacy; float comparison of losses.",
    ),
    "TieAtThreshold": Note(
        "A noisy value that equals the noisy threshold is taken to be below it, > for >=, or the last of "
        "several largest noisy values wins in place of the first.",
        "The output has another distribution; on the integers ties are common.",
        "Code written for continuous noise, where ties have probability 0, and run with integer noise.",
    ),
    "EventsNotOutcomes": Note(
        "delta is computed as the largest difference at one outcome in place of the sum over an event.",
        "delta is too small as soon as two outcomes count.",
        "Statistical testers that compare single outputs only.",
    ),
    "ExtremeParameter": Note(
        "The formula is evaluated as it stands in binary64: a power or an exponential overflows, "
        "underflows, or a difference cancels.",
        "No answer, infinity, or a number whose first nine digits are not those of the truth, and smaller.",
        "Accountants at tiny epsilon, at large orders, or with many rounds; diffprivlib 0.6.6 and "
        "dp-accounting 0.6.0, which find too little Gaussian noise at delta = 1e-20 and at delta = 1e-300.",
    ),
    "TruncatedNotClamped": Note(
        "Noise conditioned on the output range is taken for output moved to the ends of the range.",
        "The normalising constant depends on the data: the true epsilon exceeds the claimed one.",
        "Geometric mechanisms by rejection; the name 'truncated geometric mechanism' of the clamped one.",
    ),
    "WrongMechanism": Note(
        "The private algorithm is answered where a known incorrect variant of it is asked for.",
        "An audit of the variant is an audit of something else: the variant costs more than its name "
        "promises, or everything.",
        "Lyu, Su and Li, VLDB 2017 (sparse vector variants); noisy-max variants that release the value.",
    ),
    "JointSample": Note(
        "Several releases of ONE sample are accounted for as if each drew a sample of its own.",
        "Amplification is counted k times where it applies once; delta is too small.",
        "Training loops that keep a batch for several queries.",
    ),
    "AddDirection": Note(
        "The bound for adding a record is used for removing one.",
        "epsilon or delta too small in one direction.",
        "Amplification lemmas quoted for one direction of add/remove adjacency.",
    ),
    "Direction": Note(
        "The bound for removing a record is used for adding one.",
        "epsilon or delta too small in one direction.",
        "Amplification lemmas quoted for one direction of add/remove adjacency.",
    ),
    "GroupDelta": Note(
        "delta of a group is taken as k delta, without the factor e^((k-1) epsilon).",
        "delta too small for every group of two or more.",
        "A common misquotation of group privacy for delta > 0.",
    ),
    "RoundedDown": Note(
        "A number that is to be rounded up, or down, is rounded to nearest.",
        "The printed epsilon is below the true one: a false claim, if by one unit in the last place.",
        "Every accountant that returns the float it computed: bounds of autodp, diffprivlib, "
        "dp-accounting, opendp and prv-accountant lie on the wrong side by rounding.",
    ),
    "Subnormal": Note(
        "Numbers below 2^-1022 are flushed to zero.",
        "A positive delta becomes 0.",
        "Processors and compilers set to flush to zero; conversion through a quotient of two floats.",
    ),
    "CalibrationTooSmall": Note(
        "A search for the noise stops one step before the smallest value that is enough, or a classical "
        "formula is used outside of its range.",
        "The released noise does not meet the target.",
        "The classical Gaussian calibration used for epsilon above 1; autodp 0.2.3.1, whose analytic "
        "Gaussian calibration stops at an absolute error of 1e-12 of delta, also for delta = 1e-13.",
    ),
    "DeltaIgnored": Note(
        "The delta of the mechanism, or of the rounds, is taken to be 0.",
        "delta too small, and epsilon too where it depends on delta.",
        "Formulas of pure differential privacy applied to approximate mechanisms.",
    ),
    "OneDirection": Note(
        "Only one of the two directions of a pair of neighbours is within the target.",
        "The noise is too small for the other direction.",
        "Calibrations to one direction where the pair is not symmetric.",
    ),
    "ModuloBias": Note(
        "A whole number below m is drawn as random bits modulo m, in place of drawing again.",
        "Small outputs are too likely: the noise has another distribution than the proof.",
        "Samplers that reduce random words with %, in many languages.",
    ),
    "BitOrder": Note(
        "The bits of a number are read with the least significant first.",
        "The distribution is right, and the trace is not that of the algorithm as written.",
        "Ports between libraries whose sources of randomness order bits in another way.",
    ),
    "ThresholdOffByOne": Note(
        "A threshold, or the number of people from which on something is certain, is taken one too small, as "
        "if a lone person were counted as 0.",
        "A partition that only one person is in is released with more than delta.",
        "Thresholds b ln(1/(2 delta)) without the 1 that the person contributes.",
    ),
    "DeltaNotShared": Note(
        "A delta that several partitions, orders or budgets share is given to each of them in full.",
        "The threshold, or the bound on the loss, is too small: delta is spent several times.",
        "Partition selection for people in many partitions; Renyi filters that take the best of several "
        "orders.",
    ),
    "NoiseDelta": Note(
        "The delta of a thresholded histogram is taken to be that of its threshold, without that of its "
        "noise.",
        "delta is too small where people are in partitions that others are in, too.",
        "Gaussian noise with a threshold, whose two deltas are reported as one.",
    ),
    "MovedRecord": Note(
        "A record that moves from one part, or node, to another is counted in one of the two only.",
        "epsilon and delta for replacing a record are too small, by up to a factor of 2.",
        "Parallel composition quoted as the largest epsilon for replace-one adjacency.",
    ),
    "OverlapIgnored": Note(
        "Parts that overlap, or several that a record affects, are composed as if a record were in one of "
        "them.",
        "epsilon and delta are too small.",
        "Queries per column or per day that are called parallel, with people in several of them.",
    ),
    "CheckedAfterSpending": Note(
        "A filter looks at what was spent before a round, without the round that is to be admitted.",
        "The round that crosses the budget is admitted.",
        "Accountants that raise an alarm at the round after the one that broke the budget.",
    ),
    "RefusedIsCharged": Note(
        "A round that was refused is charged all the same.",
        "Later rounds that fit are refused.",
        "Accountants that add first and compare then.",
    ),
    "ExactlySpent": Note(
        "A round that spends exactly what is left is refused: < for <=.",
        "The last part of a budget cannot be spent; with floats it depends on rounding.",
        "Budgets divided into equal parts, and compared as floats.",
    ),
    "TreeHeight": Note(
        "A binary tree is taken to be one level lower than it is: log_2 of the number of steps, without "
        "the leaves.",
        "The noise is too small, and epsilon with it, for every record.",
        "Continual counters with log_2 T in place of log_2 T + 1 nodes for a record.",
    ),
    "PrefixesSubtracted": Note(
        "The count of a range is taken as the difference of two prefixes, in place of the fewest nodes of "
        "the range.",
        "More noise than is needed.",
        "Continual counters that have prefixes only.",
    ),
    "OrdersMixed": Note(
        "The divergence of one order is converted at another one, larger than it.",
        "epsilon or delta too small.",
        "Curves of divergences whose lists of orders differ.",
    ),
    "VacuousComposition": Note(
        "A delta that a bound gives is not capped at 1.",
        "A number above 1 is reported as a probability.",
        "Basic composition with many rounds, and group privacy.",
    ),
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
