"""What each theorem needs, as data: of the adjacency relation, of the mechanisms, and which lemma proves it.

The words are those of the lemma in proofs/ (spec/lemmas.md): a test compares them, and another one runs every
theorem under every kind of relation, on generated mechanisms, against exact values.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from types import MappingProxyType


class Needs(Enum):
    """What a theorem needs of the adjacency relation."""

    ANY = "any adjacency, one for all"
    ASKS = "a symmetric adjacency, or the form for one direction"
    SYMMETRIC = "a symmetric adjacency"
    ADD_REMOVE = "add/remove-one"
    REPLACE = "replace-one"


@dataclass(frozen=True)
class Theorem:
    """The relation that a theorem needs, its other hypotheses, and the lemma that states them."""

    needs: Needs
    hypotheses: tuple[str, ...] = ()
    lemma: str | None = None

    @property
    def one_way(self) -> str | None:
        """The lemma that is used with symmetric=False."""
        if self.needs is not Needs.ASKS:
            return None
        return ONE_WAY_ROUNDS if self.hypotheses[-2:] == CHOSEN else ONE_WAY_PAIR


ONE_WAY_PAIR, ONE_WAY_ROUNDS = "the profile of one direction", "composition in one direction"
CHOSEN = ("fresh randomness", "chosen by the answers so far")
SAMPLED = ("stays secret", "drawn afresh for each release")
DRAWN = ("stay secret", "drawn afresh for each release")
SMOOTH = (
    "s(x) <= e^beta s(x') in both orders",
    "abs(g(x) - g(x')) <= min(s(x), s(x'))",
    "e^beta <= 1 + 2 beta",
)
OPTIMAL = Theorem(Needs.ASKS, ("(eps_i, delta_i)-DP", *CHOSEN), "optimal adaptive composition")
POISSON = Theorem(
    Needs.ADD_REMOVE,
    ("an (eps, delta)-DP mechanism", "a Poisson sample of rate q", *SAMPLED),
    "amplification by Poisson sampling",
)
REPLACED = Theorem(
    Needs.REPLACE,
    ("(eps, delta_k)-DP for groups of k", "m draws with replacement from n records", *DRAWN),
    "amplification by sampling with replacement",
)
SHUFFLED = Theorem(Needs.REPLACE, ("fresh randomness",))
BASIC = Theorem(
    Needs.ANY,
    (
        "an (eps_1, delta_1)-DP mechanism",
        "an (eps_2, delta_2)-DP one",
        "fresh randomness",
        "chosen by the first answer",
    ),
    "basic composition",
)
RENYI = Theorem(
    Needs.ANY, ("D_alpha at most r_i", "one alpha for all rounds", *CHOSEN), "composition of Renyi DP"
)
CONCENTRATED = Theorem(
    Needs.ANY, ("D_alpha at most rho_i alpha", *CHOSEN), "zCDP: composition and conversion"
)

THEOREMS = MappingProxyType(
    {
        "basic_composition": BASIC,
        "optimal_composition": OPTIMAL,
        "optimal_composition_of": OPTIMAL,
        "optimal_composition_delta": OPTIMAL,
        "optimal_composition_points": OPTIMAL,
        "advanced_composition": Theorem(Needs.ASKS, ("(eps, delta)-DP", *CHOSEN), "advanced composition"),
        "renyi_composition": RENYI,
        "zcdp_composition": CONCENTRATED,
        "random_dp_composition": Theorem(
            Needs.REPLACE,
            ("(alpha_i, gamma_i)-Random DP", "fresh randomness", "given in advance"),
            "composition of Random DP",
        ),
        "smooth_noise_eta": Theorem(Needs.ANY, SMOOTH),
        "random_sensitivity": Theorem(
            Needs.REPLACE,
            (
                "s(X) <= e^beta s(X') but for gamma1",
                "abs(g(X) - g(X')) <= min(s(X), s(X')) but for gamma2, of the rows exchanged",
                "rows drawn independently",
                "e^beta <= 1 + 2 beta",
            ),
        ),
        "pair_quantile_exceedance": Theorem(
            Needs.REPLACE, ("rows drawn independently", "a symmetric h", "n/2 disjoint pairs")
        ),
        "profile_from_dp": Theorem(
            Needs.ASKS, ("the (eps, delta) inequality",), "the canonical pair dominates"
        ),
        "total_variation_from_dp": Theorem(
            Needs.ASKS, ("(eps, delta)-DP",), "total variation of pure and approximate DP"
        ),
        "kl_from_pure": Theorem(Needs.ASKS, ("eps-DP",), "Kullback-Leibler divergence of pure DP"),
        "renyi_from_pure": Theorem(Needs.ASKS, ("eps-DP",), "zCDP from pure DP, tight form"),
        "zcdp_from_pure": Theorem(Needs.ASKS, ("eps-DP",), "zCDP from pure DP, tight form"),
        "profile_of": Theorem(Needs.ASKS, ("the (eps, delta) inequality",), "the canonical pair dominates"),
        "to_approximate": Theorem(Needs.ASKS),
        "to_profile": Theorem(Needs.ASKS, ("the (eps, delta) inequality",), "the canonical pair dominates"),
        "to_renyi": Theorem(Needs.ASKS, ("eps-DP",), "zCDP from pure DP, tight form"),
        "to_concentrated": Theorem(Needs.ASKS, ("eps-DP",), "zCDP from pure DP, tight form"),
        "ProfileGuarantee": Theorem(Needs.ASKS),
        "TradeoffGuarantee": Theorem(Needs.ANY),
        "PldGuarantee": Theorem(Needs.ANY),
        "dp_from_probabilistic": Theorem(
            Needs.ANY, ("P[loss > eps] <= delta",), "probabilistic and approximate DP"
        ),
        "probabilistic_from_dp": Theorem(
            Needs.ANY, ("an (eps, delta)-DP pair", "t > eps"), "probabilistic and approximate DP"
        ),
        "rdp_to_dp": Theorem(Needs.ANY, ("D_alpha(P || Q) <= r",), "Renyi DP to approximate DP"),
        "rdp_to_delta": Theorem(Needs.ANY, ("D_alpha(P || Q) <= r",), "Renyi DP to approximate DP"),
        "zcdp_to_dp": Theorem(
            Needs.ANY, ("D_alpha at most rho alpha for every alpha > 1",), "zCDP: composition and conversion"
        ),
        "zcdp_to_rdp": Theorem(Needs.ANY),
        "group_privacy": Theorem(Needs.ANY, ("(eps, delta)-DP for one individual",), "group privacy"),
        "group_tradeoff": Theorem(Needs.ANY),
        "mixture_bound": Theorem(Needs.ANY),
        "mixture_delta": Theorem(Needs.ASKS),
        "post_processing_bound": Theorem(
            Needs.ANY, ("a kernel that does not see the input",), "post-processing and joint convexity"
        ),
        "parallel_composition": Theorem(Needs.ANY, ("fresh randomness",)),
        "parallel_replace_one": Theorem(Needs.SYMMETRIC, ("fresh randomness",)),
        "poisson_amplification": POISSON,
        "one_sided_poisson_amplification": Theorem(
            Needs.ADD_REMOVE,
            ("P(S) <= e^eps R(S) + delta", "a sample of rate q", "q < 1"),
            "the two directions of amplification by Poisson sampling",
        ),
        "secrecy_of_the_sample": Theorem(
            Needs.ADD_REMOVE,
            ("a 1-DP mechanism", "a Poisson sample of rate q", *SAMPLED),
            "secrecy of the sample",
        ),
        "without_replacement_amplification": Theorem(
            Needs.REPLACE,
            ("an (eps, delta)-DP mechanism", "a uniform m-subset", "without its order", *SAMPLED),
            "amplification by sampling without replacement",
        ),
        "with_replacement_amplification": REPLACED,
        "with_replacement_amplification_of_profile": REPLACED,
        "pure_with_replacement_amplification": Theorem(
            Needs.REPLACE,
            ("an eps-DP mechanism", "m draws with replacement from n records"),
            "pure amplification by sampling with replacement",
        ),
        "advanced_joint_convexity": Theorem(Needs.ANY),
        "dominating_pair": Theorem(Needs.ANY),
        "clones_delta": SHUFFLED,
        "clones_closed_form": SHUFFLED,
        "erlingsson_bound": SHUFFLED,
        "blanket_delta": SHUFFLED,
        "BasicFilter": BASIC,
        "AdvancedFilter": Theorem(Needs.SYMMETRIC, ("(eps, delta)-DP", *CHOSEN), "advanced composition"),
        "RenyiFilter": RENYI,
        "RenyiCurveFilter": RENYI,
        "ConcentratedFilter": CONCENTRATED,
        "ExactFilter": Theorem(Needs.ANY, ("fresh randomness",)),
        "IndividualFilter": Theorem(
            Needs.ADD_REMOVE,
            (
                "on the records of those who pay",
                "the sum of their own costs stays at most eps",
                "a function of their own record and of the answers so far",
                "nobody sees who pays",
                "fresh randomness",
                CHOSEN[1],
            ),
            "a budget for each person",
        ),
        "PureOdometer": BASIC,
        "RenyiOdometer": RENYI,
        "ConcentratedOdometer": CONCENTRATED,
    }
)
"""The theorems of this package by the names of their functions and classes."""
