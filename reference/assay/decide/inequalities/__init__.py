"""What a claim comes down to: finitely many inequalities between probabilities."""
