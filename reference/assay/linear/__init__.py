"""Linear programs: what a floating-point solver proposes, and exact pivots on a tableau."""
