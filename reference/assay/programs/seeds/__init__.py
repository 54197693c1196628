"""Fixed seeds: what a source draws with one is a function of the seed, and no noise.

`generator_state` tells the seed of a generator by its state; `given_in_code` finds
where loading a module gives one; `fixed_source` names the source with a fixed seed that a program draws from.
"""
