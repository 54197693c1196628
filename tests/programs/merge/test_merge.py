"""The evaluator that merges states against the enumeration of paths: equal distributions, or a reason why
not.
"""

from __future__ import annotations

import random
from fractions import Fraction
from unittest.mock import patch

import pytest
from hypothesis import given, settings

import assay
from assay import EPS, Dist, Mechanism, adjacency, draw, eps, exp, flip, number, program, uniform
from assay.errors import UnfinishedProgram
from assay.programs.merge import OutsideSubset, evaluator, merged
from tests.generated_programs import MODULUS, GeneratedProgram, generated_programs
from tests.generated_text import written

BIASES = ("1/2", "1/3")
COIN = Dist({"heads": "1/3", "tails": "2/3"})
LIST = ["1/2"]
COUNTER = 0


@settings(max_examples=25)
@given(generated_programs())
def test_generated_programs_have_the_law_of_their_paths(generated: GeneratedProgram) -> None:
    text = written(generated)
    for x in range(MODULUS):
        law = merged(text, x)
        assert law == text.enumerated(x)
        assert dict(law.items()) == generated.law(x)


def helper(k, times=2):
    total = 0
    for _ in range(times):
        if flip(BIASES[k % 2]):
            total += 1
    return total


@program
def inner(k):
    return (k, flip("1/4"))


@program
def countdown(n):
    if n == 0 or flip("1/5"):
        return n
    return countdown(n - 1)


@program
def calls(n):
    a = helper(n)
    b, yes = inner(a)
    return (a, helper(n, times=b), yes, countdown(3))


@program
def sums(n):
    total = sum(flip("1/3") for _ in range(n))
    even = tuple(i for i in range(n) if i % 2 == 0 if flip("1/2"))
    return (total, even, any(flip("1/4") for _ in range(2)), all(uniform(3) for _ in range(2)))


@program
def loops(n):
    steps = 0
    while steps < 6:
        steps += 1
        if flip("1/3"):
            continue
        if flip("1/7"):
            break
    else:
        return "ended"
    for letter in "ab":
        if flip("1/2") or letter == "x":
            break
    else:
        letter = "none"
    x: int = steps + n
    return (letter, x if flip("1/2") else -x, steps > 3 and flip("1/2"), steps < 2 or flip("1/9"))


@program
def module_names(n):
    d = assay.draw(COIN)
    if d is None:
        return d
    return (d, max(n, assay.uniform(3)), draw(Dist({0: "1/2", 1: "1/2"})) + n)


@program
def irrational(n):
    p = exp(eps("1/2")) / (1 + exp(eps("1/2")))
    return sum(flip(p) for _ in range(n))


@program
def symbolic(n):
    return sum(flip(exp(EPS) / (1 + exp(EPS))) for _ in range(n))


@program
def typed(n):
    kind = uniform(3)
    if kind == 0:
        x = True
    elif kind == 1:
        x = 1
    else:
        x = Fraction(1)
    return repr(x)


@program
def signed(n):
    x = 0.0 if flip("1/2") else -0.0
    y = x
    return repr(y)


def closure(bound):
    @program
    def inside(n):
        return sum(flip("1/2") for _ in range(bound)) + n

    return inside


UNDERSTOOD = [calls, sums, loops, module_names, irrational, symbolic, typed, signed, closure(4)]


@pytest.mark.parametrize("understood", UNDERSTOOD, ids=repr)
@pytest.mark.parametrize("n", [0, 3])
def test_what_is_understood_has_the_law_of_its_paths(understood, n):
    assert merged(understood, n) == understood.enumerated(n)


# One variable each that is needed on one way only


@program
def read_after_continue(n):
    x = total = 0
    for _ in range(3):
        total += x
        if flip("1/2"):
            x = 1 + uniform(2)
            continue
        x = 0
    return total


@program
def read_after_break(n):
    x = 5
    for _ in range(3):
        if flip("1/3"):
            x = uniform(2)
            break
        x = 7
    return x


@program
def read_by_else_alone(n):
    x = uniform(3)
    for _ in range(2):
        if flip("1/3"):
            break
    else:
        return ("else", x)
    return ("broken", 0)


