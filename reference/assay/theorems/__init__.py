"""What transformations do to privacy.

Each transformation is here twice: as an operation, which takes mechanisms to a mechanism with an exact
distribution, and as a bound on parameters, whose hypotheses are checked.  `compare` puts the two side by
side.

post-processing: `post_process`, `post_process_randomised`; `post_processing_bound`
sequential composition: `compose`, `compose_adaptively`; `basic_composition`, `optimal_composition`,
    `advanced_composition`, `renyi_composition`, `zcdp_composition`, `random_dp_composition`
noise in proportion to the data: `random_sensitivity`, `smooth_noise_eta`, `pair_quantile_exceedance`
against an adversary who chooses the data of every round: `adaptive_delta`, `dominating_pair`, `pairs_of`
budgets chosen on the way: the filters and odometers of `assay.composition.filters`
parallel composition: `parallel`, `parallel_on_partition`; `parallel_composition`, `parallel_replace_one`
group privacy: `group`, `copied_rows`; `group_privacy`, `group_tradeoff`
mixtures: `mixture`, `revealed_mixture`; `mixture_bound`, `mixture_delta`
sampling and shuffling: `assay.amplification`
between privacy notions: the modules `conversions`, `renyi`, `zcdp`; as statements, in `assay.notions`
mechanisms that attain the bounds: the module `witnesses`
"""

from . import witnesses
from .adaptive_composition import adaptive_delta, dominating_pair, pairs_of
from .composition import advanced_composition, basic_composition, compose, compose_adaptively
from .conversions import (
    dp_from_probabilistic,
    kl_from_pure,
    probabilistic_from_dp,
    profile_from_dp,
    renyi_from_pure,
    total_variation_from_dp,
)
from .group import copied_rows, group, group_factor, group_privacy, group_tradeoff
from .guarantee import CertifiedGuarantee, Guarantee
from .mixtures import mixture, mixture_bound, mixture_delta, revealed_mixture
from .optimal_composition import (
    integer_composition_delta,
    optimal_composition,
    optimal_composition_delta,
    optimal_composition_of,
    optimal_composition_points,
    randomised_response_weights,
)
from .parallel import parallel, parallel_composition, parallel_on_partition, parallel_replace_one
from .postprocessing import post_process, post_process_randomised, post_processing_bound
from .random_dp import RandomGuarantee, random_dp_composition
from .random_sensitivity import pair_quantile_exceedance, random_sensitivity, smooth_noise_eta
from .renyi import rdp_to_delta, rdp_to_dp, renyi_composition
from .scope import Scope
from .slack import Comparison, Slack, compare, slack
from .zcdp import zcdp_composition, zcdp_from_pure, zcdp_to_dp, zcdp_to_rdp

__all__ = [
    "CertifiedGuarantee",
    "Comparison",
    "Guarantee",
    "RandomGuarantee",
    "Scope",
    "Slack",
    "adaptive_delta",
    "advanced_composition",
    "basic_composition",
    "compare",
    "compose",
    "compose_adaptively",
    "copied_rows",
    "dominating_pair",
    "dp_from_probabilistic",
    "group",
    "group_factor",
    "group_privacy",
    "group_tradeoff",
    "integer_composition_delta",
    "kl_from_pure",
    "mixture",
    "mixture_bound",
    "mixture_delta",
    "optimal_composition",
    "optimal_composition_delta",
    "optimal_composition_of",
    "optimal_composition_points",
    "pair_quantile_exceedance",
    "pairs_of",
    "parallel",
    "parallel_composition",
    "parallel_on_partition",
    "parallel_replace_one",
    "post_process",
    "post_process_randomised",
    "post_processing_bound",
    "probabilistic_from_dp",
    "profile_from_dp",
    "random_dp_composition",
    "random_sensitivity",
    "randomised_response_weights",
    "rdp_to_delta",
    "rdp_to_dp",
    "renyi_composition",
    "renyi_from_pure",
    "revealed_mixture",
    "slack",
    "smooth_noise_eta",
    "total_variation_from_dp",
    "witnesses",
    "zcdp_composition",
    "zcdp_from_pure",
    "zcdp_to_dp",
    "zcdp_to_rdp",
]
