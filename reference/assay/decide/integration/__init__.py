"""Integrals in certified ball arithmetic: probabilities of Gaussian noise, which have no closed form."""
