"""Signs of exact expressions on all of epsilon > 0: their roots, isolated, and the signs between them."""
