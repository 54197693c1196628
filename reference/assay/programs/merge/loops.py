"""Loops: round after round, all worlds together; one that comes back to a state it was in is a Markov chain.

The states of the chain are the worlds at the loop's head.  Where their number is finite, the expected visits
to each are found exactly (`absorb`), and whatever leaves the loop from a state is scaled by them.  Where it
is not, the chain is cut, and what goes on beyond the cut is open.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Hashable

from ...dp.weights import ZERO
from ...errors import UndecidedError
from ...exact import Number
from ..absorb import NEVER, Row, visits
from ..liveness import Live, hidden
from .allowed import MAP
from .copies import copied
from .iteration import MISSING, course, item_at
from .outside import OutsideSubset
from .part import Part
from .worlds import ONE, Flow, World, scaled

MOST_HEADS = 1_000
"""States of a chain that are explored; the rest is open."""

MOST_ROUNDS = 1_000_000
"""Rounds of a loop; worlds that go on are open then."""

Step = Callable[[list[World], Flow], tuple[list[World], list[World]]]
"""One round from the loop's head: the worlds at the head again, and those that leave by the test."""


class Loops(Part):
    """`while` and `for`."""

    def while_(self, s: ast.While, worlds: list[World], flow: Flow) -> list[World]:
        """Until the test is false, or the same states come back."""
        live, inner = flow.code.live.head[id(s)], flow.loop()

        def step(heads: list[World], where: Flow) -> tuple[list[World], list[World]]:
            where.during = live
            going, left = self.run.expressions.decide(s.test, heads, where)
            after = [*self.run.statements.block(s.body, going, where), *where.continued]
            where.continued = []
            return after, left

        left = self._rounds(step, worlds, live, inner)
        ended = self.run.statements.block(s.orelse, left, flow)
        return [*ended, *inner.broken]

    def _rounds(self, step: Step, worlds: list[World], live: Live, inner: Flow) -> list[World]:
        """The worlds that leave by the test."""
        seen: set[int] = set()
        left: dict[Hashable, World] = {}
        rounds = 0
        while worlds:
            heads = self.run.keyed(worlds, live, inner)
            if self.run.cut(list(heads.values()), inner):
                break
            found = {hash(key) for key in heads}
            if not seen.isdisjoint(found):
                return [*left.values(), *self._chain(step, heads, live, inner)]
            seen |= found
            worlds, ended = step(list(heads.values()), inner)
            self.run.keyed(ended, live, inner, left)
            rounds += 1
            if rounds > MOST_ROUNDS:
                inner.lost += [(w.mass, f"a loop went round {MOST_ROUNDS} times") for w in worlds]
                break
        return list(left.values())

    def _chain(self, step: Step, heads: dict[Hashable, World], live: Live, flow: Flow) -> list[World]:
        """The worlds that leave a chain of heads by the test; all other ways out are added to the flow."""
        index = {key: i for i, key in enumerate(heads)}
        states = [copied(w, self.run.heap) for w in heads.values()]
        start: Row[Number] = {i: w.mass for i, w in enumerate(heads.values())}
        draws = max(w.draws for w in heads.values())
        rows: list[Row[Number]] = []
        ways: list[tuple[Flow, list[World]]] = []
        while len(rows) < min(len(states), MOST_HEADS) and self.run.stopped is None:
            state = states[len(rows)]
            state.mass, state.draws = ONE, 0
            out = Flow(flow.code)
            after, left = step([state], out)
            row: Row[Number] = {}
            for key, w in self.run.keyed(after, live, out).items():
                if key not in index:
                    index[key] = len(states)
                    states.append(w)
                row[index[key]] = row.get(index[key], ZERO) + w.mass
            rows.append(row)
            ways.append((out, left))
        return self._solved(start, rows, ways, len(states), draws, flow)

    def _solved(
        self,
        start: Row[Number],
        rows: list[Row[Number]],
        ways: list[tuple[Flow, list[World]]],
        count: int,
        draws: int,
        flow: Flow,
    ) -> list[World]:
        """Scale what leaves each state by the visits to it."""
        leaves = [_leaves(out, left) for out, left in ways]
        known = len(rows)
        rows += [{} for _ in range(count - known)]
        leaves += [True] * (count - known)
        try:
            found = visits(start, rows, leaves, ONE)
        except UndecidedError as error:
            raise OutsideSubset(str(error)) from error
        left: list[World] = []
        for visited, (out, ended) in zip(found.counts, ways, strict=False):
            flow.add(out, visited, draws)
            left += scaled(ended, visited, draws)
        beyond = sum(found.counts[known:], ZERO)
        if beyond:
            flow.lost.append((beyond, self.run.stopped or f"a loop has more than {MOST_HEADS} states"))
        if found.trapped:
            flow.lost.append((found.trapped, NEVER))
        return left

    def for_(self, s: ast.For, worlds: list[World], flow: Flow) -> list[World]:
        """Item after item; what is run through is a hidden variable of the world."""
        run, name, index = self.run, hidden(s), 0
        live, inner = flow.code.live.head[id(s)], flow.loop()
        after_loop = Live(live.names - {name})
        mapped = self._mapped(s.iter, flow)
        current = run.expressions.all(mapped or [s.iter], worlds, flow)
        for w in current:
            items = course(w.stack.pop(), run.heap)
            w.scope.names[name] = (w.stack.pop(), items) if mapped else items
        left: dict[Hashable, World] = {}
        while current and not run.cut(current, inner):
            inner.during = live
            going, ended = [], []
            for w in current:
                items = w.scope.names[name]
                item = item_at(items[1] if mapped else items, index)
                if item is MISSING:
                    ended.append(w)
                else:
                    w.stack.append(item)
                    going.append(w)
            run.keyed(ended, after_loop, inner, left)
            if mapped:
                going = self._applied(name, going, inner)
            going = run.targets.assign(s.target, going, inner)
            after = run.statements.block(s.body, going, inner)
            current = run.merged([*after, *inner.continued], live, inner)
            inner.continued = []
            index += 1
            if index > MOST_ROUNDS:
                inner.lost += [(w.mass, f"a loop went round {MOST_ROUNDS} times") for w in current]
                current = []
        for w in (*left.values(), *inner.broken):
            w.scope.names.pop(name, None)
        return [*run.statements.block(s.orelse, list(left.values()), flow), *inner.broken]

    def _mapped(self, node: ast.expr, flow: Flow) -> list[ast.expr]:
        """The function and what it is mapped over, where a loop runs through such a `map`."""
        if not isinstance(node, ast.Call) or self.run.names.static(flow.code, node.func) is not MAP:
            return []
        plain = len(node.args) == 2 and not node.keywords and not self.run.plain.is_plain(flow.code, node)
        return [] if not plain or any(isinstance(a, ast.Starred) for a in node.args) else node.args

    def _applied(self, name: str, worlds: list[World], flow: Flow) -> list[World]:
        """The element of every world, after the function that is mapped."""
        together: dict[int, list[World]] = {}
        found: list[World] = []
        inner = flow.guarded()
        for w in worlds:
            function = w.scope.names[name][0]
            found += self.run.calls.invoke(function, [w.stack.pop()], {}, [w], inner, together)
        for waiting in together.values():
            found += self.run.functions.follow(waiting, inner)
        check_stops(inner)
        flow.raised += inner.raised
        return found


def check_stops(flow: Flow) -> None:
    """Refuse a StopIteration out of what an iterator calls: it ends that, or is another error."""
    if any(isinstance(w.stack[-1], StopIteration) for w in flow.raised):
        raise OutsideSubset("a StopIteration leaves what an iterator calls")


def _leaves(out: Flow, left: list[World]) -> bool:
    """Whether anything leaves the loop from a state."""
    return bool(left or out.returned or out.broken or out.raised or out.lost)
