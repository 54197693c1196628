"""The probabilities of symbolic mechanisms, as functions of epsilon > 0, in closed form."""
