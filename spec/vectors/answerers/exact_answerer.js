// Three families of the test vectors (delta, epsilon, measures) in exact arithmetic, without any library.
//
// assay vectors run --name node --command 'node exact_answerer.js' --save node.json

"use strict";

const gcd = (a, b) => (b === 0n ? a : gcd(b, a % b));
const abs = (a) => (a < 0n ? -a : a);

// A fraction is [numerator, denominator], reduced, with a positive denominator.
function frac(n, d = 1n) {
  if (d === 0n) throw new Error("division by zero");
  const g = gcd(abs(n), abs(d)) * (d < 0n ? -1n : 1n);
  return [n / g, d / g];
}
const ZERO = frac(0n), ONE = frac(1n);
const add = (a, b) => frac(a[0] * b[1] + b[0] * a[1], a[1] * b[1]);
const sub = (a, b) => frac(a[0] * b[1] - b[0] * a[1], a[1] * b[1]);
const mul = (a, b) => frac(a[0] * b[0], a[1] * b[1]);
const div = (a, b) => frac(a[0] * b[1], a[1] * b[0]);
const less = (a, b) => a[0] * b[1] < b[0] * a[1];
const larger = (a, b) => (less(a, b) ? b : a);
const show = (a) => (a[1] === 1n ? `${a[0]}` : `${a[0]}/${a[1]}`);

function rational(text) {
  const found = /^(-?\d+)(?:\/(\d+)|\.(\d+))?$/.exec(text);
  if (!found) throw new Error(`${text} is no rational number`);
  const [, whole, below = "1", digits = ""] = found;
  return frac(BigInt(whole + digits), digits ? 10n ** BigInt(digits.length) : BigInt(below));
}

// Fractions below and above e^x for x >= 0: Taylor's series of e^(x/2^h) with its remainder, squared h times.
function expBounds(x) {
  let halvings = 0n;
  while (less([1n << halvings, 2n], x)) halvings += 1n;
  const one = 1n << (220n + 4n * halvings), y = frac(x[0], x[1] << halvings);
  let low = 0n, high = 0n, down = one, up = one;
  for (let n = 1n; up > 1n; n += 1n) {
    [low, high] = [low + down, high + up];
    [down, up] = [(down * y[0]) / (y[1] * n), (up * y[0]) / (y[1] * n) + 1n];
  }
  high += 4n; // the rest of the series, whose terms are halved at least
  for (; halvings > 0n; halvings -= 1n) [low, high] = [(low * low) / one, (high * high) / one + 1n];
  return [frac(low, one), frac(high, one)];
}

// e^epsilon, between two fractions that are the same where it is rational; null for infinity.
function power(text) {
  if (text === "inf") return null;
  const log = /^ln\((.*)\)$/.exec(text);
  const x = rational(log ? log[1] : text);
  if (less(x, log ? ONE : ZERO)) throw new Error(`epsilon = ${text} is negative`);
  return log || x[0] === 0n ? (log ? [x, x] : [ONE, ONE]) : expBounds(x);
}

function pair(given) {
  const [p, q] = [given.p.map(rational), given.q.map(rational)];
  if (p.length !== q.length) throw new Error("p and q do not list the same outcomes");
  for (const d of [p, q]) {
    if (d.some((x) => x[0] < 0n) || show(d.reduce(add, ZERO)) !== "1") throw new Error("not a distribution");
  }
  return p.map((x, i) => [x, q[i]]).filter(([a, b]) => a[0] > 0n || b[0] > 0n);
}

function within(text) {
  const x = rational(text);
  if (less(x, ZERO) || less(ONE, x)) throw new Error(`${text} is not between 0 and 1`);
  return x;
}

const excess = (outcomes, e) => outcomes.reduce((sum, [p, q]) => add(sum, larger(sub(p, mul(e, q)), ZERO)), ZERO);
const impossible = (outcomes) => outcomes.reduce((sum, [p, q]) => (q[0] === 0n ? add(sum, p) : sum), ZERO);
const ln = (x) => (show(x) === "1" ? "0" : `ln(${show(x)})`);

const FUNCTIONS = {
  delta({ epsilon, ...given }) {
    const outcomes = pair(given), e = power(epsilon);
    if (e === null) return show(impossible(outcomes));
    const [lower, upper] = [excess(outcomes, e[1]), excess(outcomes, e[0])].map(show);
    return lower === upper ? lower : { lower, upper };
  },
  probabilistic_delta({ epsilon, ...given }) {
    const outcomes = pair(given), e = power(epsilon);
    if (e === null) return show(impossible(outcomes)); // an infinite loss: q = 0
    return show(outcomes.reduce((sum, [p, q]) => (less(mul(e[0], q), p) ? add(sum, p) : sum), ZERO));
  },
  total_variation: (given) => show(excess(pair(given), ONE)),
  epsilon({ delta, ...given }) {
    const outcomes = pair(given), allowed = within(delta);
    if (less(allowed, impossible(outcomes))) return "inf";
    // delta(epsilon) = P(S) - e^epsilon Q(S) for some S of largest ratios: the largest (P(S) - delta)/Q(S)
    outcomes.sort(([a, b], [c, d]) => (less(mul(a, d), mul(c, b)) ? 1 : -1));
    let [p, q, best] = [ZERO, ZERO, ONE];
    for (const [a, b] of outcomes) {
      [p, q] = [add(p, a), add(q, b)];
      if (q[0] > 0n) best = larger(best, div(sub(p, allowed), q));
    }
    return ln(best);
  },
  membership_advantage({ prior, ...given }) {
    const outcomes = pair(given), c = within(prior), other = sub(ONE, c);
    const guess = outcomes.reduce((sum, [p, q]) => add(sum, larger(mul(c, p), mul(other, q))), ZERO);
    return show(sub(guess, larger(c, other)));
  },
  bounded_range(given) {
    const outcomes = pair(given);
    if (outcomes.some(([p, q]) => p[0] === 0n || q[0] === 0n)) return "inf";
    const ratios = outcomes.map(([p, q]) => div(p, q));
    const least = ratios.reduce((a, b) => (less(a, b) ? a : b));
    return ln(div(ratios.reduce(larger), least));
  },
};

function answer({ id, function: name, arguments: given }) {
  if (!(name in FUNCTIONS)) return { id, not_implemented: name };
  try {
    return { id, value: FUNCTIONS[name](given) };
  } catch (error) {
    return { id, error: error.message };
  }
}

require("readline").createInterface({ input: process.stdin }).on("line", (line) => {
  process.stdout.write(JSON.stringify(answer(JSON.parse(line))) + "\n");
});
