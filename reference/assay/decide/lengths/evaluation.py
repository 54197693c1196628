"""One way through a program from a location: its statements on symbols, with every comparison answered."""

from __future__ import annotations

import ast
import math
import operator
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from types import ModuleType
from typing import Any, NoReturn

from ...dp.dist import Dist
from ...errors import AssayError
from ...exact import Log, Number, log_value
from ...outputs.text import brief
from ...programs import flip
from ...programs.noise import language
from ...programs.noise.rates import EVERY_EPSILON
from .automaton import Decision, Noise, Output
from .counts import Budget, as_budget, as_count, budget_arithmetic
from .expressions import ANSWER, BUDGET, COUNT, COUNTER, DRAW, PUBLIC, SHARE, STEP, Affine
from .instructions import Instruction, refusal

KNOWN_TO_BOTH = (PUBLIC, STEP, COUNT, SHARE, COUNTER, BUDGET)
"""How symbols without noise begin."""

NOISE: dict[Any, tuple[bool, bool]] = {
    language.geometric: (True, True),
    language.one_sided_geometric: (True, False),
    language.laplace: (False, True),
    language.exponential: (False, False),
}
"""The draws: whether on the integers, whether on both sides of 0."""

PLAIN: tuple[Any, ...] = (range, Fraction, float, len, min, max, abs, sum, int, bool, list, tuple)
"""What may be called on plain values."""

OPERATORS: dict[type[ast.AST], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.Pow: operator.pow,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.In: lambda a, b: a in b,
    ast.NotIn: lambda a, b: a not in b,
}
"""Operators on plain values."""


@dataclass(frozen=True, slots=True)
class Mark:
    """The place of an answer in the stream: of this one (now), or of the one that a variable was set at."""

    name: str

    @property
    def now(self) -> bool:
        """Whether it is the place of this answer."""
        return not self.name


class Items(tuple[Any, ...]):
    """A list of the program; it is replaced, never changed."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Opaque:
    """A stream inside a stream; it can only be gone over."""


@dataclass(frozen=True, slots=True)
class Channel:
    """A list that is only appended to and returned, by its variable; `kind` is what is returned."""

    name: str
    kind: str = "list"


class OneMore(Exception):
    """A comparison came up that is not answered yet."""


@dataclass
class Source:
    """What a program's text refers to."""

    file: str
    code: Sequence[Instruction]
    names: Mapping[str, Any]
    locals: frozenset[str]
    channels: frozenset[str]
    public_streams: frozenset[str]
    inner_streams: frozenset[str]
    counters: frozenset[str] = frozenset()


