"""A small interpreter of Python functions, tree by tree: the second judge of what a program does.

Functions, lambdas and comprehensions are interpreted here, classes and what they hold are Python's own.
"""

from __future__ import annotations

import ast
import builtins
import operator
from collections.abc import Callable, Iterator
from typing import Any

OPERATORS: dict[type, Callable[[Any, Any], Any]] = {
    **{ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.FloorDiv: operator.floordiv},
    **{ast.Mod: operator.mod, ast.Div: operator.truediv, ast.Pow: operator.pow, ast.BitOr: operator.or_},
    **{ast.BitAnd: operator.and_, ast.BitXor: operator.xor, ast.Eq: operator.eq, ast.NotEq: operator.ne},
    **{ast.Lt: operator.lt, ast.LtE: operator.le, ast.Gt: operator.gt, ast.GtE: operator.ge},
    **{ast.Is: operator.is_, ast.IsNot: operator.is_not, ast.In: lambda a, b: a in b},
    ast.NotIn: lambda a, b: a not in b,
}
IN_PLACE: dict[type, Callable[[Any, Any], Any]] = {
    **{
        ast.Add: operator.iadd,
        ast.Sub: operator.isub,
        ast.Mult: operator.imul,
        ast.FloorDiv: operator.ifloordiv,
    },
    **{ast.Mod: operator.imod, ast.BitOr: operator.ior, ast.BitAnd: operator.iand, ast.BitXor: operator.ixor},
}
UNARY: dict[type, Callable[[Any], Any]] = {
    **{ast.Not: operator.not_, ast.USub: operator.neg, ast.UAdd: operator.pos, ast.Invert: operator.invert}
}
COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
WHOLE = (bool, bytearray, bytes, dict, float, frozenset, int, list, set, str, tuple)
UNSET = object()


class Jump(BaseException):
    """break, continue or return."""

    def __init__(self, kind: str, value: Any = None) -> None:
        self.kind, self.value = kind, value


class Env:
    """The variables of one activation, those around it, and the module."""

    def __init__(self, names: dict[str, Any], own: set[str], around: Env | None, title: str) -> None:
        self.names, self.own, self.around, self.title = names, own, around, title

    def owner(self, name: str) -> Env:
        if name in self.own or self.around is None:
            return self
        return self.around.owner(name)

    def get(self, name: str) -> Any:
        env = self.owner(name)
        if name in env.names:
            return env.names[name]
        if env.around is not None:
            near = "local" if env is self else "free"
            told = "" if env is self else " in enclosing scope"
            kind = UnboundLocalError if env is self else NameError
            raise kind(
                f"cannot access {near} variable '{name}' where it is not associated with a value{told}"
            )
        if hasattr(builtins, name):
            return getattr(builtins, name)
        raise NameError(f"name '{name}' is not defined")


def bound(node: ast.AST) -> Iterator[str]:
    """The names that a function sets itself."""
    for part in ast.iter_child_nodes(node):
        if isinstance(part, ast.FunctionDef):
            yield part.name
        elif isinstance(part, ast.Name) and not isinstance(part.ctx, ast.Load):
            yield part.id
        elif isinstance(part, COMPREHENSIONS):
            yield from (n.target.id for n in ast.walk(part) if isinstance(n, ast.NamedExpr))
        elif not isinstance(part, ast.Lambda):
            name = getattr(part, "name", None) or getattr(part, "rest", None)
            if name and isinstance(part, ast.ExceptHandler | ast.MatchAs | ast.MatchStar | ast.MatchMapping):
                yield name
            yield from bound(part)


