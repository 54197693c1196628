"""delta(epsilon) by inverting the moment generating function of the total loss along a vertical line.

With M(s) = E_P[e^(s L)] over the finite losses, a product over the rounds, and for every c > 0,

    E_P (1 - e^(e - L))_+  =  1/(2 pi i)  integral over Re s = c of  M(s) e^(-s e) / (s (s + 1)) ds.

The trapezoidal rule with step eta gives the value with *positive* aliases e^(c m T) delta(epsilon + m T),
T = 2 pi/eta, by Poisson's summation formula; they are bounded by Markov's inequality.  What is cut off beyond
|Im s| = Omega is bounded by an upper bound of |M| there.  The cost does not depend on the number of rounds.
The proofs are in spec/accounting.md.
"""

from .engine import Inversion
from .transform import Transform
from .transform_of_pair import transform_of

__all__ = ["Inversion", "Transform", "transform_of"]
