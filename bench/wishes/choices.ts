/**
 * A conditional logit (McFadden 1974): the weights under which what was right is likeliest chosen among its options. A
 * logistic regression is one of two options, of which the other has no signals.
 */

export interface Choice {
  /** The signals of each option. */
  readonly options: readonly (readonly number[])[];
  readonly right: readonly boolean[];
}

/** Keeps what few choices tell from being believed. */
const RIDGE = 0.1;
const ROUNDS = 60;

/** By Newton's method over the shares that each option has of what was right and of all. */
export function fitted(choices: readonly Choice[], size: number): number[] {
  let weights = Array.from<number>({ length: size }).fill(0);
  const telling = choices.filter(({ right }) => right.includes(true) && right.includes(false));
  for (let round = 0; round < ROUNDS; round++) {
    const gradient = weights.map((weight) => -2 * RIDGE * weight);
    const curvature = weights.map((_, at) => weights.map((_, other) => (at === other ? 2 * RIDGE : 0)));
    for (const { options, right } of telling) {
      const odds = options.map((signals) => dot(signals, weights));
      const all = sharesOf(odds);
      const chosen = sharesOf(odds.map((one, at) => (right[at] === true ? one : -Infinity)));
      const mean = meanOf(options, all);
      const wanted = meanOf(options, chosen);
      for (let at = 0; at < size; at++) gradient[at]! += wanted[at]! - mean[at]!;
      for (const [option, signals] of options.entries()) {
        for (let at = 0; at < size; at++) {
          const off = all[option]! * (signals[at]! - mean[at]!);
          for (let other = 0; other < size; other++) curvature[at]![other]! += off * (signals[other]! - mean[other]!);
        }
      }
    }
    const step = solved(curvature, gradient);
    weights = weights.map((weight, at) => weight + step[at]!);
  }
  return weights;
}

export function dot(signals: readonly number[], weights: readonly number[]): number {
  return signals.reduce((sum, signal, at) => sum + signal * weights[at]!, 0);
}

function sharesOf(odds: readonly number[]): number[] {
  const most = Math.max(...odds);
  const shares = odds.map((one) => Math.exp(one - most));
  const all = shares.reduce((sum, share) => sum + share, 0);
  return shares.map((share) => share / all);
}

function meanOf(options: Choice["options"], shares: readonly number[]): number[] {
  return (options[0] ?? []).map((_, at) =>
    options.reduce((sum, signals, option) => sum + shares[option]! * signals[at]!, 0),
  );
}

/** Gaussian elimination; the ridge keeps the matrix from being singular. */
function solved(matrix: readonly (readonly number[])[], values: readonly number[]): number[] {
  const rows = matrix.map((row, at) => [...row, values[at]!]);
  const size = rows.length;
  for (let at = 0; at < size; at++) {
    let pivot = at;
    for (let row = at + 1; row < size; row++) if (Math.abs(rows[row]![at]!) > Math.abs(rows[pivot]![at]!)) pivot = row;
    [rows[at], rows[pivot]] = [rows[pivot]!, rows[at]!];
    for (let row = 0; row < size; row++) {
      if (row === at) continue;
      const share = rows[row]![at]! / rows[at]![at]!;
      for (let column = at; column <= size; column++) rows[row]![column]! -= share * rows[at]![column]!;
    }
  }
  return rows.map((row, at) => row[size]! / row[at]!);
}