@program
def read_three_rounds_later(n):
    a = b = c = 0
    for _ in range(4):
        a = b
        b = c
        c = uniform(2)
    return a


@program
def read_by_the_test_of_while(n):
    go = rounds = 0
    while go < 2 and rounds < 4:
        rounds += 1
        if flip("1/2"):
            go += 1
            continue
        go = 0
    return rounds


@program
def read_in_one_branch(n):
    x, y = uniform(2), uniform(3)
    if flip("1/2"):
        return ("x", x)
    elif flip("1/2"):
        y += 1
    return ("y", y)


@program
def kept_by_an_empty_loop(n):
    i = uniform(3)
    for i in range(n % 1):  # noqa: B007
        pass
    return i


@program
def left_by_a_loop(n):
    i = 9
    for i in range(3):  # noqa: B007
        if flip("1/2"):
            break
    return i


@program
def inner_and_outer(n):
    found = 0
    for i in range(3):
        for _ in "ab":
            if flip("1/3"):
                found += i
                break
            if flip("1/4"):
                continue
            found += 1
        else:
            if found > 2:
                continue
            found += 10
        if found == 1:
            break
    else:
        return -found
    return found


@program
def exchanged(n):
    a, b = uniform(2), 2 + uniform(2)
    a, (b, c) = b, (a, b)
    a += a
    return (a, b, c)


@program
def short_circuits(n):
    x = uniform(3)
    return (x and flip("1/2"), x or flip("1/3"), not x, 0 < x < 2, x if flip("1/5") else -x)


@program
def stops_at_the_first(n):
    t = (0, 1, 2, 0)
    return (any(x and flip("1/2") for x in t), all(x < 2 or flip("1/3") for x in t if x != 1))


@program
def defaults_and_keywords(n):
    return (helper(n), helper(n, 3), helper(times=1, k=n), helper(k=n + 1))


@program
def changed_in_vain(n):
    x = uniform(2)
    y = flip("1/3")
    x += 1 + y
    return y


@program
def merged_after_uneven_draws(n):
    if flip("1/2"):
        flip("1/2")
    return flip("1/3")


def uneven(k):
    return 0 * (flip("1/2") and flip("1/2"))


@program
def calls_with_uneven_draws(n):
    return uneven(n) + (1 if flip("1/2") else 2)


@program
def chosen_with_draws(n):
    return flip("1/2") + flip("1/3") if flip("1/4") else n


ONE_WAY = [
    changed_in_vain,
    chosen_with_draws,
    merged_after_uneven_draws,
    calls_with_uneven_draws,
    read_after_continue,
    read_after_break,
    read_by_else_alone,
    read_three_rounds_later,
    read_by_the_test_of_while,
    read_in_one_branch,
    kept_by_an_empty_loop,
    left_by_a_loop,
    inner_and_outer,
    exchanged,
    short_circuits,
    stops_at_the_first,
    defaults_and_keywords,
]


@pytest.mark.parametrize("understood", ONE_WAY, ids=repr)
def test_what_is_needed_on_one_way_only_is_kept(understood):
    for n in (0, 2):
        assert merged(understood, n) == understood.enumerated(n)


@pytest.mark.parametrize("understood", [countdown, *ONE_WAY], ids=repr)
def test_the_most_draws_on_a_path_are_counted_as_the_enumeration_counts_them(understood):
    """The same limits of draws suffice, or do not."""
    for limit in range(1, 9):
        limited = understood.within(max_steps=limit)
        try:
            expected = limited.enumerated(2)
        except UnfinishedProgram:
            with pytest.raises(UnfinishedProgram, match=f"more than {limit} times"):
                merged(limited, 2)
        else:
            assert merged(limited, 2) == expected


def test_cost_follows_states_and_not_paths():
    walk = merged(closure(300), 0)
    assert len(walk) == 301
    assert walk[0] == number(1) / 2**300


# What is hidden falls back to the enumeration


@program
def mutable(n):
    seen = [flip("1/2")]
    return (len(seen), n)


@program
def reads_a_list(n):
    return flip(LIST[0])


