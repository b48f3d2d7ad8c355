/**
 * Chooses one of the thirty categories for a topic: a whole API, or one tag of a very large one.
 * Votes are added up: the provider's own category, keywords by where they stand, and the trained model.
 */
import { CATEGORIES, categoryAt, categoryNumber } from "../categories.ts";
import type { Classification } from "../../runtime/catalog.ts";
import { wordsOf } from "../words/words.ts";
import type { Bayes } from "./bayes.ts";
import { knownCategory } from "./known-apis.ts";
import { KEYWORDS, PROVIDER_CATEGORIES } from "./rules.ts";

/** What is known of a topic. */
export interface Topic {
  /** "provider/service", "" for a text that is no API. */
  readonly api: string;
  readonly title: string;
  readonly tags: string;
  /** What a sample of its operations says. */
  readonly operations: string;
  readonly description: string;
  /** As the provider, or the directory, files it. */
  readonly providerCategories: readonly string[];
  /** One of many topics of a large API: its own words count more than what the whole API is filed under. */
  readonly isPart: boolean;
}

const VOTES = {
  title: 3,
  tags: 2,
  description: 1,
  operations: 0.5,
  known: 12,
  specific: 9,
  weak: 2,
  bayes: 6,
} as const;
/** Below this the trained model only guesses. */
const LEAST_PROBABILITY = 0.05;
const MAX_HITS_PER_FIELD = 3;
const FALLBACK = "utilities-search";
const SHOWN_ALTERNATIVES = 3;

interface Keyword {
  readonly text: string;
  readonly category: number;
  readonly isPhrase: boolean;
  /** Its place among those of its category. */
  readonly place: number;
}

/** By their first word: a text has a few words, and the rules have hundreds. */
const KEYWORDS_BY_WORD: ReadonlyMap<string, readonly Keyword[]> = Map.groupBy(
  CATEGORIES.flatMap(({ slug }, category) => keywordsOf(KEYWORDS[slug], category)),
  ({ text }) => text.split(" ", 1).join(),
);

/** What can be taught as certain: the category of a known API, or one its provider files it under and means. */
export function certainCategory({
  api,
  providerCategories,
}: Pick<Topic, "api" | "providerCategories">): number | undefined {
  const filed = providerCategories.map((name) =>
    Object.hasOwn(PROVIDER_CATEGORIES, name) ? PROVIDER_CATEGORIES[name] : undefined,
  );
  const specific = filed.find((one) => one !== undefined && one.weak !== true)?.category;
  const category = specific ?? knownCategory(api);
  return category === undefined ? undefined : categoryNumber(category);
}

export function classifyTopic(topic: Topic, bayes: Bayes): Classification {
  const scores = Array.from<number>({ length: CATEGORIES.length }).fill(0);
  const signals: string[][] = CATEGORIES.map(() => []);
  const vote = (category: number, weight: number, signal: string): void => {
    scores[category]! += weight;
    signals[category]!.push(signal);
  };
  voteByProvider(topic, vote);
  const known = knownCategory(topic.api);
  if (known !== undefined) vote(categoryNumber(known) ?? 0, topic.isPart ? VOTES.known / 2 : VOTES.known, "known API");
  for (const field of ["title", "tags", "description", "operations"] as const) {
    if (topic[field] === "") continue;
    for (const { category, text } of hitsIn(wordsOf(topic[field]).map(singular)))
      vote(category, VOTES[field], `${field}: ${text}`);
  }
  bayes(topicWords(topic)).forEach((probability, category) => {
    if (probability > LEAST_PROBABILITY) {
      vote(category, VOTES.bayes * probability, `trained model: ${probability.toFixed(2)}`);
    }
  });
  return rank(scores, signals);
}

const EMPTY: Topic = {
  api: "",
  title: "",
  tags: "",
  operations: "",
  description: "",
  providerCategories: [],
  isPart: false,
};

/** Judges any text, a query or a page. */
export function classifyText(text: string, bayes: Bayes): Classification {
  return classifyTopic({ ...EMPTY, title: text }, bayes);
}

/** What the trained model sees of a topic. */
export function topicWords(topic: Pick<Topic, "title" | "tags" | "operations" | "description">): string[] {
  return wordsOf(`${topic.title} ${topic.tags} ${topic.operations} ${topic.description}`)
    .filter((word) => word.length > 2)
    .map(singular);
}

function voteByProvider(
  { providerCategories, isPart }: Topic,
  vote: (category: number, weight: number, signal: string) => void,
): void {
  // Google files nearly everything under this pair.
  if (providerCategories.join() === "analytics,media") return;
  const share = isPart ? 0.5 : 1;
  for (const name of providerCategories) {
    const known = Object.hasOwn(PROVIDER_CATEGORIES, name) ? PROVIDER_CATEGORIES[name] : undefined;
    const category = known && categoryNumber(known.category);
    if (category !== undefined)
      vote(category, share * (known?.weak ? VOTES.weak : VOTES.specific), `provider's category: ${name}`);
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

/** Single words come before phrases. */
function keywordsOf(keywords: string, category: number): Keyword[] {
  const all = keywords.split(", ").map((keyword) => wordsOf(keyword).map(singular).join(" "));
  const [phrases, single] = [true, false].map((isPhrase) => all.filter((text) => text.includes(" ") === isPhrase));
  return [...(single ?? []), ...(phrases ?? [])].map((text, place) => ({
    text,
    category,
    isPhrase: text.includes(" "),
    place,
  }));
}

/** The keywords that the words say, of each category the first few. */
function hitsIn(words: readonly string[]): Keyword[] {
  const text = ` ${words.join(" ")} `;
  const hits: Keyword[] = [];
  for (const word of new Set(words))
    for (const keyword of KEYWORDS_BY_WORD.get(word) ?? [])
      if (!keyword.isPhrase || text.includes(` ${keyword.text} `)) hits.push(keyword);
  hits.sort((a, b) => a.category - b.category || a.place - b.place);
  return hits.filter(({ category }, at) => hits[at - MAX_HITS_PER_FIELD]?.category !== category);
}

/** Plural and singular are one word; nothing cleverer, for the words of the rules are written by hand. */
function singular(word: string): string {
  if (word.length <= 3 || word.endsWith("ss") || word.endsWith("us") || word.endsWith("is")) return word;
  if (word.endsWith("ies")) return `${word.slice(0, -3)}y`;
  return word.endsWith("s") ? word.slice(0, -1) : word;
}