@dataclass
class Run:
    """Executes instructions from a place, and records what happens; `answers_to` are the comparisons."""

    source: Source
    env: dict[str, Any]
    answers_to: list[bool]
    decisions: list[Decision] = field(default_factory=list)
    draws: list[Noise] = field(default_factory=list)
    outputs: list[Output] = field(default_factory=list)
    returned: set[str] = field(default_factory=set)
    read: int = 0
    node: ast.AST = field(default_factory=ast.Pass)

    def refuse(self, reason: str) -> NoReturn:
        """Raise OutsideClass with the line."""
        raise refusal(self.source.file, self.node, reason)

    def go(self, place: int) -> int | None:
        """From an instruction to the next one that asks for an answer, or None at the end."""
        code = self.source.code
        for _ in range(MOST_STEPS):
            if place >= len(code):
                self.outputs.append("end None")
                return None
            step = code[place]
            self.node = step.node
            if step.kind == "answer":
                return place
            if step.kind == "return":
                self.write(None if step.value is None else self.value(step.value), "end")
                return None
            place = self.step(place, step)
        self.refuse(f"the program makes more than {MOST_STEPS} steps without asking for an answer")

    def step(self, place: int, step: Instruction) -> int:
        """One instruction; the place of the next."""
        match step.kind:
            case "jump":
                return step.to
            case "test":
                return place + 1 if self.truth(self.value(_given(step.value))) else step.to
            case "assign":
                self.bind(_given(step.target), self.unshared(_given(step.value)))
            case "append":
                self.append(step)
            case "output":
                self.write(self.unshared(_given(step.value)), f"output {step.key}".rstrip())
            case "items":
                self.env[step.key] = self.items(_given(step.value))
            case "item":
                left = self.env[step.key]
                if not left:
                    return step.to
                if _holds_lists(left[0]):
                    self.refuse("a loop gives the lists in a list a second name; use an index")
                self.env[step.key] = Items(left[1:])
                self.bind(_given(step.target), left[0])
        return place + 1

    def append(self, step: Instruction) -> None:
        """One more item of a list."""
        name = step.target.id if isinstance(step.target, ast.Name) else ""
        held = self.env.get(name)
        if not isinstance(held, Items):
            self.refuse(f"{name} is no list here")
        self.env[name] = Items((*held, self.unshared(_given(step.value))))

    def unshared(self, node: ast.expr) -> Any:
        """A value to be stored or written; a list that has another name already would change under both."""
        found = self.value(node)
        if not _fresh(node, found):
            self.refuse(f"`{ast.unparse(node)}` would be one list under two names; copy it by list(...)")
        return found

    def items(self, node: ast.expr) -> Items:
        """What a loop that is not over answers goes over."""
        found = self.value(node)
        if not isinstance(found, (range, tuple)):
            self.refuse(f"`{ast.unparse(node)}` is neither the stream of answers nor a range, list or tuple")
        return Items(found)

    def bind(self, target: ast.expr, value: Any) -> None:
        """Assign."""
        match target:
            case ast.Name(id=name):
                if name in self.source.channels:
                    self.refuse(f"{name} is the list of outputs; it is only appended to and returned")
                self.env[name] = value
            case ast.Tuple(elts=elts) | ast.List(elts=elts) if isinstance(value, tuple) and len(value) == len(
                elts
            ):
                for each, part in zip(elts, value, strict=True):
                    self.bind(each, part)
            case ast.Subscript(value=ast.Name(id=name), slice=index):
                held, i = self.env.get(name), self.value(index)
                if not isinstance(held, Items) or type(i) is not int or not -len(held) <= i < len(held):
                    self.refuse(f"`{ast.unparse(target)}` is no item of a list")
                i %= len(held)
                self.env[name] = Items((*held[:i], value, *held[i + 1 :]))
            case _:
                self.refuse(
                    f"`{ast.unparse(target)}` is no target that is read, or does not fit what it is given"
                )

    def read_answer(self, target: ast.expr, over: ast.expr) -> None:
        """Give the next answer, with its place or with what else is read beside it, to a target."""
        self.bind(target, self.next_of(over, target))

    def next_of(self, over: ast.expr, target: ast.expr) -> Any:
        """What the stream holds next."""
        match over:
            case ast.Name(id=name) if name in self.source.public_streams:
                return Affine.symbol(f"{STEP}{name}")
            case ast.Name():
                if isinstance(target, ast.Name) and target.id in self.source.inner_streams:
                    return Opaque()
                if isinstance(target, (ast.Tuple, ast.List)):
                    return tuple(self.next_of(over, each) for each in target.elts)
                self.read += 1
                return Affine.symbol(f"{ANSWER}{self.read - 1}")
            case ast.Call(func=ast.Name(id="enumerate"), args=[inner, *_]) if isinstance(target, ast.Tuple):
                return (Mark(""), self.next_of(inner, target.elts[1]))
            case ast.Call(func=ast.Name(id="zip"), args=inner) if isinstance(target, ast.Tuple):
                if len(inner) == len(target.elts):
                    return tuple(self.next_of(a, b) for a, b in zip(inner, target.elts, strict=True))
        self.refuse(f"`{ast.unparse(target)}` does not fit `{ast.unparse(over)}`")

    def write(self, value: Any, what: str) -> None:
        """An output."""
        self.outputs.append(f"{what} {self.shape(value)}")

    def shape(self, value: Any) -> str:
        """An output as text; the noisy values in it are outputs of their own."""
        if isinstance(value, Affine):
            self.outputs.append(value)
            return "value"
        if isinstance(value, Mark):
            self.returned |= {value.name} - {""}
            return f"place {value.name}"
        if isinstance(value, tuple):
            kind = "list" if isinstance(value, Items) else "tuple"
            return f"{kind}({', '.join(map(self.shape, value))})"
        if isinstance(value, Channel):
            return f"{value.kind} of all in {value.name}"
        if value is None or (type(value) in PLAIN_TYPES and is_plain(value)):
            return f"{type(value).__name__} {value!r}"
        self.refuse(f"{value!r} ({type(value).__name__}) is no output that is read")

    def value(self, node: ast.expr) -> Any:
        """An expression."""
        match node:
            case ast.Constant(value=value):
                return value
            case ast.Name(id=name):
                return self.named(name)
            case ast.Tuple(elts=elts):
                return tuple(map(self.value, elts))
            case ast.List(elts=elts):
                return Items(map(self.value, elts))
            case ast.BinOp(left=left, op=op, right=right):
                return self.arithmetic(op, self.value(left), self.value(right))
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                negated = self.value(operand)
                if isinstance(negated, Affine):
                    return negated.times(Fraction(-1))
                return self.plain(operator.neg, negated)
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                return not self.truth(self.value(operand))
            case ast.BoolOp(op=op, values=values):
                return self.any_or_all(isinstance(op, ast.Or), values)
            case ast.Compare(left=left, ops=ops, comparators=others):
                return self.chain(left, ops, others)
            case ast.IfExp(test=test, body=body, orelse=orelse):
                return self.value(body if self.truth(self.value(test)) else orelse)
            case ast.Subscript(value=held, slice=index):
                return self.item(node, self.value(held), self.value(index))
            case ast.ListComp(
                elt=elt, generators=[ast.comprehension(target=target, iter=over, ifs=[], is_async=0)]
            ):
                return self.comprehension(elt, target, over)
            case ast.Attribute(value=held, attr=attribute):
                return self.attribute(self.value(held), attribute)
            case ast.Call(func=func, args=args, keywords=[]):
                return self.call(self.value(func), args)
        self.refuse(f"`{ast.unparse(node)}` is not read")

    def named(self, name: str) -> Any:
        """A variable."""
        if name in self.source.channels:
            return Channel(name)
        if name in self.source.locals:
            if name not in self.env:
                self.refuse(f"{name} may have no value here")
            return self.env[name]
        if name not in self.source.names:
            self.refuse(f"{name} is not defined")
        return self.constant(name, self.source.names[name])

    def constant(self, name: str, value: Any) -> Any:
        """A value from outside the program, which nothing can change in place."""
        if not (is_plain(value) or callable(value) or isinstance(value, ModuleType)):
            self.refuse(
                f"{name} is a {type(value).__name__} that other code may change; give numbers or tuples"
            )
        return value

    def attribute(self, held: Any, name: str) -> Any:
        """A name of a module, that nothing computes when it is read."""
        if type(held) is not ModuleType:
            self.refuse(f".{name} is read of modules alone")
        if held.__name__.split(".")[0] == "assay" and hasattr(held, name):  # they load what is asked for
            return self.constant(name, getattr(held, name))
        if name not in vars(held):
            self.refuse(f".{name} is read of modules alone, and this one does not hold it")
        return self.constant(name, vars(held)[name])

    def comprehension(self, elt: ast.expr, target: ast.expr, over: ast.expr) -> Items:
        """A list, one item after the other; its variable is its own."""
        kept, found = dict(self.env), []
        for each in self.items(over):
            self.bind(target, each)
            found.append(self.value(elt))
        self.env = kept
        return Items(found)

    def item(self, node: ast.expr, held: Any, index: Any) -> Any:
        """An item of a list or tuple."""
        if isinstance(held, (tuple, range)) and type(index) is int and -len(held) <= index < len(held):
            return held[index]
        self.refuse(f"`{ast.unparse(node)}` is no item of a list or tuple")

    def any_or_all(self, disjunction: bool, values: list[ast.expr]) -> Any:
        """`and`, `or`: the first that settles it, else the last."""
        found: Any = None
        for each in values:
            found = self.value(each)
            if self.truth(found) == disjunction:
                break
        return found

    def chain(self, left: ast.expr, ops: Sequence[ast.cmpop], others: list[ast.expr]) -> bool:
        """a < b < c."""
        a = self.value(left)
        for op, other in zip(ops, others, strict=True):
            b = self.value(other)
            if not self.compare(op, a, b):
                return False
            a = b
        return True

    def compare(self, op: ast.cmpop, a: Any, b: Any) -> bool:
        """One comparison."""
        if isinstance(op, (ast.Is, ast.IsNot)):
            if a is not None and b is not None and not (isinstance(a, bool) and isinstance(b, bool)):
                self.refuse("`is` is read beside None, True and False")
            return (a is b) == isinstance(op, ast.Is)
        if isinstance(a, Budget) or isinstance(b, Budget):
            return self.budget_comparison(op, a, b)
        if isinstance(a, Affine) or isinstance(b, Affine):
            return self.noisy_comparison(op, a, b)
        return bool(self.plain(OPERATORS[type(op)], a, b))

    def noisy_comparison(self, op: ast.cmpop, a: Any, b: Any) -> bool:
        """A comparison with a noisy value; beside an infinity it is settled."""
        for side, other, sign in ((a, b, 1), (b, a, -1)):
            if isinstance(side, float) and math.isinf(side) and isinstance(other, Affine):
                return bool(OPERATORS[type(op)](side * sign, 0)) if type(op) in ORDERED else self.equality(op)
        counts = as_count(a), as_count(b)
        if isinstance(op, (ast.Eq, ast.NotEq)) and counts[0] is not None and counts[1] is not None:
            over = counts[0].minus(counts[1])
            differ = self.decide(over, True) or self.decide(over.times(Fraction(-1)), True)
            return differ == isinstance(op, ast.NotEq)
        if type(op) not in ORDERED:
            return self.equality(op)
        return self.ordered(op, self.added(self.affine(a), self.affine(b).times(Fraction(-1))))

    def ordered(self, op: ast.cmpop, difference: Affine) -> bool:
        """Whether a - b compares with 0 so."""
        if isinstance(op, (ast.Lt, ast.LtE)):
            difference = difference.times(Fraction(-1))
        return self.decide(difference, isinstance(op, (ast.Gt, ast.Lt)))

    def budget_comparison(self, op: ast.cmpop, a: Any, b: Any) -> bool:
        """A comparison of multiples of EPS."""
        left, right = as_budget(a), as_budget(b)
        if left is None or right is None or type(op) not in ORDERED:
            self.refuse("multiples of EPS are compared with each other, by <, <=, > and >=")
        return self.ordered(op, left.amount.minus(right.amount))

    def equality(self, op: ast.cmpop) -> NoReturn:
        """Equal or not, which no alignment keeps."""
        self.refuse("noisy values are compared by <, <=, > and >= only")

    def decide(self, left: Affine, strict: bool) -> bool:
        """Whether left > 0 (or >= 0): a fact, what is known already, or a decision."""
        if not left.terms:
            return left.offset > 0 or (left.offset == 0 and not strict)
        for known in self.decisions:
            settled = None if known.left is None else self.settled(known, left, strict)
            if settled is not None:
                return settled
        return self.choose(Decision(left, strict, True))

    def settled(self, known: Decision, left: Affine, strict: bool) -> bool | None:
        """What an earlier decision on the same sum says; with a fresh real draw in it, it is never 0."""
        held = known.holds()
        real = any(not self.draws[int(s.removeprefix(DRAW))].discrete for s in left.symbols(DRAW))
        known_strict = known.strict == known.taken
        if held == left:
            return True if real or known_strict or not strict else None
        if held == left.times(Fraction(-1)):
            return False if real or known_strict or strict else None
        return None

    def choose(self, decision: Decision) -> bool:
        """The next answer that was given in advance."""
        if len(self.decisions) == len(self.answers_to):
            if len(self.decisions) >= MOST_DECISIONS:
                self.refuse(
                    f"a step makes over {MOST_DECISIONS} comparisons; that is too many ways to answer"
                )
            raise OneMore
        taken = self.answers_to[len(self.decisions)]
        self.decisions.append(Decision(decision.left, decision.strict, taken))
        return taken

    def truth(self, value: Any) -> bool:
        """Whether a plain value counts as true."""
        if isinstance(value, (Affine, Budget, Mark, Opaque, Channel)):
            self.refuse(
                "a noisy value, a place or the outputs have no truth value that is read; compare them"
            )
        return bool(self.plain(bool, value))

    def affine(self, value: Any) -> Affine:
        """A number or a noisy value as a sum."""
        if isinstance(value, Affine):
            return value
        return Affine((), self.number(value))

    def number(self, value: Any) -> Fraction:
        """A plain number."""
        if type(value) in (bool, int, Fraction) or (type(value) is float and math.isfinite(value)):
            return Fraction(value)
        self.refuse(f"{value!r} ({type(value).__name__}) is no number that is read")

    def arithmetic(self, op: ast.operator, a: Any, b: Any) -> Any:
        """Sums of noisy values and multiples by numbers; all arithmetic of plain values."""
        if any(isinstance(each, (Budget, Affine)) for each in (a, b)):
            budget = budget_arithmetic(op, a, b)
            if budget is not None:
                return budget
        if not isinstance(a, Affine) and not isinstance(b, Affine):
            if type(op) not in OPERATORS:
                self.refuse(
                    f"the operator {type(op).__name__} is not read; write it with +, -, *, /, // and %"
                )
            return self.plain(OPERATORS[type(op)], a, b)
        self.check_rounding(op, a, b)
        if isinstance(op, (ast.Add, ast.Sub)):
            other = self.affine(b)
            return self.added(self.affine(a), other if isinstance(op, ast.Add) else other.times(Fraction(-1)))
        if isinstance(op, ast.Mult) and not (isinstance(a, Affine) and isinstance(b, Affine)):
            noisy, factor = (a, b) if isinstance(a, Affine) else (b, a)
            return noisy.times(self.number(factor))
        if isinstance(op, ast.Div) and not isinstance(b, Affine) and self.number(b):
            return a.times(1 / self.number(b))
        self.refuse("noisy values are added, and multiplied or divided by numbers; nothing else is read")

    def added(self, a: Affine, b: Affine) -> Affine:
        """The sum; where a public number cancels and no noise is left, a float would have been rounded."""
        total = a.plus(b)
        gone = {s for s, _ in (*a.terms, *b.terms)} - {s for s, _ in total.terms}
        public = [s for s in sorted(gone) if s.startswith((PUBLIC, STEP))]
        if public and all(s.startswith(KNOWN_TO_BOTH) for s, _ in total.terms):
            name = public[0].partition(" ")[2]
            self.refuse(f"{name} cancels, which it does not if it is a float, as that rounds; leave it out")
        return total

    def check_rounding(self, op: ast.operator, a: Any, b: Any) -> None:
        """Refuse what Python rounds: a whole number that stays a symbol, beside a float or divided."""
        exact = any(isinstance(each, Affine) and each.terms and each.is_count for each in (a, b))
        if exact and (isinstance(op, ast.Div) or any(isinstance(each, float) for each in (a, b))):
            self.refuse(
                "a whole number that may be any is computed in floating point, which rounds, so that the "
                "program may stop later than it says; multiply by whole numbers or Fraction(...)"
            )

    def plain(self, compute: Callable[..., Any], *parts: Any) -> Any:
        """Something of plain values alone, as Python computes it."""
        if any(map(holds_symbols, parts)):
            self.refuse("a noisy value, a place, a stream or the list of outputs is used as a plain value")
        for each in parts:
            if not is_plain(each):
                self.refuse(
                    f"{brief(each)} ({type(each).__name__}) is no plain value; give numbers or tuples"
                )
        tuples = any(isinstance(each, tuple) for each in parts) and compute not in (len, list, tuple)
        if any(map(_holds_eps, parts)) and (tuples or compute not in OF_EPS):
            self.refuse("what EPS is equal to, and its text, are not known; multiply and order it")
        try:
            return held(compute(*map(_as_python, parts)))
        except (ArithmeticError, TypeError, ValueError, KeyError, AssayError) as error:
            self.refuse(f"Python says {error}")

    def call(self, function: Any, args: list[ast.expr]) -> Any:
        """A draw, or a function on the list."""
        if any(isinstance(each, ast.Starred) for each in args):
            self.refuse("arguments are given one by one")
        found = [self.value(each) for each in args]
        if isinstance(function, Log) or not callable(function):
            self.refuse(f"{function!r} is no function")
        kind = next((kind for known, kind in NOISE.items() if known is function), None)
        if kind is not None and len(found) == 1:
            return self.draw(found[0], *kind)
        if function is flip and len(found) == 1:
            self.plain(Dist.bernoulli, *found)
            return self.choose(Decision(None, False, True))
        if function in (list, tuple) and len(found) == 1 and isinstance(found[0], Channel):
            return Channel(found[0].name, function.__name__)
        if function is abs and len(found) == 1 and isinstance(found[0], Affine):
            return found[0] if self.decide(found[0], False) else found[0].times(Fraction(-1))
        if function in (max, min) and len(found) > 1 and any(isinstance(each, Affine) for each in found):
            return self.extreme(function, found)
        if any(function is known for known in PLAIN):
            done = self.plain(function, *found)
            if function is not list and _holds_lists(done):
                self.refuse("it would be one list under two names; copy it by list(...)")
            return done
        self.refuse(
            f"{getattr(function, '__name__', function)!r} is not read; draws, min, max, abs and range are"
        )

    def draw(self, rate: Any, discrete: bool, two_sided: bool) -> Affine:
        """A fresh draw of rate s * EPS, or (s + t/c) * EPS."""
        if isinstance(rate, Budget):
            shared = rate.rate
            if shared is None or shared[0] < 0 or sum(shared) <= 0:
                self.refuse("a rate is a positive multiple of EPS, whatever c >= 1 is")
            self.draws.append(Noise(shared[0], discrete, two_sided, shared[1]))
            return Affine.symbol(f"{DRAW}{len(self.draws) - 1}")
        given = self.plain(_rate, rate)
        found = EVERY_EPSILON.of(given)
        if found is None:
            self.refuse(f"the rate {given} is not {EVERY_EPSILON}")
        self.draws.append(Noise(found, discrete, two_sided))
        return Affine.symbol(f"{DRAW}{len(self.draws) - 1}")

    def extreme(self, function: Any, found: list[Any]) -> Any:
        """max and min, by comparisons, as Python makes them."""
        best = found[0]
        for each in found[1:]:
            op = ast.Gt() if function is max else ast.Lt()
            if self.compare(op, each, best):
                best = each
        return best


