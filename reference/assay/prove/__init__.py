"""The proof kernel: inequalities with certificates that anyone can re-check."""
