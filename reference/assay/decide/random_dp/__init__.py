"""Random DP for every distribution of the rows at once."""
