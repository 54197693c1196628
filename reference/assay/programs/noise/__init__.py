"""Programs whose draws are answered with symbolic noise, whose comparisons branch; read by `assay.decide`."""
