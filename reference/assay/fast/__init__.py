"""The optimised module: the questions of `assay.dp`, the same exact answers, orders of magnitude faster."""
