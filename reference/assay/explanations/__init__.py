"""Why a verdict has its number: the draws that lead to the event, on either input, as trees."""

from .explain import Explanation, Side, explain
from .tree import Branch, Choice, End, Tree

__all__ = ["Branch", "Choice", "End", "Explanation", "Side", "Tree", "explain"]