class Interpreter:
    """Runs the functions of a module."""

    def __init__(self, names: dict[str, Any]) -> None:
        self.module = Env(names, set(), None, "")
        self.handled: list[BaseException] = []

    def load(self, text: str) -> None:
        """Functions are interpreted, everything else is Python's."""
        for part in ast.parse(text).body:
            if isinstance(part, ast.FunctionDef):
                self.module.names[part.name] = self.decorated(part, self.module)
            else:
                exec(
                    compile(ast.Module([part], []), "<module>", "exec", dont_inherit=True), self.module.names
                )

    def decorated(self, node: ast.FunctionDef, env: Env) -> Any:
        """A function, and what its decorators make of it."""
        around = [self.value(d, env) for d in node.decorator_list]
        made: Any = self.function(node, env)
        for decorator in reversed(around):
            made = decorator(made)
        return made

    def function(self, node: ast.FunctionDef | ast.Lambda, env: Env) -> Callable[..., Any]:
        name = getattr(node, "name", "<lambda>")
        title = f"{env.title}.<locals>.{name}" if env.title else name
        stub = ast.FunctionDef("stub", node.args, [ast.parse("return locals()").body[0]], [], None, None)
        made: dict[str, Any] = {}
        defaults = [self.value(d, env) for d in node.args.defaults]
        keywords = {
            a.arg: self.value(d, env)
            for a, d in zip(node.args.kwonlyargs, node.args.kw_defaults, strict=True)
            if d
        }
        bare = ast.parse(ast.unparse(ast.fix_missing_locations(ast.Module([stub], []))))
        head = bare.body[0]
        assert isinstance(head, ast.FunctionDef)
        head.args.defaults = [ast.Constant(None) for _ in defaults]
        head.args.kw_defaults = [d and ast.Constant(None) for d in node.args.kw_defaults]
        exec(compile(ast.fix_missing_locations(bare), "<stub>", "exec", dont_inherit=True), made)
        bind = made["stub"]
        bind.__defaults__, bind.__kwdefaults__ = tuple(defaults) or None, keywords or None
        bind.__qualname__ = title
        body: list[ast.stmt] = [ast.Return(node.body)] if isinstance(node, ast.Lambda) else node.body
        outer = {n for s in body if isinstance(s, ast.Nonlocal) for n in s.names}
        own = set(bound(ast.Module(body, []))) - outer

        def call(*args: Any, **named: Any) -> Any:
            names = bind(*args, **named)
            try:
                self.block(body, Env(names, own | set(names), env, title))
            except Jump as jump:
                return jump.value
            return None

        return call

    # Statements

    def block(self, body: list[Any], env: Env) -> None:
        for s in body:
            getattr(self, f"do_{type(s).__name__}")(s, env)

    def do_Expr(self, s: ast.Expr, env: Env) -> None:
        self.value(s.value, env)

    def do_Pass(self, s: ast.Pass, env: Env) -> None: ...

    def do_Nonlocal(self, s: ast.Nonlocal, env: Env) -> None: ...

    def do_FunctionDef(self, s: ast.FunctionDef, env: Env) -> None:
        env.owner(s.name).names[s.name] = self.decorated(s, env)

    def do_Return(self, s: ast.Return, env: Env) -> None:
        raise Jump("return", None if s.value is None else self.value(s.value, env))

    def do_Break(self, s: ast.Break, env: Env) -> None:
        raise Jump("break")

    def do_Continue(self, s: ast.Continue, env: Env) -> None:
        raise Jump("continue")

    def do_If(self, s: ast.If, env: Env) -> None:
        self.block(s.body if self.value(s.test, env) else s.orelse, env)

    def do_Assert(self, s: ast.Assert, env: Env) -> None:
        if not self.value(s.test, env):
            raise AssertionError(*([] if s.msg is None else [self.value(s.msg, env)]))

    def do_Raise(self, s: ast.Raise, env: Env) -> None:
        if s.exc is None:
            raise self.handled[-1]
        error = self.value(s.exc, env)
        raise error from (None if s.cause is None else self.value(s.cause, env))

    def do_Assign(self, s: ast.Assign, env: Env) -> None:
        value = self.value(s.value, env)
        for target in s.targets:
            self.assign(target, value, env)

    def do_AnnAssign(self, s: ast.AnnAssign, env: Env) -> None:
        if s.value is not None:
            self.assign(s.target, self.value(s.value, env), env)

    def do_AugAssign(self, s: ast.AugAssign, env: Env) -> None:
        op, target = IN_PLACE[type(s.op)], s.target
        if isinstance(target, ast.Name):
            self.assign(target, op(env.get(target.id), self.value(s.value, env)), env)
        elif isinstance(target, ast.Attribute):
            owner = self.value(target.value, env)
            setattr(owner, target.attr, op(getattr(owner, target.attr), self.value(s.value, env)))
        else:
            owner, key = self.value(target.value, env), self.value(target.slice, env)
            owner[key] = op(owner[key], self.value(s.value, env))

    def do_Delete(self, s: ast.Delete, env: Env) -> None:
        for target in s.targets:
            if isinstance(target, ast.Name):
                env.get(target.id)
                del env.owner(target.id).names[target.id]
            elif isinstance(target, ast.Subscript):
                del self.value(target.value, env)[self.value(target.slice, env)]

    def do_While(self, s: ast.While, env: Env) -> None:
        self.loop(s, iter(lambda: bool(self.value(s.test, env)), False), env)

    def do_For(self, s: ast.For, env: Env) -> None:
        self.loop(s, iter(self.value(s.iter, env)), env)

    def loop(self, s: ast.While | ast.For, rounds: Iterator[Any], env: Env) -> None:
        for item in rounds:
            if isinstance(s, ast.For):
                self.assign(s.target, item, env)
            try:
                self.block(s.body, env)
            except Jump as jump:
                if jump.kind == "break":
                    return
                if jump.kind == "return":
                    raise
        self.block(s.orelse, env)

    def do_Try(self, s: ast.Try, env: Env) -> None:
        try:
            try:
                self.block(s.body, env)
            except Exception as error:
                self.handle(s.handlers, error, env)
            else:
                self.block(s.orelse, env)
        finally:
            self.block(s.finalbody, env)

    def handle(self, handlers: list[ast.ExceptHandler], error: Exception, env: Env) -> None:
        for h in handlers:
            if h.type is None or isinstance(error, self.value(h.type, env)):
                break
        else:
            raise error
        if h.name is not None:
            env.owner(h.name).names[h.name] = error
        self.handled.append(error)
        try:
            self.block(h.body, env)
        finally:
            self.handled.pop()
            if h.name is not None:
                env.owner(h.name).names.pop(h.name, None)

    def do_Match(self, s: ast.Match, env: Env) -> None:
        subject = self.value(s.subject, env)
        for case in s.cases:
            found: dict[str, Any] = {}
            if not self.fits(case.pattern, subject, found, env):
                continue
            for name, value in found.items():
                env.owner(name).names[name] = value
            if case.guard is None or self.value(case.guard, env):
                return self.block(case.body, env)
        return None

    def fits(self, p: ast.pattern, value: Any, found: dict[str, Any], env: Env) -> bool:
        match p:
            case ast.MatchValue():
                return bool(value == self.value(p.value, env))
            case ast.MatchSingleton():
                return value is p.value
            case ast.MatchOr():
                return any(self.fits(each, value, found, env) for each in p.patterns)
            case ast.MatchAs():
                if p.pattern is not None and not self.fits(p.pattern, value, found, env):
                    return False
                if p.name is not None:
                    found[p.name] = value
                return True
            case ast.MatchSequence():
                return isinstance(value, list | tuple | range) and self.fits_all(
                    p.patterns, list(value), found, env
                )
            case ast.MatchMapping():
                keys = [self.value(key, env) for key in p.keys]
                if not isinstance(value, dict) or not all(key in value for key in keys):
                    return False
                if p.rest is not None:
                    found[p.rest] = {k: v for k, v in value.items() if k not in keys}
                return all(
                    self.fits(each, value[k], found, env) for each, k in zip(p.patterns, keys, strict=True)
                )
            case ast.MatchClass():
                kind = self.value(p.cls, env)
                if not isinstance(value, kind):
                    return False
                if kind in WHOLE and p.patterns:
                    return self.fits(p.patterns[0], value, found, env)
                names = [*zip(kind.__match_args__ if p.patterns else (), p.patterns, strict=False)]
                parts = [*names, *zip(p.kwd_attrs, p.kwd_patterns, strict=True)]
                return all(
                    hasattr(value, n) and self.fits(each, getattr(value, n), found, env) for n, each in parts
                )
        raise NotImplementedError(ast.dump(p))

    def fits_all(
        self, patterns: list[ast.pattern], values: list[Any], found: dict[str, Any], env: Env
    ) -> bool:
        for i, p in enumerate(patterns):
            if isinstance(p, ast.MatchStar):
                behind = len(patterns) - i - 1
                if len(values) < i + behind:
                    return False
                if p.name is not None:
                    found[p.name] = values[i : len(values) - behind]
                return self.fits_all(patterns[:i], values[:i], found, env) and self.fits_all(
                    patterns[i + 1 :], values[len(values) - behind :], found, env
                )
        each = zip(patterns, values, strict=False)
        return len(patterns) == len(values) and all(self.fits(p, v, found, env) for p, v in each)

    # Targets

    def assign(self, target: ast.expr, value: Any, env: Env) -> None:
        match target:
            case ast.Name():
                env.owner(target.id).names[target.id] = value
            case ast.Starred():
                self.assign(target.value, value, env)
            case ast.Attribute():
                setattr(self.value(target.value, env), target.attr, value)
            case ast.Subscript():
                owner = self.value(target.value, env)
                owner[self.value(target.slice, env)] = value
            case ast.Tuple() | ast.List():
                self.unpack(target.elts, value, env)

    def unpack(self, parts: list[ast.expr], value: Any, env: Env) -> None:
        names = [f"{'*' if isinstance(part, ast.Starred) else ''}a{i}" for i, part in enumerate(parts)]
        made: dict[str, Any] = {"value": value}
        exec(f"[{', '.join(names)}] = value", made)
        for i, part in enumerate(parts):
            self.assign(part, made[f"a{i}"], env)

    # Expressions

    def value(self, e: ast.expr, env: Env) -> Any:
        match e:
            case ast.Constant():
                return e.value
            case ast.Name():
                return env.get(e.id)
            case ast.BinOp():
                return OPERATORS[type(e.op)](self.value(e.left, env), self.value(e.right, env))
            case ast.UnaryOp():
                return UNARY[type(e.op)](self.value(e.operand, env))
            case ast.BoolOp():
                return self.boolean(e, env)
            case ast.Compare():
                return self.compared(e, env)
            case ast.IfExp():
                return self.value(e.body if self.value(e.test, env) else e.orelse, env)
            case ast.NamedExpr():
                value = self.value(e.value, env)
                self.assigned_outside(e.target.id, value, env)
                return value
            case ast.Attribute():
                return getattr(self.value(e.value, env), e.attr)
            case ast.Subscript():
                owner = self.value(e.value, env)
                return owner[self.value(e.slice, env)]
            case ast.Slice():
                parts = [
                    None if part is None else self.value(part, env) for part in (e.lower, e.upper, e.step)
                ]
                return slice(*parts)
            case ast.Tuple() | ast.List() | ast.Set():
                return {ast.Tuple: tuple, ast.List: list, ast.Set: set}[type(e)](self.spread(e.elts, env))
            case ast.Dict():
                made: dict[Any, Any] = {}
                for key, value in zip(e.keys, e.values, strict=True):
                    made |= (
                        self.value(value, env)
                        if key is None
                        else {self.value(key, env): self.value(value, env)}
                    )
                return made
            case ast.Lambda():
                return self.function(e, env)
            case ast.JoinedStr():
                return "".join([self.value(part, env) for part in e.values])
            case ast.FormattedValue():
                value = self.value(e.value, env)
                conversions: dict[int, Callable[[Any], str]] = {115: str, 114: repr, 97: ascii}
                shown = conversions[e.conversion](value) if e.conversion in conversions else value
                return format(shown, "" if e.format_spec is None else self.value(e.format_spec, env))
            case ast.Call():
                function, args = self.value(e.func, env), self.spread(e.args, env)
                named: dict[str, Any] = {}
                for k in e.keywords:
                    named |= self.value(k.value, env) if k.arg is None else {k.arg: self.value(k.value, env)}
                return function(*args, **named)
            case ast.GeneratorExp():
                return self.generated(e, env)
            case ast.ListComp() | ast.SetComp() | ast.DictComp():
                return {ast.ListComp: list, ast.SetComp: set, ast.DictComp: dict}[type(e)](
                    self.generated(e, env)
                )
        raise NotImplementedError(ast.dump(e))

    def assigned_outside(self, name: str, value: Any, env: Env) -> None:
        """x := value, where comprehensions pass the name on to the function around them."""
        while env.title.endswith("<comprehension>") and env.around is not None:
            env = env.around
        env.owner(name).names[name] = value

    def spread(self, parts: list[ast.expr], env: Env) -> list[Any]:
        found: list[Any] = []
        for part in parts:
            if isinstance(part, ast.Starred):
                found += self.value(part.value, env)
            else:
                found.append(self.value(part, env))
        return found

    def boolean(self, e: ast.BoolOp, env: Env) -> Any:
        value = None
        for part in e.values:
            value = self.value(part, env)
            if bool(value) == isinstance(e.op, ast.Or):
                break
        return value

    def compared(self, e: ast.Compare, env: Env) -> Any:
        left, value = self.value(e.left, env), None
        for op, node in zip(e.ops, e.comparators, strict=True):
            right = self.value(node, env)
            value = OPERATORS[type(op)](left, right)
            if not value:
                break
            left = right
        return value

    def generated(self, e: Any, env: Env) -> Iterator[Any]:
        """The elements of a comprehension, one by one; what it runs through is asked for at once."""
        targets = [n.id for g in e.generators for n in ast.walk(g.target) if isinstance(n, ast.Name)]
        inner = Env({}, set(targets), env, f"{env.title}.<comprehension>")
        first = iter(self.value(e.generators[0].iter, env))

        def level(at: int, items: Any) -> Iterator[Any]:
            g = e.generators[at]
            for item in items:
                self.assign(g.target, item, inner)
                if not all(self.value(condition, inner) for condition in g.ifs):
                    continue
                if at + 1 < len(e.generators):
                    yield from level(at + 1, self.value(e.generators[at + 1].iter, inner))
                elif isinstance(e, ast.DictComp):
                    yield self.value(e.key, inner), self.value(e.value, inner)
                else:
                    yield self.value(e.elt, inner)

        return level(0, first)
