"""Which theorems of `proofs/coq` say a lemma of `spec/lemmas.md`, and how they say each of its hypotheses.

Marked by hand: the theorems say the whole of the lemma, on finite sets of outputs. Each hypothesis, as it
stands in braces in `hypotheses.py`, has the words of Coq that say it; they have to occur in a statement.
`python -m tests.prove.theorem_map` compiles the theory and writes `proofs/coq/theorems.json`.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class InCoq:
    """The theorems (file and name), and for each hypothesis the words of Coq for it."""

    theorems: tuple[str, ...]
    hypotheses: dict[str, str]


IN_COQ = {
    "basic composition": InCoq(
        ("Composition.basic_composition",),
        {
            "an (eps_1, delta_1)-DP mechanism": "dp M1 adj eps1 delta1",
            "an (eps_2, delta_2)-DP one": "forall t : T, dp (M2 t) adj eps2 delta2",
            "fresh randomness": "joint (M1 x) (fun t : T => M2 t x)",
            "chosen by the first answer": "M2 : T -> mechanism X U",
        },
    ),
    "post-processing and joint convexity": InCoq(
        ("Mechanism.hockey_stick_post_processing", "Mechanism.hockey_stick_joint_convexity"),
        {"a kernel that does not see the input": "hockey_stick A (bind P K) (bind Q K)"},
    ),
    "total variation of pure and approximate DP": InCoq(
        ("Conversions.total_variation_of_dp",),
        {"(eps, delta)-DP": "dp M adj eps delta", "a symmetric adjacency": "symmetric_relation adj"},
    ),
    "amplification by Poisson sampling": InCoq(
        ("PoissonSampling.poisson_amplification",),
        {
            "an (eps, delta)-DP mechanism": "dp M (add_remove (D:=D)) eps delta",
            "a Poisson sample of rate q": "sampled q01 M",
            "stays secret": "dp (sampled q01 M)",
            "drawn afresh for each release": "sampled q01 M",
            "add/remove-one": "dp (sampled q01 M) (add_remove (D:=D))",
        },
    ),
    "secrecy of the sample": InCoq(
        ("PoissonSampling.secrecy_of_the_sample",),
        {
            "a 1-DP mechanism": "dp M (add_remove (D:=D)) 1 0",
            "a Poisson sample of rate q": "sampled q01 M",
            "stays secret": "dp (sampled q01 M)",
            "drawn afresh for each release": "sampled q01 M",
            "add/remove-one": "dp (sampled q01 M) (add_remove (D:=D))",
        },
    ),
    "optimality of randomised response": InCoq(
        ("Optimality.named_at_most", "Optimality.randomised_response_names_as_often"),
        {
            "an eps-DP mechanism": "dp M (all_pairs (X:=T)) eps 0",
            "any two of them neighbours": "all_pairs (X:=T)",
            "in the mean over the inputs": "named M <=",
        },
    ),
}
"""By the title of the lemma."""
