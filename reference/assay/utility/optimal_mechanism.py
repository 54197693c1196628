"""The best mechanism for a loss: expected loss minimised over all mechanisms that are differentially private.

    minimise   sum_x prior(x) sum_y Q(y|x) loss(x, y)      (Bayes risk, a prior given)
          or   max_x sum_y Q(y|x) loss(x, y)               (minimax risk, no prior)
    subject to sum_y Q(y|x) = 1,  Q >= 0,
               Q(y|x) <= e^epsilon Q(y|x')                 for all adjacent x, x' and outputs y,

a linear program in the numbers Q(y|x).  With delta > 0 the last line is
sum_y max(Q(y|x) - e^epsilon Q(y|x'), 0) <= delta.
Source: Ghosh, Roughgarden and Sundararajan, STOC 2009 (for counts, with a prior); Gupte and Sundararajan,
PODS 2010 (minimax).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Generic, TypeAlias, TypeVar

from ..adjacency.relation import check_is_adjacency
from ..arguments import probability
from ..budgets.sizes import bounded_list, check_size
from ..dp import Adjacency, Dist, Mechanism
from ..errors import InvalidType, InvalidValue
from ..exact import EpsilonLike, ExactLike, Number, eps, number
from ..exact.real import brief
from ..outputs.text import with_type
from .linear_program import LinearProgram, Optimum
from .question import Question
from .solver import Method, solve
from .symmetry import orbits, reduce

X = TypeVar("X", bound=Hashable)
T = TypeVar("T", bound=Hashable)

Symmetry: TypeAlias = tuple[Callable[[X], X], Callable[[T], T]]
"""A permutation of the inputs and one of the outputs that together leave the problem as it is."""


@dataclass(frozen=True)
class OptimalMechanism(Generic[X, T]):
    """The smallest risk, a mechanism that attains it, the certificate that none is better, the question."""

    risk: Number
    mechanism: Mechanism[X, T]
    certificate: Optimum
    question: Question[X, T]

    def check(self) -> None:
        """Verify from scratch that this answers the question; InvalidValue says what does not fit.

        The program is built again from the question and has to be that of the certificate; the certificate
        has to hold, and to have this risk; the mechanism has to be its solution, and private as the question
        asks.
        """
        self.question.check(self.certificate)
        if self.risk != self.certificate.value:
            raise InvalidValue(
                f"the risk {self.risk} is not that of the certificate, {self.certificate.value}"
            )
        if self.mechanism.adjacency != self.question.adjacency:
            raise InvalidValue(f"the mechanism is about {self.mechanism.adjacency!r}, not the question's")
        distribution = self.question.solution(self.certificate)
        if self.mechanism.domain != self.question.inputs or any(
            self.mechanism.distribution(x) != distribution[x] for x in distribution
        ):
            raise InvalidValue("the mechanism is not the solution that the certificate is about")
        if self.mechanism.delta(self.question.epsilon) > self.question.delta:
            raise InvalidValue("the mechanism is not private as the question asks")


def optimal_mechanism(
    domain: Iterable[X],
    outputs: Iterable[T],
    loss: Callable[[X, T], ExactLike],
    epsilon: EpsilonLike,
    adjacency: Adjacency,
    *,
    delta: ExactLike = 0,
    prior: Dist[X] | None = None,
    risk_limit: ExactLike | None = None,
    symmetries: Sequence[Symmetry[X, T]] = (),
    method: Method = "auto",
) -> OptimalMechanism[X, T]:
    """The (epsilon, delta)-private mechanism of least expected loss, exactly, with a certificate.

    loss(x, y) >= 0 is an exact number.  Without a prior the risk is the largest over all inputs.
    risk_limit: only mechanisms whose risk at *every* input is at most this are considered.
    symmetries: generators of a group of symmetries; the program is then solved in their orbits.
    method: see `solver.solve`.

    At epsilon = infinity and delta < 1 the condition is about supports, and not a linear one: a little noise
    on top of any mechanism meets it.  The best mechanism without privacy is returned where it meets it too.

    Raises InvalidValue for a negative loss, a prior outside the domain, symmetries that are none, where no
    mechanism meets the risk limit, and where the infimum at epsilon = infinity is not known to be attained;
    FloatRefused for floats.
    """
    check_is_adjacency(adjacency)
    inputs, answers = _listed(domain, "domain"), _listed(outputs, "outputs")
    because = f"{len(inputs)} inputs with {len(answers)} outputs"
    check_size(len(inputs) * len(answers), "variables", because, "give fewer")
    problem = Question(
        inputs,
        answers,
        {(x, y): _loss(loss, x, y) for x in inputs for y in answers},
        eps(epsilon, "epsilon"),
        probability(delta, "delta"),
        adjacency,
        _prior(prior, inputs),
        None if risk_limit is None else number(risk_limit, "risk_limit"),
    )
    program, variables, rows = problem.program()
    scales = problem.scales(variables)
    if not symmetries:
        optimum = solve(program, method=method, scales=scales)
    else:
        optimum = _by_orbits(program, variables, rows, scales, symmetries, method)
    return answer(problem, optimum)


def answer(problem: Question[X, T], optimum: Optimum) -> OptimalMechanism[X, T]:
    """The mechanism that an optimum is; InvalidValue where epsilon = inf excludes it."""
    found = Mechanism(problem.solution(optimum), problem.inputs, problem.adjacency, name="optimal")
    if problem.epsilon.is_infinite and found.delta(problem.epsilon) > problem.delta:
        raise InvalidValue(
            f"epsilon = infinity, delta = {brief(problem.delta)}: {optimum.value}, the risk of the "
            "best mechanism "
            "without privacy, is an infimum here, which a little noise comes near and which is not known to "
            "be attained; give a finite epsilon, or delta = 1"
        )
    certificate = replace(optimum, question=problem.digest)
    return OptimalMechanism(optimum.value, found, certificate, problem)


def _by_orbits(
    program: LinearProgram,
    variables: Sequence[Hashable],
    rows: Sequence[Hashable],
    scales: Sequence[Number],
    symmetries: Sequence[Symmetry[X, T]],
    method: Method,
) -> Optimum:
    """The optimum of the whole program from the program in the orbits."""
    maps = [_on_names(on_inputs, on_outputs) for on_inputs, on_outputs in symmetries]
    try:
        reduced = reduce(program, orbits(variables, maps), orbits(rows, maps))
    except KeyError as error:
        raise InvalidValue(f"a symmetry leads outside the problem, to {error}; give permutations") from None
    small = solve(
        reduced.program, method=method, scales=[scales[orbit[0]] for orbit in reduced.variable_orbits]
    )
    optimum = reduced.lift(small)
    if optimum is None:
        raise InvalidValue(
            "the symmetries do not leave the problem as it is (loss, prior and adjacency have to be the same "
            "before and after); give others, or none"
        )
    return optimum


def _on_names(on_inputs: Callable[[X], X], on_outputs: Callable[[T], T]) -> Callable[[Hashable], Hashable]:
    """The action on the names of variables and rows: (word, input, ..., output)."""

    def act(name: Hashable) -> Hashable:
        if not isinstance(name, tuple):
            return name
        word, *parts = name
        if word in ("q", "s", "dp"):
            return (word, *map(on_inputs, parts[:-1]), on_outputs(parts[-1]))
        return (word, *map(on_inputs, parts))

    return act


def _listed(values: Iterable[X], name: str) -> tuple[X, ...]:
    listed = tuple(dict.fromkeys(bounded_list(values, "values", name, "give fewer")))
    if not listed:
        raise InvalidValue(f"{name} is empty; give at least one value")
    return listed


def _loss(loss: Callable[[X, T], ExactLike], x: X, y: T) -> Number:
    value = number(loss(x, y), f"loss({with_type(x)}, {with_type(y)})")
    if value < 0:
        raise InvalidValue(
            f"loss({with_type(x)}, {with_type(y)}) = {brief(value)} is negative; a loss is at least 0"
        )
    return value


def _prior(prior: Dist[X] | None, inputs: tuple[X, ...]) -> dict[X, Number] | None:
    if prior is None:
        return None
    if not isinstance(prior, Dist):
        raise InvalidType(f"prior is {with_type(prior)}; give a Dist on the domain")
    outside = [x for x in prior.support if x not in set(inputs)]
    if outside:
        raise InvalidValue(
            f"the prior gives {with_type(outside[0])} a positive probability; it is not in the domain"
        )
    return {x: prior[x] for x in inputs}
