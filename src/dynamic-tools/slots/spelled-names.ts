/** The names of slots as words: programs run them together, people do not. */
import { LRUCache } from "lru-cache";
import { splitIdentifier, wordsOf } from "../../catalog/words/words.ts";

/** "zipCode1" as "zip code1", "StartTime>" as "start time gt". */
export function spellOut(name: string): string {
  const known = spelled.get(name);
  if (known !== undefined) return known;
  const bound = name.endsWith(">") ? " gt" : name.endsWith("<") ? " lt" : "";
  const words = `${wordsOf(splitIdentifier(name)).join(" ")}${bound}`
    .replace(RUN_TOGETHER, "$1 $2")
    .replace(OF_PAGES, "$1 $2")
    .replace(BOUNDED, "$1 $2")
    .replace(CALLED_AFTER, "$1 name");
  if (name.length <= MAX_SPELLED_CHARS) spelled.set(name, words);
  return words;
}

/** "startdate", "endtime". */
const RUN_TOGETHER =
  /\b(start|end|from|to|begin|since|until|min|max|departure|arrival|return)(datetime|date|time|day)\b/g;

/** "artistname". */
const CALLED_AFTER =
  /^(artist|album|track|song|company|product|category|customer|event|group|team|player|movie|book|author|brand|city|country|street|project|bucket|table|column|field|channel|stage|store|shop|topic|queue|service|collection|database|cluster|school|station|species|venue|client|device|template|workspace|campaign|instance|section|branch|image|folder|recipe|food|ingredient|disease|drug|gene|protein)name$/;

/** "maxprice", "minbeds". */
const BOUNDED =
  /\b(min|max)(prices?|areas?|beds?|baths?|bedrooms|bathrooms|rooms|age|rating|value|amount|distance|radius|length|duration|width|height|score|rate|weight|cost|year|level|stars|guests|magnitude|depth|lat|lon|lng|latitude|longitude)\b/g;

/** "pagesize", "perpage". */
const OF_PAGES = /\b(page|per|max)(size|number|num|no|limit|index|page|results|items|rows)\b/g;

/** Each name is spelled for every value that was said: a quarter of the time of a match without it. */
const spelled = new LRUCache<string, string>({ max: 4096 });
const MAX_SPELLED_CHARS = 64;

export function singular(word: string): string {
  return word
    .replace(/ies$/, "y")
    .replace(/(ch|sh|x|ss)es$/, "$1")
    .replace(/(?<!s)s$/, "");
}
