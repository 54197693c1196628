"""Probabilities that have no closed form, as integrals in certified ball arithmetic; Gaussian noise above all."""
