/**
 * Chooses one of the thirty categories for a topic: a whole API, or one tag of a very large one.
 * Votes are added up: the provider's own category, keywords by where they stand, and the trained model.
 */
import { CATEGORIES, categoryAt, categoryNumber } from "../categories.ts";
import type { Classification } from "../port.ts";
import { wordsOf } from "../words.ts";
import { type BayesModel, judgeByBayes } from "./bayes.ts";
import { KEYWORDS, PROVIDER_CATEGORIES } from "./rules.ts";

/** What is known of a topic. */
export interface Topic {
  readonly title: string;
  readonly tags: string;
  readonly description: string;
  /** As the provider, or the directory, files it. */
  readonly providerCategories: readonly string[];
  /** One of many topics of a large API: its own words count more than what the whole API is filed under. */
  readonly isPart: boolean;
}

const VOTES = { title: 3, tags: 2, description: 1, specific: 9, weak: 3, bayes: 8 } as const;
const MAX_HITS_PER_FIELD = 3;
const FALLBACK = "utilities-search";
const SHOWN_ALTERNATIVES = 3;

type Matcher = (words: ReadonlySet<string>, text: string) => string[];

const MATCHERS: readonly Matcher[] = CATEGORIES.map(({ slug }) => matcherOf(KEYWORDS[slug]));

/** The category a provider's own filing speaks for, when it is one that means something. */
export function specificCategory(providerCategories: readonly string[]): number | undefined {
  const known = providerCategories.map((name) => (Object.hasOwn(PROVIDER_CATEGORIES, name) ? PROVIDER_CATEGORIES[name] : undefined));
  const specific = known.find((one) => one !== undefined && one.weak !== true);
  return specific === undefined ? undefined : categoryNumber(specific.category);
}

export function classifyTopic(topic: Topic, model: BayesModel | undefined): Classification {
  const scores = new Array<number>(CATEGORIES.length).fill(0);
  const signals: string[][] = CATEGORIES.map(() => []);
  const vote = (category: number, weight: number, signal: string): void => {
    scores[category]! += weight;
    signals[category]!.push(signal);
  };
  voteByProvider(topic, vote);
  for (const field of ["title", "tags", "description"] as const) {
    const words = wordsOf(topic[field]).map(singular);
    const set = new Set(words);
    const text = ` ${words.join(" ")} `;
    MATCHERS.forEach((match, category) => {
      for (const hit of match(set, text).slice(0, MAX_HITS_PER_FIELD)) vote(category, VOTES[field], `${field}: ${hit}`);
    });
  }
  if (model !== undefined) {
    judgeByBayes(model, topicWords(topic)).forEach((probability, category) => {
      if (probability > 0.05) vote(category, VOTES.bayes * probability, `trained model: ${probability.toFixed(2)}`);
    });
  }
  return rank(scores, signals);
}

/** Judges any text, a query or a page. */
export function classifyText(text: string, model: BayesModel): Classification {
  return classifyTopic({ title: text, tags: "", description: "", providerCategories: [], isPart: false }, model);
}

/** What the trained model sees of a topic. */
export function topicWords(topic: Pick<Topic, "title" | "tags" | "description">): string[] {
  return wordsOf(`${topic.title} ${topic.tags} ${topic.description}`).filter((word) => word.length > 2).map(singular);
}

function voteByProvider({ providerCategories, isPart }: Topic, vote: (category: number, weight: number, signal: string) => void): void {
  // Google files nearly everything under this pair.
  if (providerCategories.join() === "analytics,media") return;
  const share = isPart ? 0.5 : 1;
  for (const name of providerCategories) {
    const known = Object.hasOwn(PROVIDER_CATEGORIES, name) ? PROVIDER_CATEGORIES[name] : undefined;
    const category = known && categoryNumber(known.category);
    if (category !== undefined) vote(category, share * (known?.weak ? VOTES.weak : VOTES.specific), `provider's category: ${name}`);
  }
}

function rank(scores: readonly number[], signals: readonly (readonly string[])[]): Classification {
  const total = scores.reduce((sum, score) => sum + score, 0);
  const order = [...scores.keys()].sort((a, b) => scores[b]! - scores[a]!);
  const best = order[0]!;
  if (total === 0) return { category: FALLBACK, confidence: 0, alternatives: [], signals: [] };
  const confidence = (category: number): number => Math.round((scores[category]! / total) * 100) / 100;
  return {
    category: categoryAt(best).slug,
    confidence: confidence(best),
    alternatives: order
      .slice(1, 1 + SHOWN_ALTERNATIVES)
      .filter((category) => scores[category]! > 0)
      .map((category) => ({ category: categoryAt(category).slug, confidence: confidence(category) })),
    signals: signals[best]!,
  };
}

function matcherOf(keywords: string): Matcher {
  const all = keywords.split(", ").map((keyword) => wordsOf(keyword).map(singular).join(" "));
  const phrases = all.filter((keyword) => keyword.includes(" "));
  const single = all.filter((keyword) => !keyword.includes(" "));
  return (words, text) => [
    ...single.filter((keyword) => words.has(keyword)),
    ...phrases.filter((phrase) => text.includes(` ${phrase} `)),
  ];
}

/** Plural and singular are one word; nothing cleverer, for the words of the rules are written by hand. */
function singular(word: string): string {
  if (word.length <= 3 || word.endsWith("ss") || word.endsWith("us") || word.endsWith("is")) return word;
  if (word.endsWith("ies")) return `${word.slice(0, -3)}y`;
  return word.endsWith("s") ? word.slice(0, -1) : word;
}
