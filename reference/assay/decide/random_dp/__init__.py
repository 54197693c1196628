"""Random DP for all its parameters at once: the smallest alpha, and every distribution of the rows."""
