"""delta(epsilon) of compositions with Poisson-sampled Gaussian noise, level by level.

Nearly all of the loss of a sampled round lies within the sampling rate of 0, and rare losses are as large
as without sampling: no single line of `inversion` serves both.  Smooth cuts of the outcomes split the
composition into levels.  With M_i the transform of what the i-th cut keeps of all rounds, and d_i its delta,

    d_i(e) - d_(i+1)(e)  =  1/(2 pi i)  integral of  (M_i(s) - M_(i+1)(s)) e^(-s e)/(s (s + 1)) ds,

a short integral: large losses need a long period but no high frequencies, small ones the opposite.  The
proofs are in spec/accounting.md.
"""
