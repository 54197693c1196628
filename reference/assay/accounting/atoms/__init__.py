"""delta(epsilon) as a sum over a list of losses, with what has a density in closed form.

Losses of positive probability are kept where they are: the sums of atoms of several rounds are a list, and

    delta(epsilon) = P(L = inf) + sum over the list of p_a G(epsilon - a),   G(x) = E (1 - e^(x - R))_+,

R the loss of the rounds that are left, whose G is a closed form (`gains`): tails, any number of Laplace
mechanisms, or one list more.  Where two rounds with a density are left, one of them is cut into cells, finer
where it matters (`cells`).  The proofs are in spec/accounting.md.
"""