@program
def counts_globally(n):
    global COUNTER
    COUNTER += 1
    return flip("1/2")


@program
def catches(n):
    try:
        return flip("1/2")
    except ValueError:
        return None


@program
def defines(n):
    def again():
        return flip("1/2")

    return again()


@program
def clock(n):
    return random.random() < 1 and flip("1/2")


@program
def sorts_by_drawing(n):
    return tuple(sorted((1, 2), key=flips))


def flips(k):
    return flip("1/2")


@program
def walrus(n):
    return (m := uniform(2)) + m


@program
def identity(n):
    a = (flip("1/2"), n)
    b = (flip("1/2"), n)
    return a is b


@program
def mutable_default(n, seen=LIST):
    return flip(seen[0])


@program
def attributes(n):
    return n.numerator + flip("1/2")


@program
def shadowed(n):
    return sum(flips(1) for flips in (len, len)) if n else flip("1/2")


@program
def raises(n):
    return 1 // (n - n)


def reassigned():
    @program
    def inside(n):
        return bound + flip("1/2")

    with pytest.raises(OutsideSubset, match="not set yet"):
        merged(inside, 0)
    bound = 1
    return inside


HIDDEN = [counts_globally, clock, sorts_by_drawing, identity, raises]
SEEN = [mutable, reads_a_list, catches, defines, walrus, mutable_default, attributes]
SEEN += [program(lambda n: flip("1/2")), program(lambda n: (flip("1/2"), n))]


@pytest.mark.parametrize("seen", SEEN, ids=repr)
def test_what_belongs_to_the_program_or_cannot_change_hides_nothing(seen):
    assert merged(seen, 1) == seen.enumerated(1)


@pytest.mark.parametrize("hiding", HIDDEN, ids=repr)
def test_what_may_hide_something_is_left_to_the_enumeration(hiding):
    with pytest.raises(OutsideSubset) as caught:
        merged(hiding, 1)
    assert caught.value.reason


def test_names_of_a_comprehension_hide_those_outside():
    with pytest.raises(OutsideSubset):
        merged(shadowed, 1)


def test_a_cell_is_read_when_the_program_runs():
    assert merged(reassigned(), 0) == Dist({1: "1/2", 2: "1/2"})


def test_text_that_is_not_that_of_the_code_is_refused(tmp_path, monkeypatch):
    file = tmp_path / "text_that_changes.py"
    file.write_text("from assay import flip, program\n\n@program\ndef coin(n):\n    return flip('1/2')\n")
    monkeypatch.syspath_prepend(tmp_path)
    import text_that_changes as changing

    assert merged(changing.coin, 0) == Dist({True: "1/2", False: "1/2"})
    file.write_text("from assay import flip, program\n\n@program\ndef coin(n):\n    return flip('1/3')\n")
    import linecache

    linecache.checkcache()
    with pytest.raises(OutsideSubset, match="not that of the code"):
        merged(changing.coin, 0)


def mechanism(source):
    return Mechanism(source, [0, 1], adjacency.all_pairs())


def test_a_mechanism_says_where_its_rows_come_from():
    merging, enumerated = mechanism(calls), mechanism(sorts_by_drawing)
    assert merging.epsilon() == merging.with_engine("reference").epsilon()
    assert str(merging.notes["distribution"]) == "fast"
    assert enumerated.distribution(0) == Dist({(1, 2): "3/4", (2, 1): "1/4"})
    assert "enumerated on input 0: line" in str(enumerated.notes["distribution"])


def test_an_endless_program_is_solved_whatever_the_limit():
    @program
    def endless(n):
        while not flip("1/2"):
            pass
        return n

    assert mechanism(endless.within(max_steps=20)).distribution(0) == Dist.point(0)


def outside(source):
    try:
        merged(source, 0)
    except OutsideSubset as error:
        return error
    return None


def test_states_that_do_not_merge_are_left_to_the_enumeration():
    @program
    def all_different(n):
        return tuple(flip("1/2") for _ in range(40))

    with patch.object(evaluator, "MOST_STATES", 1000):
        assert "1000 states at one time" in str(outside(all_different))
