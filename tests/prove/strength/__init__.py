"""Inequalities that the search has to prove: those of privacy proofs, and random true ones."""
