/**
 * Multinomial naive Bayes over words, trained on the APIs whose providers name their own category. Small enough to
 * be kept in the catalogue file: only words that tell categories apart are remembered.
 */
import { type Static, Type } from "@sinclair/typebox";

export const BayesModel = Type.Object({
  /** Words counted per category. */
  sizes: Type.Array(Type.Number()),
  /** For every word its count in each category, as [category, count, category, count, …]. */
  words: Type.Record(Type.String(), Type.Array(Type.Number())),
});
export type BayesModel = Static<typeof BayesModel>;

export interface Lesson {
  readonly category: number;
  readonly words: readonly string[];
}

/** Rarer words teach nothing that holds elsewhere. */
const MIN_LESSONS = 2;
const SMOOTHING = 0.3;

/** A word counts once per lesson: an API that says a word a thousand times is still one API. */
export function trainBayes(lessons: Iterable<Lesson>, categories: number): BayesModel {
  const counts = new Map<string, number[]>();
  const sizes = Array.from<number>({ length: categories }).fill(0);
  for (const { category, words } of lessons) {
    for (const word of new Set(words)) {
      const perCategory = counts.get(word) ?? [];
      if (perCategory.length === 0) counts.set(word, perCategory);
      perCategory[category] = (perCategory[category] ?? 0) + 1;
      sizes[category] = (sizes[category] ?? 0) + 1;
    }
  }
  const words: Record<string, number[]> = Object.create(null);
  for (const [word, perCategory] of counts) {
    const pairs: number[] = [];
    let lessonsWithWord = 0;
    perCategory.forEach((count, category) => {
      pairs.push(category, count);
      lessonsWithWord += count;
    });
    if (lessonsWithWord >= MIN_LESSONS) words[word] = pairs;
  }
  return { sizes, words };
}

/** Judges words by what a model learnt: the probability of each category. */
export type Bayes = (words: readonly string[]) => number[];

/** All categories are held equally likely beforehand: the catalogue's mix says nothing about one text. */
export function openBayes({ sizes, words: counted }: BayesModel): Bayes {
  const learnt = new Map(Object.entries(counted));
  const floors = sizes.map((size) => Math.log(SMOOTHING / (size + SMOOTHING * learnt.size)));
  return (words) => {
    const scores = sizes.map(() => 0);
    for (const word of new Set(words)) {
      const pairs = learnt.get(word);
      if (pairs === undefined) continue;
      for (let category = 0; category < scores.length; category++) scores[category]! += floors[category]!;
      for (let at = 0; at < pairs.length; at += 2) {
        scores[pairs[at]!]! += Math.log((pairs[at + 1]! + SMOOTHING) / SMOOTHING);
      }
    }
    return softmax(scores);
  };
}

/** A temperature, because words of one text are far from independent and raw posteriors are all but 0 and 1. */
function softmax(scores: readonly number[]): number[] {
  const temperature = 4;
  const most = Math.max(...scores);
  const weights = scores.map((score) => Math.exp((score - most) / temperature));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return weights.map((weight) => weight / sum);
}
