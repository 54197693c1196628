"""Ways of choosing batches whose dominating pair is known by tables on both sides, or by a theorem about them."""
