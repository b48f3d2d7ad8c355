/** Requests for news: headlines as they are, or a digest of them. */
import type { Intents, IntentReading, Utterance } from "../../../src/runtime/intents.ts";
import { COUNT, countOf, phrase } from "../../../src/utterance/words.ts";
import { feedOf, namesSource } from "./sources.ts";

const NEWS =
  /\b(?:news|newsfeed|headlines?|top stories|stories|breaking news|feeds?|rss|atom|front page|happened in the world|happening in the world|current (?:events|affairs)|going on in the world|press coverage|newspapers?|noticias|titulares|nachrichten|schlagzeilen|actualites?|nouvelles|les infos|notizie|noticias|nieuws)\b/;
/** "feed the cat" asks for no news. */
const FEEDS = /^\W{0,3}(?:please )?feed (?:the|my|our|his|her|some|an?) [a-z]+\W{0,3}$/;
const ARTICLES = /\b(?:articles|posts|entries|items|latest|newest|what'?s (?:new )?on|updates?)\b/;
const DIGEST =
  /\b(?:digests?|summar\w+|round-?up|recap|brief\w*|themes?|what matters|rundown|highlights|sums? up|wrap-?up|in short|most important|in a few sentences|tl;?dr|catch me up|overview|boil\w* down|condense\w*|fasse|zusammen\w*|resum\w+|riassum\w+|samenvat\w+)\b/;
const FEED_ADDRESS = /(?:rss|feed|atom)(?:[./?_-]|$)|\.(?:xml|rdf|rss)(?:$|\?)/i;
/** "The last 3 days" counts no headlines. */
const OF_TIME =
  "(?!\\s+(?:minutes?|hours?|hrs?|days?|weeks?|months?|years?|minuten|stunden?|tagen?|wochen?|monaten?|jahren?|horas?|dias?|semanas?|mes(?:es)?|anos?|heures?|jours?|semaines?|mois|ans)\\b)";
const LIMIT = [
  new RegExp(
    `\\b(?:top|last|latest|newest|first|limit(?: of| to|:|=)?|give me|show(?: me)?|get|read|max(?:imum)?)\\s+(${COUNT})\\b${OF_TIME}`,
  ),
  new RegExp(
    `\\b(${COUNT})\\b${OF_TIME}\\s+(?:[a-z-]+\\s+){0,4}?(?:headlines?|stories|items?|articles?|posts?|entries|news|titulares|noticias|nachrichten|schlagzeilen)\\b`,
  ),
];
const FOCUS =
  /\b(?:focus(?:s?ed|s?ing|es)?(?: mainly| only)? on|with (?:a |the )?focus on|focus:|concentrat(?:e|ing) on|emphasi[sz]ing|mainly on|about|regarding|concerning|related to|especially|in particular|on the (?:topic|subject) of|(?<=\b(?:stories|news|digest|headlines|articles|coverage|briefing|roundup|summary) )on|über|sobre|acerca de|sur)\s+([^]+)$/iu;

export const headlines: Intents = { cues: ["headlines"], read: (utterance) => readNews(utterance).headlines };
export const digest: Intents = {
  cues: ["summarize", "summarise", "summary", "digest", "headlines"],
  read: (utterance) => readNews(utterance).digest,
};

function readNews(utterance: Utterance): { readonly headlines: IntentReading[]; readonly digest: IntentReading[] } {
  const { data, urls, said } = utterance;
  const isOfData = data !== undefined && urls.length === 0 && data.format !== "text";
  const strength = isOfData ? 0 : newsStrength(utterance);
  if (strength === 0) return { headlines: [], digest: [] };
  const feed = feedOf(utterance);
  const focus = focusOf(utterance);
  const limit = limitOf(said);
  const source = feed === undefined ? {} : { feed };
  return {
    headlines: [{ payload: { ...source, ...(limit !== undefined && { limit }) }, confidence: strength }],
    digest: [
      {
        payload: { ...source, ...(focus !== undefined && { focus }) },
        confidence: DIGEST.test(said) ? Math.min(strength + 0.04, 0.95) : strength - 0.25,
      },
    ],
  };
}

function newsStrength(utterance: Utterance): number {
  const isNews = NEWS.test(utterance.said) && !FEEDS.test(utterance.said);
  const [url] = utterance.urls;
  if (url !== undefined) {
    const isFeed = FEED_ADDRESS.test(new URL(url.href).pathname);
    if (isFeed) return 0.93;
    if (url.isExplicit) return /\b(?:feeds?|rss|atom|headlines?)\b/.test(utterance.said) ? 0.92 : 0;
  }
  if (namesSource(utterance)) return isNews || ARTICLES.test(utterance.said) ? 0.9 : 0.45;
  return isNews ? 0.87 : 0;
}

function focusOf({ prose }: Utterance): string | undefined {
  const focus = phrase(FOCUS.exec(prose.replace(/\s+/g, " "))?.[1] ?? "");
  return focus === "" || /^(?:today|the (?:news|headlines|world))/i.test(focus) ? undefined : focus;
}

function limitOf(said: string): number | undefined {
  for (const pattern of LIMIT) {
    const count = countOf(pattern.exec(said)?.[1]);
    if (count !== undefined && count > 0) return Math.min(count, 100);
  }
  return undefined;
}
