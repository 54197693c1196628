"""Budgets of time, states and sizes: what a computation may cost, checked before and while it runs."""
