"""What was done with Assay: other libraries surveyed, the literature decided, computations timed."""
