"""Plans made in floats: grids, lines, cuts and sums.  They decide about width, never about the truth.

Whatever a module here returns is read as an exact number, and the answer is right for every such number:
a bad plan makes a bracket wide or a computation long, or ends it undecided.
"""
