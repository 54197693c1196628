"""Assay's mathematics as sympy expressions and back: the only part of the package that imports sympy.

`door` is the typed border, `terms` reads the text that Assay prints, `convert` makes sympy expressions of
it, and `writing` makes text of sympy expressions. Needs `pip install 'assay[sympy]'`.
"""
