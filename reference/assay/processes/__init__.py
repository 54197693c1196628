"""The one supervisor of child processes: a command (`child`), or functions of this package (`workers`).

A child that hangs, floods, dies or does not start is an answer of its own; it ends with all that it started.
"""
