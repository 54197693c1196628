"""Ways of choosing batches: by a theorem alone, or by tables on both sides of the dominating pair."""
