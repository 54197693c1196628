"""Who computes what `assay.dp` defines, and within which budget; the answers are those of the definitions.

`computation` asks the engines of a mechanism in order and the definitions last; `answers` is the protocol of
an engine; `rows` and `pairs` keep what is known; `unfinished` judges programs that did not end; `independent`
does without listing the outputs of independent parts.
"""
