"""Fixed seeds: what a source draws with one is a function of the seed, and no noise.

`generator_state` tells the seed of a generator by its state; `fixed_source` finds where loading a module
gives one, and names the source with a fixed seed that a program draws from.
"""
