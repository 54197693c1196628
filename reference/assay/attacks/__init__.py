"""Attacks: reconstruction, fingerprinting codes, tracing."""