def _rate(value: Any) -> Log:
    """The rate of a draw."""
    return log_value(value, "rate")


PLAIN_TYPES = (bool, int, str, Fraction, float)
"""The plain values that are written; classes of the user's below these compute and print as they like."""

OF_EPS: tuple[Callable[..., Any], ...] = (
    *(OPERATORS[op] for op in (ast.Add, ast.Sub, ast.Mult, ast.Div, ast.Gt, ast.GtE, ast.Lt, ast.LtE)),
    *(operator.neg, len, min, max, abs, list, tuple, Dist.bernoulli, _rate),
)
"""What may be done with EPS: a comparison is undecided where it depends on EPS, but `==` is then False."""

MOST_STEPS, MOST_DECISIONS = 100_000, 100
ORDERED = (ast.Gt, ast.GtE, ast.Lt, ast.LtE)


def holds_symbols(value: Any) -> bool:
    """Whether a value stands for what is not known here, or holds one that does."""
    if isinstance(value, tuple):
        return any(map(holds_symbols, value))
    return isinstance(value, (Affine, Budget, Mark, Opaque, Channel))


def _holds_eps(value: Any) -> bool:
    """Whether a value depends on EPS."""
    if isinstance(value, tuple):
        return any(map(_holds_eps, value))
    return isinstance(value, (Log, Number)) and value.is_symbolic


