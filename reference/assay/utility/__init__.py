"""What privacy costs: exact risks, and the best mechanism by exact linear programming.

| question                                             | where                                     |
|------------------------------------------------------|-------------------------------------------|
| what does this mechanism lose?                       | `expected_loss`, `worst_loss`, `error_distribution` |
| what is the best private mechanism for this loss?    | `optimal_mechanism`                       |
| what is the minimax risk of a private histogram?     | `minimax_risk`, bounds in `minimax_bounds` |
| how far does a sum stray from its mean?               | the module `tails`: Chernoff, Hoeffding   |
| is this solution of a linear program optimal?        | `LinearProgram`, `solve`, `Optimum.check` |
| is this certificate about my question?               | `OptimalMechanism.check`, `Question.check` |
"""

from ..queries.projection import histograms
from .linear_program import LinearProgram, Optimum, Relation, row
from .minimax import MinimaxRisk, l1_loss, minimax_risk
from .optimal_mechanism import OptimalMechanism, optimal_mechanism
from .question import Question
from .risk import bayes_loss, error_distribution, expected_loss, worst_loss
from .solver import solve

__all__ = [
    "LinearProgram",
    "MinimaxRisk",
    "OptimalMechanism",
    "Optimum",
    "Question",
    "Relation",
    "bayes_loss",
    "error_distribution",
    "expected_loss",
    "histograms",
    "l1_loss",
    "minimax_risk",
    "optimal_mechanism",
    "row",
    "solve",
    "worst_loss",
]
