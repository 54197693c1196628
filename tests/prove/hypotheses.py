"""The statement of each lemma with its hypotheses in braces: each needs a counterexample in `dropped`.

Marked by hand, so that a hypothesis is not forgotten in the same breath as its counterexample. Words outside
the braces are the setting, the quantifiers and the conclusion.
"""

from __future__ import annotations

MARKED = {
    "above threshold": (
        "the position of the first query {of sensitivity 1} whose {noisy value} reaches {a noisy "
        "threshold}, {where the run ends}, is eps-DP, with two-sided noise {on all integers} {of rate "
        "eps/2 for the threshold and eps/4 for each query}, whatever the number of queries"
    ),
    "advanced composition": (
        "k {(eps, delta)-DP} mechanisms with {fresh randomness}, each {chosen by the answers so far}, are "
        "for {a symmetric adjacency} together (eps_g, k delta + s)-DP with eps_g = eps sqrt(2 k ln(1/s)) + "
        "k eps (e^eps - 1); with (e^eps - 1)/(e^eps + 1) in the place of e^eps - 1 too"
    ),
    "amplification by Poisson sampling": (
        "{an (eps, delta)-DP mechanism} on {a Poisson sample of rate q} that {stays secret} and is {drawn "
        "afresh for each release} is (ln(1 + q(e^eps - 1)), q delta)-DP under {add/remove-one}"
    ),
    "the two directions of amplification by Poisson sampling": (
        "from {P(S) <= e^eps R(S) + delta} for M with the record (P) and without it (R): on {a sample of "
        "rate q} the same with ln(1 + q(e^eps - 1)) and q delta; from {R(S) <= e^eps P(S) + delta}: the "
        "same with -ln(1 - q(1 - e^-eps)) and q delta/(q + (1-q) e^eps); from the first alone, for {q < "
        "1}, both directions with max(ln(1 + q(e^eps - 1)), -ln(1 - q)) and q delta"
    ),
    "amplification by sampling with replacement": (
        "a mechanism that is {(eps, delta_k)-DP for groups of k} {under replace-one}, on {m draws with "
        "replacement from n records} that {stay secret} and are {drawn afresh for each release}, is (ln(1 "
        "+ q(e^eps - 1)), sum_k w_k delta_k)-DP under replace-one, with w_k the chance of k copies of a "
        "record and q = 1 - (1 - 1/n)^m"
    ),
    "pure amplification by sampling with replacement": (
        "{an eps-DP mechanism} {under replace-one}, on {m draws with replacement from n records}, is m "
        "ln(1 + (e^eps - 1)/n)-DP under replace-one; for eps = 1 it is (2m/n)-DP"
    ),
    "amplification by sampling without replacement": (
        "{an (eps, delta)-DP mechanism} on {a uniform m-subset} of n records that {stays secret}, is "
        "{drawn afresh for each release} and is shown to it {without its order} is (ln(1 + q(e^eps - 1)), "
        "q delta)-DP, q = m/n, {both under replace-one}"
    ),
    "Le Cam's two-point bound": (
        "an estimate of a value that is a or b has, at one of the two, mean error at least |a - b| (1 - "
        "TV(P, Q))/2; under {eps-DP} at least |a - b|/(e^(k eps) + 1) where {k individuals differ}"
    ),
    "Assouad's bound": (
        "an estimate of d values, each a_j or a_j + t, has for some choice of all of them a total mean "
        "error of at least d t (1 - V)/2 where {every one of the 2^d choices is possible} and two that "
        "differ in one value have distributions {within total variation V}; {under eps-DP} at least d "
        "t/(e^(k eps) + 1) where {k individuals differ for each value}"
    ),
    "basic composition": (
        "{an (eps_1, delta_1)-DP mechanism} followed by {an (eps_2, delta_2)-DP one} with {fresh "
        "randomness}, {chosen by the first answer}, is (eps_1 + eps_2, delta_1 + delta_2)-DP"
    ),
    "a budget for each person": (
        "rounds {on the records of those who pay}, with {fresh randomness}, each {chosen by the answers so "
        "far}, where a person pays as long as {the sum of their own costs stays at most eps}, a cost is {a "
        "function of their own record and of the answers so far}, and {nobody sees who pays}, are together "
        "eps-DP {under add/remove-one}"
    ),
    "a budget inside a budget": (
        "{eps_i-DP} rounds with {fresh randomness}, each {chosen by the answers so far}, from a budget of "
        "eps or from one inside it that was {paid for before}, in any order, are together eps-DP; also "
        "where what the inner budget did not spend is given back, and {it is spent no more}"
    ),
    "concurrent composition of pure and Renyi DP": (
        "mechanisms that answer more than once, each {eps_i-DP for all its answers together}, with "
        "{independent randomness}, asked in any order, each question {chosen by the answers so far}, are "
        "together (sum of eps_i)-DP; each with {D_alpha <= r_i for all its answers, whatever is asked}, and "
        "{one alpha for all}, they have together D_alpha at most the sum of the r_i"
    ),
    "a row of a bootstrap sample": (
        "in k draws {with replacement} from n rows, {each equally likely}, a given row shows up with "
        "probability 1 - (1 - 1/n)^k <= k/n"
    ),
    "frequency of a row in a bootstrap sample": (
        "the frequency of a given row among k draws {with replacement} from n rows, {each equally likely}, "
        "has mean 1/n and variance (1 - 1/n)/(n k); for {k = n/Z} that is Z(1 - 1/n)/n^2, just below Z/n^2"
    ),
    "Bretagnolle-Huber inequality": (
        "TV(P, Q)^2 <= 1 - e^(-KL(P || Q)); and {D_alpha <= r} with {alpha >= 1/2} gives (0, delta) where "
        "{delta^2 >= 1 - e^(-r)}"
    ),
    "zCDP from pure DP": (
        "if M is {eps-DP} for {a symmetric adjacency}, D_alpha(M(x) || M(x')) <= alpha eps^2/2 for every "
        "alpha > 1"
    ),
    "zCDP from pure DP, tight form": (
        "if M is {eps-DP} for {a symmetric adjacency}, D_alpha(M(x) || M(x')) <= alpha eps tanh(eps/2) for "
        "every alpha > 1, and no smaller rho will do"
    ),
    "zCDP: composition and conversion": (
        "mechanisms with {D_alpha at most rho_i alpha} for every alpha > 1 in round i, with {fresh "
        "randomness}, each {chosen by the answers so far}, have together D_alpha at most alpha times the "
        "sum of the rho_i; {D_alpha at most rho alpha for every alpha > 1} gives (rho + 2 sqrt(rho "
        "ln(1/delta)), delta)-DP, 0 < delta < 1"
    ),
    "conflicting tail bounds for pure DP": (
        "{an eps-DP mechanism} that answers d one-way marginals of n rows with {mean L1 error at most "
        "9d/10} needs n >= (d/800 - ln 20)/eps"
    ),
    "the limit form of pure DP": (
        "if 1 - t <= P(S)/Q(S) {<= 1 + t} for {both orders} of P and Q then they are ln(1 + t)-, hence "
        "t-indistinguishable; t-indistinguishable pairs have 1 - t <= P(S)/Q(S) <= 1 + 2t for {t <= 5/4}"
    ),
    "events and outcomes": (
        "for {delta = 0} the inequality for {all single outcomes} gives it for all events; for delta > 0 "
        "the best delta is the sum over outcomes of (P - e^eps Q)_+, at most k times the largest of k terms"
    ),
    "the log forms of approximate DP": (
        "where {P(S) > delta} and {Q(S) > 0}, P(S) <= e^eps Q(S) + delta says the same as ln((P(S) - "
        "delta)/Q(S)) <= eps; {Q(S) <= e^eps P(S) + delta} implies -eps <= ln((P(S) + delta)/Q(S)), which "
        "says no more than Q(S) <= e^eps (P(S) + delta)"
    ),
    "the bias of randomised response": (
        "the truth with {one probability p on both inputs}, {p in [1/2, 1)}, is eps-DP for eps = "
        "ln(p/(1-p)) and no less; for eps >= 0 the bias is p = e^eps/(1 + e^eps)"
    ),
    "post-processing and convexity of Renyi and Kullback-Leibler divergence": (
        "{a kernel that does not see the input} does not increase D_alpha, alpha > 0, nor KL; e^((alpha-1) "
        "D_alpha) is jointly convex for alpha > 1 and concave below, so that D_alpha of a mixture is at "
        "most the largest D_alpha of its parts; D_alpha itself is jointly convex for {alpha <= 1}, which "
        "includes KL"
    ),
    "empirical quantiles": (
        "for {d < d'} the empirical (1-d)-quantile q of m {independent} draws is below the true "
        "(1-d')-quantile with probability at most e^(-2 m (d'-d)^2); so {a fresh draw} exceeds q with "
        "probability at most d' + e^(-2 m (d'-d)^2)"
    ),
    "empirical distribution functions, weaker form": (
        "for {a distribution on k values} and {m independent draws} the empirical distribution function is "
        "gap or more away from the true one, anywhere, with probability at most 2 (k-1) e^(-2 m gap^2)"
    ),
    "empirical distribution functions of every distribution, weaker form": (
        "for any distribution and whole N >= 1 the empirical distribution function of m {independent draws} "
        "is gap + 1/N or more away from the true one, anywhere, with probability at most 2 (N-1) e^(-2 m "
        "gap^2)"
    ),
    "exponential mechanism": (
        "where the scores of neighbours {differ by at most D}, P(o) {proportional to e^(eps u(o)/(2 D))} "
        "is eps-DP, and its losses on one pair span at most eps; for scores that {all move the same way} "
        "e^(eps u(o)/D) is eps-DP"
    ),
    "constants of the fingerprinting argument": (
        "if {a (1, delta)-DP mechanism} accuses someone who is not in the data {with probability at most "
        "delta}, it accuses him with {k copies} of his row in it with probability below e^(k+1) delta; so "
        "1/(12 n) is out of reach for {k <= log(1/(12 n delta)) - 1}, and {delta <= n^-(1+g)} allows k >= "
        "log(1/delta)/(1 + 1/g) - 5"
    ),
    "copies of rows": (
        "with k copies of {each of floor(n/k) rows} {in [-1, 1]} and fixed rows to fill up n, the mean "
        "moves by at most 2 (k-1)/n in each column, and {an (eps, delta)-DP mechanism} on the n rows is (k "
        "eps, delta (e^(k eps) - 1)/(e^eps - 1))-DP on the few"
    ),
    "derivable from the geometric mechanism": (
        "a mechanism on the counts 0, ..., n is a post-processing of {the clamped geometric mechanism} "
        "with {a = e^-eps} if and only if in each column {(1 + a^2) q_i >= a (q_(i-1) + q_(i+1))} for 0 < "
        "i < n, {q_0 >= a q_1 and q_n >= a q_(n-1)}"
    ),
    "optimality of the geometric mechanism for one count": (
        "for {one count} in 0, ..., n whose {neighbours are the counts that differ by 1}, {answers 0, ..., "
        "n} and {a loss that does not decrease as the answer moves away} from the count to either side: no "
        "{eps-DP} mechanism has a smaller expected loss, whatever the prior, than the clamped geometric "
        "mechanism with its answers {remapped by what is best for this prior and loss}; and none has a "
        "smaller worst-case loss than its best {randomised post-processing}"
    ),
    "group privacy": (
        "{(eps, delta)-DP for one individual} is (k eps, delta (e^(k eps) - 1)/(e^eps - 1))-DP {for k of "
        "them}; so it is (k eps, k e^((k-1) eps) delta)-DP for k of them, and (k eps, e^(k eps) delta)-DP "
        "where {e^eps >= 2}"
    ),
    "Hoeffding's lemma": (
        "a variable {on [0, 1]} with mean p has E e^(tX) <= e^(pt + t^2/8) for every real t"
    ),
    "Kullback-Leibler divergence of pure DP": (
        "if M is {eps-DP} for {a symmetric adjacency}, D_KL(M(x) || M(x')) <= eps (e^eps - 1)/(e^eps + 1) "
        "<= eps^2/2"
    ),
    "Pinsker's inequality": ("2 TV(P, Q)^2 <= D_KL(P || Q)"),
    "minimax risk of private histograms": (
        "{an alpha-DP mechanism} for histograms of n rows in k cells has L1 risk at least (k-1) tau/(n "
        "(e^(alpha tau) + 1)) for every {whole tau >= 1} with {(k-1) tau <= n}; for {alpha <= 1} and {n >= "
        "(k-1)/alpha}, at least (k-1)/(2 (e+1) alpha n)"
    ),
    "risk of private histograms at every input": (
        "for {two or more cells}: {an alpha-DP mechanism} with {L1 risk at most c0/(alpha n) everywhere} "
        "has risk at least (c - c0) e^(-c)/(alpha n) at every input, for every c = alpha m with {m a whole "
        "number of rows}, {m <= ceil(n/2)}; with an additive eta at least ((c - c0) e^(-c) - c "
        "eta/alpha)/(alpha n)"
    ),
    "report noisy max": (
        "{the index} of the largest of values, {each of sensitivity 1}, plus {independent noise} {of rate "
        "eps/2} {on all integers}, two-sided or one-sided, is eps-DP under any rule for ties {by which no "
        "index is likelier in a tie with more}"
    ),
    "report noisy max of values that move the same way": (
        "where the values of neighbours {all move the same way}, {by at most 1}, {the index} of the "
        "largest of them plus {independent noise} {of rate eps} {on all integers}, two-sided or one-sided, "
        "is eps-DP under any rule for ties {by which no index is likelier in a tie with more}: half the "
        "noise of the general case is enough"
    ),
    "nothing about an individual, nothing at all": (
        "if no change of one individual changes the distribution of the output ({epsilon = 0}), and {any "
        "two inputs are joined} by such changes, the output has the same distribution everywhere: nothing "
        "can be learned; with epsilon > 0 and {at most k changes} the distributions are k epsilon apart"
    ),
    "optimal composition of pure DP": (
        "for {a symmetric adjacency} the k-fold composition of {eps-DP} mechanisms with {independent "
        "randomness} has at most the privacy profile of k-fold randomised response"
    ),
    "optimal adaptive composition": (
        "for {a symmetric adjacency}, also where each mechanism is {chosen by the answers so far}, "
        "{(eps_i, delta_i)-DP} mechanisms with {fresh randomness} have together at most the privacy "
        "profile of independent canonical ones"
    ),
    "the profile of one direction": (
        "from {P(S) <= e^eps Q(S) + delta} for all S, in this order only, H_t(P, Q) <= 1 - (1 - delta) t "
        "e^-eps for 0 <= t <= e^eps: at epsilon 0 total variation is at most 1 - (1 - delta) e^-eps"
    ),
    "composition in one direction": (
        "in one direction {(eps_i, delta_i)-DP} mechanisms with {fresh randomness}, each {chosen by the "
        "answers so far}, have together H_t at most 1 - c min(t/A, 1), where c is the product of the 1 - "
        "delta_i and A that of the e^eps_i; k eps-DP mechanisms are (k eps + ln(1 - s), s)-DP"
    ),
    "the canonical pair dominates": (
        "every pair that satisfies {the (eps, delta) inequality} {in both orders} is a post-processing of "
        "the canonical pair: with probability delta the input is shown, otherwise randomised response is"
    ),
    "permute-and-flip": (
        "visiting the outputs {in random order} and returning o with probability e^(eps (u(o) - max u)/(2 "
        "D)) when it is visited is eps-DP where the scores of neighbours {differ by at most D}; e^(eps "
        "(u(o) - max u)/D) is enough where {they all move the same way}"
    ),
    "post-processing and joint convexity": (
        "{a kernel that does not see the input} does not increase the hockey-stick divergence, and the "
        "divergence is jointly convex"
    ),
    "post-processing and mixtures for total variation, the largest loss and the trade-off function": (
        "{a kernel that does not see the input} increases neither total variation nor the largest loss "
        "(the divergence of order infinity), and does not lower the trade-off function; total variation is "
        "jointly convex, the largest loss of a mixture is at most the larger one of its parts, and a "
        "mixture of pairs whose trade-off functions lie above f lies above f, for {a convex f}"
    ),
    "probabilistic and approximate DP": (
        "{P[loss > eps] <= delta} gives (eps, delta)-DP; {an (eps, delta)-DP pair} has P[loss >= t] <= "
        "delta/(1 - e^(eps - t)) for {t > eps}"
    ),
    "composition of Random DP": (
        "{(alpha_i, gamma_i)-Random DP} mechanisms with {fresh randomness}, {given in advance}, are "
        "together (sum alpha_i, sum gamma_i)-Random DP, and (alpha_i, eta_i, gamma_i)-Random DP ones (sum "
        "alpha_i, sum eta_i, sum gamma_i)-Random DP; k equal ones are (k alpha, k eta, k gamma)"
    ),
    "optimality of randomised response": (
        "{an eps-DP mechanism} with k inputs, {any two of them neighbours}, names its input with "
        "probability at most e^eps/(e^eps + k - 1), {in the mean over the inputs}; randomised response "
        "attains this"
    ),
    "reconstruction from all subsets": (
        "from answers {within E} on the sizes of {all subsets} of n bits, every database {that is "
        "consistent with them} differs from the true one in at most 4E bits"
    ),
    "reconstruction from n queries": (
        "from {n = 2^m subset counts} {within E} a Walsh-Hadamard transform and rounding recover all but "
        "16 E^2 of the rows {other than the first}; so E = o(sqrt n) leaves o(n) errors"
    ),
    "sampling error": (
        "the number X of {n independent individuals} with a condition that {each has with probability p} "
        "has E|X - np| <= sqrt(v), v = np(1-p), and >= v/sqrt(3v + 1), which is at least sqrt(v)/2 for {v "
        ">= 1}: of order sqrt(n)"
    ),
    "reduction to epsilon = 1": (
        "{an (eps, delta)-DP mechanism} for means of n rows {with error alpha} gives a (1, delta/eps)-DP "
        "one for {n' = ceil(10 alpha n/k)} rows, {k n' <= n}, with error 1/10, where {k = floor(ln(2)/eps) "
        "or more}, up to ln(1 + (e^eps - 1)/eps)/eps; for {eps <= 1/10}, 13.9 alpha eps n <= n' <= 16.9 "
        "alpha eps n + 1 with the largest k"
    ),
    "composition of Renyi DP": (
        "mechanisms with {D_alpha at most r_i} in round i, with {one alpha for all rounds} and {fresh "
        "randomness}, each {chosen by the answers so far}, together have D_alpha at most the sum of r_i"
    ),
    "Renyi DP to approximate DP": (
        "{D_alpha(P || Q) <= r} gives the (eps, delta) inequality with delta = e^((alpha-1)(r-eps)) (1 - "
        "1/alpha)^alpha/(alpha - 1); so eps = r + ln(1 - 1/alpha) - ln(delta alpha)/(alpha - 1), and eps = "
        "r + ln(1/delta)/(alpha - 1), do at a given delta"
    ),
    "secrecy of the sample": (
        "{a 1-DP mechanism} on {a Poisson sample of rate q} in (0, 1) that {stays secret} and is {drawn "
        "afresh for each release} is 2q-DP under {add/remove-one}"
    ),
    "secrecy of the sample, one-sided hypothesis": (
        "if adding a record raises probabilities {by a factor of at most e}, the mechanism on {a Poisson "
        "sample} of rate {q <= 0.796812130020020046161520937937} is 2q-DP in both directions"
    ),
    "noise scaled to smooth sensitivity": (
        "with Laplace noise of scale s(x)/alpha, where {s is at least the local sensitivity} and {s(x) <= "
        "e^beta s(x') for neighbours}, a real query is (2 alpha, e^(-alpha/(2 beta)))-DP for 0 < {beta <= "
        "min(alpha, 5/4)}"
    ),
    "smooth sensitivity in probability": (
        "if, for X and its neighbour X' drawn at random, {s(X) <= e^beta s(X') with probability at least 1 "
        "- gamma_1} and {|g(X) - g(X')| <= min(s(X), s(X')) with probability at least 1 - gamma_2}, the "
        "noise is (2 alpha, e^(-alpha/(2 beta)), 2 gamma_1 + gamma_2)-Random DP for 0 < {beta <= "
        "min(alpha, 5/4)}"
    ),
    "Chernoff bounds": (
        "a sum X of {independent} variables {in [0, 1]} with mean m has P[X >= (1+d) m] <= e^(-m "
        "d^2/(2+d)) (<= e^(-m d^2/3) for {d <= 1}) and P[X <= (1-d) m] <= e^(-m d^2/2)"
    ),
    "Hoeffding's inequality": (
        "a sum S of n {independent} variables, each in {an interval of length 1}, has P[S - E S >= n t] <= "
        "e^(-2 n t^2) for {t >= 0}, and so for the lower tail"
    ),
    "total variation of pure and approximate DP": (
        "if M is {(eps, delta)-DP} for {a symmetric adjacency}, TV(M(x), M(x')) <= (e^eps - 1 + 2 "
        "delta)/(e^eps + 1)"
    ),
    "zCDP from a bounded range of losses": (
        "if the losses of a pair {span at most eps}, D_alpha(P || Q) <= alpha eps^2/8 for every alpha > 1, "
        "which is eps^2/8-zCDP, and k rounds have k eps^2/8; losses of the exponential mechanism span eps"
    ),
    "Gaussian mechanism, classical calibration": (
        "a real query {of sensitivity at most D} plus Gaussian noise {of deviation D sqrt(2 ln(5/(4 "
        "delta)))/eps} is (eps, delta)-DP for {eps <= 1} and delta <= 1/2"
    ),
    "Renyi divergence of Gaussian noise": (
        "Gaussian noise {of variance v} on a real query {that moves by at most D} has D_alpha at most alpha "
        "D^2/(2v) for every alpha > 1, which is D^2/(2v)-zCDP; discrete Gaussian noise {on all integers}, "
        "on {a whole query}, has it at every whole alpha, and (alpha - 1) D_alpha <= (alpha (alpha - 1) + "
        "1/4) D^2/(2v) at the others"
    ),
    "group privacy of zCDP": (
        "if D_alpha is {at most rho alpha for every alpha > 1} from each input to the next, it is at most "
        "k^2 rho alpha for inputs {k steps apart}"
    ),
    "group privacy of Renyi DP": (
        "if {D_(2 alpha) is at most r} from each input to the next, then D_alpha is at most 5 r/2 for "
        "inputs {two steps apart}, alpha >= 2; so for 2^c steps D_alpha is at most (5/2)^c times the bound "
        "on D_(2^c alpha) of one"
    ),
    "Laplace mechanism": (
        "a query of {sensitivity at most D} {in the L1 norm}, plus {independent noise} with a density "
        "proportional to e^(-|z|/b) of {scale b = D/eps} on each coordinate, {on all reals, or on all "
        "integers} for whole queries, is eps-DP"
    ),
    "contraction of total variation by a local channel": (
        "the answers of {an eps-DP channel}, {for any two inputs}, have total variation at most (e^eps - "
        "1)/(e^eps + 1) times that of the inputs"
    ),
    "contraction of Kullback-Leibler divergence by a local channel": (
        "the answers of {an eps-DP channel}, {for any two inputs}, have KL(P' || Q') + KL(Q' || P') <= "
        "(e^eps - 1)^2 TV(P, Q)^2, whatever the divergence of the inputs"
    ),
    "parallel composition": (
        "{(eps_i, delta_i)-DP} mechanisms, each on {its own part of the data}, with {fresh randomness}, are "
        "together (max eps_i, max delta_i)-DP where a change of one individual {changes one part}; where it "
        "changes two parts, the two largest eps_i and the two largest delta_i add up"
    ),
    "private selection": (
        "the best output, {and no other}, of runs of {an eps-DP mechanism}, with {fresh randomness}, after "
        "each of which one stops with {one probability g}, is 3 eps-DP"
    ),
    "propose-test-release": (
        "a value is released as it is if a distance d plus two-sided noise {on all integers} {of rate eps} "
        "reaches a bar t, and nothing is released otherwise; where d is {0 at every input that has a "
        "neighbour of another value} and d {moves by at most 1}, this is (eps, delta)-DP with delta = P[Z "
        ">= t] = a^t/(1 + a), a = e^-eps, which is at most any delta with t >= ln(1/delta)/eps"
    ),
    "amplification of Renyi divergence by Poisson sampling": (
        "from {D_alpha(P || R) <= r} for a mechanism with a record (P) and without it (R): on {a sample of "
        "rate q} that {stays secret} D_alpha is at most ln(1 - q + q e^((alpha-1) r))/(alpha - 1) where the "
        "record is added; where it is removed the same from {D_alpha(R || P) <= r}; and at alpha = 2, where "
        "it is added, D_2 = ln(1 + q^2 (e^(D_2(P || R)) - 1)) exactly"
    ),
    "sparse vector with c answers": (
        "comparing {noisy values} of queries {of sensitivity 1} with {a noisy threshold} that is drawn "
        "once, {with a stop after the c-th TRUE}, is eps-DP, with two-sided noise {on all integers} {of "
        "rate eps/2 for the threshold and eps/(4 c) for each query}, whatever the number of queries"
    ),
    "binary tree mechanism": (
        "the sums of all nodes of the binary tree over 2^h items, each with independent two-sided noise {on "
        "all integers} {of rate eps/(h + 1)}, are together eps-DP where an individual is {at one leaf} "
        "whose item {moves by at most 1}; each prefix sum of fewer than 2^h items is the sum of at most h "
        "nodes"
    ),
    "sample and aggregate": (
        "the mean of a function {into [0, B]} over m {disjoint blocks} of the records moves by at most B/m "
        "where one individual is replaced, whatever the function, so that it is eps-DP with Laplace noise "
        "of {scale B/(m eps)}; on whole values the same with the sum and noise of rate eps/B"
    ),
    "composition of Gaussian DP": (
        "rounds whose pairs are {post-processings of N(mu_i, 1) and N(0, 1)}, with {independent "
        "randomness}, have together at most the privacy profile of N(mu, 1) and N(0, 1) with mu^2 the sum "
        "of the mu_i^2, which is k mu_1^2 for k equal ones"
    ),
    "Renyi divergence of Laplace noise": (
        "Laplace noise {of scale b} {on all reals}, on a real query that {moves by at most D}, has D_alpha "
        "at most ln(alpha/(2 alpha - 1) e^((alpha-1) u) + (alpha - 1)/(2 alpha - 1) e^(-alpha u))/(alpha - "
        "1) with u = D/b, for every alpha > 1; this is at most u, and is attained where the query moves by "
        "D"
    ),
    "duality of trade-off functions and privacy profiles": (
        "{an (eps, delta)-DP pair} {in both orders} has a trade-off function of at least max(0, 1 - delta - "
        "e^eps alpha, e^-eps (1 - delta - alpha)), and a pair that has this is (eps, delta)-DP; delta(eps) "
        "is the largest 1 - f(alpha) - e^eps alpha, which is attained at a corner"
    ),
    "amplification of Renyi divergence by sampling without replacement": (
        "for two data sets that differ in one record: if D_alpha is {at most r}, alpha > 1, between the "
        "answers to any sample that has it and the same with it replaced, then on {m records drawn "
        "uniformly from n} D_alpha is at most ln(1 - q + q e^((alpha-1) r))/(alpha - 1), q = m/n, even "
        "where the positions of the sample are shown"
    ),
    "amplification by shuffling": (
        "n reports of {an eps_0-DP randomiser} {between any two records}, {with fresh randomness}, {shown "
        "as a multiset}, have under replace-one at most the profile of the counts (A + D, C - A + 1 - D) "
        "and (A + 1 - D, C - A + D), with C ~ Bin(n - 1, e^-eps_0), A ~ Bin(C, 1/2), D ~ "
        "Bernoulli(e^eps_0/(e^eps_0 + 1))"
    ),
    "Gaussian mechanism, analytic condition": (
        "a real query that {moves by at most D} plus Gaussian noise {of deviation s} is (eps, delta)-DP, "
        "eps >= 0, exactly for delta >= P[Z > eps/mu - mu/2] - e^eps P[Z > eps/mu + mu/2] with mu = D/s and "
        "Z standard normal"
    ),
}


def stated(title: str) -> list[str]:
    """The hypotheses that the statement of a lemma marks."""
    return [part.split("}")[0] for part in MARKED[title].split("{")[1:]]


def plain(title: str) -> str:
    """The statement without the braces."""
    return MARKED[title].replace("{", "").replace("}", "")


def hypothesis_of(key: str) -> str:
    """The hypothesis that a counterexample drops: its key up to a comment after ": "."""
    return key.partition(": ")[0]
