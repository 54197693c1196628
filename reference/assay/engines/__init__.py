"""Who computes what `assay.dp` defines, and within which budget; the answers are those of the definitions.

`computation` asks the engines of a mechanism in order and the definitions last; `answers` is the protocol of
an engine; `rows` and `pairs` keep what is known, `partial` what is known of a program that did not end, and
judges it by that; `independent` does without listing the outputs of independent parts.
"""