def held(value: Any) -> Any:
    """A value of Python's, with lists as `Items`."""
    if isinstance(value, list):
        return Items(map(held, value))
    return tuple(map(held, value)) if type(value) is tuple else value


def _as_python(value: Any) -> Any:
    """A value with lists as Python has them, which are never equal to tuples, nor added to them."""
    if isinstance(value, Items):
        return list(map(_as_python, value))
    return tuple(map(_as_python, value)) if isinstance(value, tuple) else value


def is_plain(value: Any) -> bool:
    """Whether a value is one that a location can hold: no class of the user's, and no NaN, which is told
    from another by which one it is.
    """
    if type(value) in (tuple, Items):
        return all(map(is_plain, value))
    kinds = (*PLAIN_TYPES, Number, Log, range, Opaque)
    return value is None or (type(value) in kinds and not (type(value) is float and math.isnan(value)))


def _holds_lists(value: Any) -> bool:
    return isinstance(value, Items) or (isinstance(value, tuple) and any(map(_holds_lists, value)))


def _fresh(node: ast.expr, value: Any) -> bool:
    """Whether the lists in a value were made by the expression itself."""
    if not _holds_lists(value):
        return True
    match node:
        case ast.List(elts=elts) | ast.Tuple(elts=elts):
            return all(map(_fresh, elts, value))
        case ast.ListComp(elt=elt):
            return all(_fresh(elt, each) for each in value)
        case ast.Call() | ast.BinOp():
            return isinstance(value, Items) and not any(map(_holds_lists, value))
    return False


def _given(node: ast.expr | None) -> ast.expr:
    if node is None:
        raise ValueError("an instruction lacks a part")
    return node
