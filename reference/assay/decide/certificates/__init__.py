"""What a decision rests on, in a form that is re-checked with nothing but integers."""
