"""An attack on the kernel at degenerate points.

Those are 0, 1, equal and empty ranges, negative exponents, shadowed names, ends at infinity. `terms` draws
terms whose usual rewritings fail at such a point, `laws` compares terms with their normal forms, `steps`
composes rules, `certificates` changes shipped proofs. Whatever the kernel accepts is evaluated by
`tests.prove.pointwise`, which shares nothing with it but the syntax.

    python -m tests.prove.attack --steps 100000 --seed 7
"""
