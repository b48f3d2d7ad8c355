/** From a request in plain words to the actors that fit it, the best first, each with a payload it accepts. */
import { type ActorDirectory, nearest } from "../../src/runtime/actor.ts";
import { routeAgents } from "./agents.ts";
import { routeCoins } from "./coins.ts";
import { routeData } from "./data.ts";
import { fittingByWords } from "./generic.ts";
import { routeIntel } from "./intel.ts";
import { routeMarketing } from "./marketing.ts";
import { newsRule } from "./news.ts";
import { routeWeather } from "./weather.ts";
import { routeWeb } from "./web.ts";
import { fold, type Proposal, readWish, type Rule, type Wish } from "./wish.ts";

/** Actors the rules know; any other is judged by how it describes itself. */
const RULED: ReadonlySet<string> = new Set(
  (
    "api-match campaign-builder catalog-classify copy-composer crypto-prices data-clean data-convert intel-brief " +
    "intel-entity intent-router lead-icebreaker news-digest news-rss skill-forge weather-nws weather-openmeteo " +
    "web-brief web-extract"
  ).split(" "),
);
const NAMED_BONUS = 0.1;
/** What a reading with corrected words counts less. */
const CORRECTED = 0.03;

/** Words that decide, for those who mistype them. */
const DECISIVE =
  "weather forecast temperature bitcoin ethereum litecoin dogecoin price headlines summarize summarise summary digest campaign classify categorize category convert extract scrape icebreaker linkedin duplicates dossier diligence umbrella deduplicate wikipedia population".split(
    " ",
  );
/** English words that are near a decisive one and are not meant as it. */
const SOUND = new Set(
  "whether prince pride prime prize praise wealth whither digits extra covert convent concert".split(" "),
);

/** At most one proposal for each served actor. Every payload is valid for its actor. */
export function routesFor(text: string, actors: ActorDirectory): readonly Proposal[] {
  const served = actors.list();
  const rules: readonly Rule[] = [
    routeData,
    routeWeather,
    routeCoins,
    newsRule(served),
    routeWeb,
    routeIntel,
    routeMarketing,
    routeAgents,
    (wish) => served.filter(({ slug }) => !RULED.has(slug)).flatMap((actor) => fittingByWords(wish, actor) ?? []),
  ];
  const wish = readWish(text);
  const corrected = correctWords(wish);
  const proposals = [
    ...rules.flatMap((rule) => rule(wish)),
    ...(corrected === undefined
      ? []
      : rules.flatMap((rule) => rule(corrected)).map((one) => ({ ...one, confidence: one.confidence - CORRECTED }))),
  ];
  return best(proposals.map((one) => withBonus(one, wish)).flatMap((one) => validated(one, actors)));
}

/** The request as it was probably meant, when words of it look like decisive ones. */
function correctWords(wish: Wish): Wish | undefined {
  const corrections = new Map<string, string>();
  for (const word of new Set(wish.words)) {
    if (word.length < 5 || SOUND.has(word) || DECISIVE.some((one) => word.startsWith(one))) continue;
    const meant = nearest(word, DECISIVE);
    if (meant !== undefined && meant[0] === word[0]) corrections.set(word, meant);
  }
  if (corrections.size === 0) return undefined;
  const text = wish.text.replace(/[\p{L}\p{M}]{5,}/gu, (word) => corrections.get(fold(word)) ?? word);
  return readWish(text);
}

function withBonus(proposal: Proposal, { text }: Wish): Proposal {
  const isNamed = proposal.actor.includes("-") && text.toLowerCase().includes(proposal.actor);
  return isNamed ? { ...proposal, confidence: proposal.confidence + NAMED_BONUS } : proposal;
}

function validated(proposal: Proposal, actors: ActorDirectory): Proposal[] {
  const validation = actors.validate(proposal.actor, proposal.payload);
  if (validation === undefined || !validation.ok || proposal.confidence <= 0) return [];
  return [{ ...proposal, confidence: Math.round(Math.min(proposal.confidence, 1) * 100) / 100 }];
}

function best(proposals: readonly Proposal[]): Proposal[] {
  const ranked = proposals.toSorted((a, b) => b.confidence - a.confidence || (a.actor < b.actor ? -1 : 1));
  const seen = new Set<string>();
  return ranked.filter(({ actor }) => !seen.has(actor) && seen.add(actor));
}
