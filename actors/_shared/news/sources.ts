/** News sources and topics people name, as the news actors take them: a preset where one is served, else its address. */
import type { Utterance } from "../../../src/runtime/intents.ts";
import { presetNamed } from "../../../src/feed/presets.ts";

/** What a request calls a preset, matched against words in lower case: sources before the topics they write about. */
const SOURCES: readonly (readonly [said: RegExp, preset: string])[] = [
  [/hacker ?news|\bhn\b|ycombinator/, "hackernews"],
  [/\bbbc\b/, "bbc"],
  [/\bguardian\b/, "guardian"],
  [/new york times|\bnyt(?:imes)?\b|ny times/, "nytimes"],
  [/al ?jazeera/, "aljazeera"],
  [/\bnpr\b/, "npr"],
  [/deutsche welle|\bdw\b/, "dw"],
  [/france ?24/, "france24"],
  [/le monde/, "lemonde"],
  [/tagesschau/, "tagesschau"],
  [/spiegel/, "spiegel"],
  [/el pais/, "elpais"],
  [/\bcnbc\b/, "cnbc"],
  [/market ?watch/, "marketwatch"],
  [/techcrunch|tech crunch/, "techcrunch"],
  [/the verge\b/, "theverge"],
  [/ars ?technica/, "arstechnica"],
  [/\bwired\b/, "wired"],
  [/slashdot/, "slashdot"],
  [/lobste\.?rs/, "lobsters"],
  [/\bnasa\b/, "nasa"],
  [/science ?daily/, "sciencedaily"],
  [/phys\.org|physorg/, "physorg"],
  [/coin ?desk/, "coindesk"],
  [/cointelegraph/, "cointelegraph"],
  [/\bespn\b/, "espn"],
  [/tech(?:nology)? (?:news|headlines|stories)/, "technology"],
  [/science (?:news|headlines|stories)/, "science"],
  [/(?:business|financial?|economic) (?:news|headlines|stories)/, "business"],
  [/(?:football|soccer) (?:news|headlines|stories)/, "football"],
  [/sports? (?:news|headlines|stories)/, "sports"],
  [/(?:crypto(?:currency)?|bitcoin) (?:news|headlines|stories)/, "crypto"],
  [/(?:world|international) (?:news|headlines|stories)/, "world"],
];

/** Whether a request names one of the sources. */
export function namesSource({ said }: Utterance): boolean {
  return SOURCES.some(([source]) => source.test(said));
}

/** What to read: an address of the request, else a source it names. */
export function feedOf(utterance: Utterance): string | undefined {
  const [url] = utterance.urls;
  const [, name] = SOURCES.find(([source]) => source.test(utterance.said)) ?? [];
  if (url !== undefined && (url.isExplicit || name === undefined)) return url.href;
  return name === undefined || presetNamed(name) === undefined ? undefined : name;
}
