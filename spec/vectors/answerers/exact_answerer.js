// Three families of the test vectors (delta, epsilon, measures) in exact arithmetic, without any library.
// assay vectors run --name node --command 'node exact_answerer.js' --save node.json
// A fraction is [numerator, denominator], reduced, with a positive denominator.
const gcd = (a, b) => (b === 0n ? a : gcd(b, a % b));
function frac(n, d = 1n) {
  const g = gcd(n < 0n ? -n : n, d < 0n ? -d : d) * (d < 0n ? -1n : 1n);
  return [n / g, d / g];
}
const ZERO = frac(0n), ONE = frac(1n);
const add = (a, b) => frac(a[0] * b[1] + b[0] * a[1], a[1] * b[1]);
const mul = (a, b) => frac(a[0] * b[0], a[1] * b[1]);
const sub = (a, b) => add(a, [-b[0], b[1]]), div = (a, b) => mul(a, [b[1], b[0]]);
const less = (a, b) => a[0] * b[1] < b[0] * a[1], larger = (a, b) => (less(a, b) ? b : a);
const show = (a) => (a[1] === 1n ? `${a[0]}` : `${a[0]}/${a[1]}`);
const ln = (x) => (show(x) === "1" ? "0" : `ln(${show(x)})`);
const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?(?:\/(\d*[1-9]\d*))?$/i;
const HEX = /^(-?)0x([\da-f]+)(?:\.([\da-f]+))?p([+-]?\d+)$/i;
function rational(text) {
  const hex = HEX.exec(text), found = hex || DECIMAL.exec(text);
  if (!found) throw new Error(`${text} is no rational number`);
  const [, sign, whole, digits = "", power = "0", below = "1"] = found;
  const [prefix, base, places] = hex ? ["0x", 2n, 4] : ["", 10n, 1];
  const n = BigInt(prefix + whole + digits) * (sign ? -1n : 1n);
  const exponent = BigInt(power) - BigInt(places * digits.length);
  return exponent < 0n ? frac(n, BigInt(below) * base ** -exponent) : frac(n * base ** exponent, BigInt(below));
}
// Fractions below and above e^x for x >= 0: Taylor's series of e^(x/2^h) with its remainder, squared h times.
function expBounds(x) {
  let halvings = 0n;
  while (less([1n << halvings, 2n], x)) halvings += 1n;
  const one = 1n << (220n + 4n * halvings), y = frac(x[0], x[1] << halvings);
  let low = 0n, high = 4n, down = one, up = one; // 4: the rest of the series, whose terms are halved at least
  for (let n = 1n; up > 1n; n += 1n) {
    [low, high] = [low + down, high + up];
    [down, up] = [(down * y[0]) / (y[1] * n), (up * y[0]) / (y[1] * n) + 1n];
  }
  for (; halvings > 0n; halvings -= 1n) [low, high] = [(low * low) / one, (high * high) / one + 1n];
  return [frac(low, one), frac(high, one)];
}
// e^epsilon, between two fractions that are the same where it is rational; null for infinity.
function power(text) {
  if (text === "inf") return null;
  const log = /^ln\((.*)\)$/.exec(text), x = rational(log ? log[1] : text);
  if (less(x, log ? ONE : ZERO)) throw new Error(`epsilon = ${text} is negative`);
  return log ? [x, x] : x[0] === 0n ? [ONE, ONE] : expBounds(x);
}
// The outcomes that can occur, each as [P(o), Q(o)].
function pair(given) {
  const [p, q] = [given.p.map(rational), given.q.map(rational)];
  if (p.length !== q.length) throw new Error("p and q do not list the same outcomes");
  const proper = (d) => d.every((x) => x[0] >= 0n) && show(d.reduce(add, ZERO)) === "1";
  if (!proper(p) || !proper(q)) throw new Error("p or q is no distribution");
  return p.map((x, i) => [x, q[i]]).filter(([a, b]) => a[0] > 0n || b[0] > 0n);
}
function share(text) {
  const x = rational(text);
  if (less(x, ZERO) || less(ONE, x)) throw new Error(`${text} is not between 0 and 1`);
  return x;
}
const total = (outcomes, of) => outcomes.map(of).reduce(add, ZERO);
const excess = (outcomes, e) => total(outcomes, ([p, q]) => larger(sub(p, mul(e, q)), ZERO));
const impossible = (outcomes) => total(outcomes, ([p, q]) => (q[0] === 0n ? p : ZERO));
const FUNCTIONS = {
  delta(given, outcomes = pair(given), e = power(given.epsilon)) {
    const [upper, lower] = e === null ? [impossible(outcomes)] : e.map((x) => excess(outcomes, x));
    return !lower || show(lower) === show(upper) ? show(upper) : { lower: show(lower), upper: show(upper) };
  },
  probabilistic_delta(given, outcomes = pair(given), e = power(given.epsilon)) {
    if (e === null) return show(impossible(outcomes));
    return show(total(outcomes, ([p, q]) => (less(mul(e[0], q), p) ? p : ZERO)));
  },
  total_variation: (given) => show(excess(pair(given), ONE)),
  epsilon(given, outcomes = pair(given), delta = share(given.delta)) {
    if (less(delta, impossible(outcomes))) return "inf";
    outcomes.sort(([a, b], [c, d]) => (less(mul(a, d), mul(c, b)) ? 1 : -1)); // by P/Q, the largest first
    let [p, q, best] = [ZERO, ZERO, ONE];
    for (const [a, b] of outcomes) {
      [p, q] = [add(p, a), add(q, b)];
      if (q[0] > 0n) best = larger(best, div(sub(p, delta), q));
    }
    return ln(best);
  },
  membership_advantage(given, outcomes = pair(given), c = share(given.prior), d = sub(ONE, c)) {
    return show(sub(total(outcomes, ([p, q]) => larger(mul(c, p), mul(d, q))), larger(c, d)));
  },
  bounded_range(given, outcomes = pair(given)) {
    if (outcomes.some(([p, q]) => p[0] === 0n || q[0] === 0n)) return "inf";
    const most = outcomes.map(([p, q]) => div(p, q)), least = outcomes.map(([p, q]) => div(q, p));
    return ln(mul(most.reduce(larger), least.reduce(larger)));
  },
};
require("readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, function: name, arguments: given } = JSON.parse(line);
  const say = (found) => process.stdout.write(JSON.stringify({ id, ...found }) + "\n");
  try {
    say(name in FUNCTIONS ? { value: FUNCTIONS[name](given) } : { not_implemented: name });
  } catch (error) {
    say({ error: error.message });
  }
});
