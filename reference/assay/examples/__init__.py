"""Runnable examples: pass any file of this folder to `assay audit FILE.py`."""
