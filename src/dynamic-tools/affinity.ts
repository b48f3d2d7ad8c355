/**
 * How well a value that was said fits a slot, 0 to 1, and what would be sent: by the words around the value, by its
 * kind, last by elimination. A slot's name right before the value is the surest sign there is.
 */
import { listOf, textOf } from "../text/foreign.ts";
import { wordsOf } from "../catalog/words.ts";
import { placeIn } from "../text/places.ts";
import { countryCode, languageCode } from "./code-names.ts";
import { isAside, singular, type Slot, spelled } from "./slots.ts";
import type { Utterance } from "./utterance.ts";
import type { Value } from "./values.ts";

export interface Fit {
  readonly score: number;
  readonly sent: unknown;
}

/** Said right beside the value. */
const NAMED = 1;
/** A part of its name is. */
const PARTLY = 0.86;
/** The kind of value is the kind the slot takes. */
const OF_KIND = 0.8;
/** It takes any text, or any number, and it must be given. */
const POSSIBLE = 0.55;

export function fitOf(slot: Slot, value: Value, said: Utterance): Fit | undefined {
  const word = spelled(slot.name);
  if (isSecret(word)) return undefined;
  // A title is no id, whatever stands before it.
  if (
    value.kind === "quoted" &&
    /\b(?:ids?|uuid|guid)$/.test(word) &&
    !/\bid\W*$/i.test(said.text.slice(0, value.start))
  )
    return undefined;
  const sent = formOf(slot, word, value);
  if (sent === undefined) return undefined;
  const named = nameScore(slot, value, said);
  if (named > 0) return { score: named, sent };
  if (isAside(slot.name) && value.kind !== "name") return undefined;
  const kind = kindScore(slot, word, value, said);
  // Of several things in one body each has its own: the sender's address is not the receiver's.
  if (kind > 0 && isOthers(slot, said.text.slice(0, value.start))) return undefined;
  return kind > 0 ? { score: kind, sent } : undefined;
}

function isOthers({ path }: Slot, before: string): boolean {
  const holders = path.slice(0, -1).map(spelled).join(" ");
  if (/\b(?:b?cc)\b/.test(holders)) return !/\bb?cc\b/i.test(before);
  if (/\b(?:from|sender|reply to|origin|source|shipper|ship from)\b/.test(holders))
    return !/\b(?:from|von|de|desde)\s+(?:\S+\s+){0,2}$/i.test(before);
  return /\b(?:billing|metadata|custom|legacy|previous)\b/.test(holders);
}

function isSecret(word: string): boolean {
  return (
    /\b(?:api key|apikey|appid|app id|app key|token|secret|password|auth|authorization|signature|client id|callback|key)\b/.test(
      word,
    ) && !/\b(?:issue|project|keyword|object|item) key\b/.test(word)
  );
}

/** What would be sent: a country's code where codes are taken, half of a point where a latitude is. */
function formOf(slot: Slot, word: string, { kind, text }: Value): unknown {
  const allowed = listOf(slot.schema.enum).map(String);
  const about = textOf(slot.schema.description);
  if (kind === "amount" && /\bcents\b|smallest currency|minor (?:currency )?units?/i.test(about))
    return String(Math.round(Number(text) * 100));
  if ((kind === "currency" || kind === "code") && /lower-?\s?case/i.test(about)) return text.toLowerCase();
  if (kind === "point") {
    const [lat, lon] = text.split(",");
    if (isLatitude(word)) return lat;
    if (isLongitude(word)) return lon;
    return text;
  }
  if (kind === "repository") {
    const [owner = "", repo = ""] = text.split("/");
    if (/^(?:owner|workspace|namespace|org|organization|user|username|account)\b/.test(word)) return owner;
    if (/^(?:repo|repository)(?: slug| name)?$/.test(word)) return repo;
    return text;
  }
  if (kind === "name" || kind === "word") {
    const codes = codesOf(word, text);
    const [first = "", ...rest] = text.split(/\s+/);
    if (/\b(?:first|given) ?name$|^forename$/.test(word)) return first;
    if (/\b(?:last|family) ?name$|^surname$/.test(word)) return rest.length === 0 ? undefined : rest.join(" ");
    const listed = [text, ...codes].flatMap(
      (one) => allowed.find((other) => other.toLowerCase() === one.toLowerCase()) ?? [],
    );
    if (listed.length > 0) return listed[0];
    if (allowed.length > 0) return undefined;
    const point = placeIn(wordsOf(text));
    if (point !== undefined && isLatitude(word)) return String(point.lat);
    if (point !== undefined && isLongitude(word)) return String(point.lon);
    return takesCode(slot, word) && codes[0] !== undefined ? codes[0] : text;
  }
  if (allowed.length > 0) return allowed.find((other) => other.toLowerCase() === text.toLowerCase());
  return text;
}

function codesOf(word: string, text: string): string[] {
  const country = countryCode(text);
  const language = languageCode(text);
  const isLanguage = /\blang(?:uage)?\b|^(?:to|from|target|source)$/.test(word);
  const both = isLanguage ? [language, country] : [country, language];
  return both.filter((one) => one !== undefined);
}

function takesCode({ schema }: Slot, word: string): boolean {
  return (
    /\b(?:code|iso|iso2|lang|language)\b|^(?:source|target)(?: lang.*)?$/.test(word) ||
    (/\b(?:country|region)\b/.test(word) &&
      /\biso\b|alpha.?2|two.letter|2.letter|country code/i.test(textOf(schema.description))) ||
    schema.maxLength === 2
  );
}

const isLatitude = (word: string) => /^(?:lat|latitude|\w+ lat|\w+ latitude)$/.test(word);
const isLongitude = (word: string) => /^(?:lon|lng|long|longitude|\w+ (?:lon|lng|longitude))$/.test(word);

/* By the words around it. */

const FILLERS = new Set(
  "a an the is are of as with id ids number no code named called titled by name than be on my our this el la le les der die das den dem o".split(
    " ",
  ),
);
const SUFFIX = / (?:id|ids|number|no|sid|gid|uuid|guid|iid|slug|name|key|alias|code|address|value|text|string)$/;

/** What a slot may be called by, the longest first: its own name, that of the thing it is the id of, and its holder's. */
function namesOf({ name, noun, path }: Slot): string[] {
  const word = spelled(name)
    .replace(/(?<!\d)\d+$/, "")
    .trim();
  if (word === "" || /^(?:q|in|by|on|at|id)$/.test(word)) return noun === undefined ? holderOf(path) : [noun];
  const thing = word.replace(SUFFIX, "");
  const names = [
    word,
    thing,
    singular(word),
    singular(thing),
    noun ?? "",
    ...(/^(?:id|name)$/.test(word) ? holderOf(path) : []),
  ];
  return names.filter((one, at) => one.length > 1 && names.indexOf(one) === at);
}

function holderOf(path: readonly string[]): string[] {
  const holder = path.slice(0, -1).findLast((one) => one !== "0");
  return holder === undefined ? [] : [singular(spelled(holder))];
}

/** What introduces a value says what it is to be. */
const INTRODUCED: readonly (readonly [RegExp, RegExp])[] = [
  [
    /\b(?:saying|says?|reading|that reads)\s*:?\s*$/i,
    /^(?:text|message|body|content|status|comment|note|plain text|caption)$|\b(?:text|message|body|content)$/,
  ],
  [/\b(?:titled|title|headed)\s*:?\s*$/i, /^(?:title|name|subject|summary|headline)$|\b(?:title|subject)$/],
  [/\b(?:called|named)\s*:?\s*$/i, /^(?:name|title|label|display name)$|\b(?:name|title)$/],
  [
    /\b(?:at least|minimum|min|over|above|more than|older than|starting at|from)\s*[$€£]?\s*$/i,
    /\b(?:min|minimum|lower|gte?|at least)\b/,
  ],
  [
    /\b(?:at most|maximum|max|under|below|less than|up to|cheaper than|no more than|budget of)\s*[$€£]?\s*$/i,
    /\b(?:max|maximum|upper|lte?|at most|budget)\b/,
  ],
  [/\b(?:within|radius of|in a radius of|around)\s*$/i, /\b(?:radius|distance|range|within)\b/],
  [/\bpage\s*$/i, /^page(?: number| no)?$/],
];

function nameScore(slot: Slot, value: Value, said: Utterance): number {
  const { kind, start, end } = value;
  const { text } = said;
  const word = spelled(slot.name);
  const introduced = INTRODUCED.find(([intro, name]) => intro.test(text.slice(0, start)) && name.test(word));
  if (introduced !== undefined && !/^(?:from|starting at)/.test(word)) return NAMED - 0.02;
  const before = wordsOf(lastClause(text.slice(0, start)));
  while (before.length > 0 && FILLERS.has(before.at(-1) ?? "") && !isName(slot, before)) before.pop();
  if (before.length > 0 && isName(slot, before)) return NAMED;
  if (before.length > 0 && isPartOfName(slot, before.at(-1) ?? "")) return PARTLY;
  const isCount =
    kind === "number" ||
    kind === "id" ||
    kind === "amount" ||
    (kind === "word" && (slot.needed || slot.noun !== undefined));
  if (!isCount) return 0;
  const [after = "", next = ""] = wordsOf(text.slice(end, end + 60));
  return namesOf(slot).some((name) => [after, singular(after), `${after} ${next}`].includes(name)) &&
    !/^[\s]*[,.;]/.test(text.slice(end))
    ? NAMED - 0.05
    : 0;
}

/** "name" of "projectName", "user" of "username": of what is called by more than one word. */
function isPartOfName(slot: Slot, said: string): boolean {
  if (said.length < 4) return false;
  const words = spelled(slot.name).replace(SUFFIX, "").split(" ");
  const full = spelled(slot.name).split(" ");
  const isOne =
    full.length === 1 &&
    said !== full[0] &&
    (full[0] ?? "").startsWith(said) &&
    (full[0] ?? "").length <= said.length + 4;
  return isOne || (full.length > 1 && [words.at(-1), full.at(-1), words.at(-1)?.replace(/s$/, "")].includes(said));
}

/** A clause ends what a name before it could mean. */
function lastClause(text: string): string {
  return (
    text
      .slice(-80)
      .split(/[;,.!?]\s/)
      .at(-1) ?? ""
  );
}

function isName(slot: Slot, before: readonly string[]): boolean {
  const tail = (words: number) => before.slice(-words).join(" ");
  return namesOf(slot).some((name) => {
    const words = name.split(" ").length;
    const said = tail(words);
    // "minimum price" is `price_minimum`, too.
    if (words > 1 && said.split(" ").toSorted().join(" ") === name.split(" ").toSorted().join(" ")) return true;
    return said === name || singular(said) === name || tail(1) === name.replaceAll(" ", "");
  });
}

/* By its kind. */

/** What is looked for, said or titled. */
const FREE_TEXT =
  /^(?:title|name|text|texts|message|body|subject|summary|content|caption|prompt|status|note|comment|description|phrase|input|data|document text|text list)\b|\b(?:text|message|prompt|title)$/;
const SOUGHT = /^(?:q|query|search|search query|search term|search text|term|keywords?|expression|word|phrase|text)$/;

function kindScore(slot: Slot, word: string, value: Value, said: Utterance): number {
  const { schema } = slot;
  const { kind } = value;
  const before = said.text.slice(0, value.start);
  switch (kind) {
    case "email":
      if (/^(?:bcc|cc)\b/.test(word)) return 0; // Nobody is copied in who was not said to be.
      if (/^(?:from|reply to|sender|from email|from address)\b/.test(word))
        return /\bfrom\s+$/i.test(before) ? NAMED : 0;
      if (/\be ?mail\b|^to\b|recipient|\blogin$/.test(word) || schema.format === "email")
        return /\bfrom\s+$/i.test(before) ? 0 : OF_KIND;
      return 0;
    case "phone":
      if (/^(?:from|sender)\b/.test(word)) return 0;
      return /phone|mobile|msisdn|\btel\b|^(?:to|number|num|recipients?|query)$/.test(word) ? OF_KIND : 0;
    case "url":
      // The longer name is another thing's: the picture behind, the page to return to.
      if (/callback|webhook|redirect|return|notify|success|cancel|icon|logo|\bbg\b|background|thumb/.test(word))
        return 0;
      if (/\b(?:url|uri|link|website|href)s?\b/.test(word) || schema.format === "uri")
        return OF_KIND - 0.03 * word.split(" ").length;
      return 0;
    case "domain":
      if (/\b(?:domain|domain name|host|hostname|site)\b/.test(word)) return OF_KIND;
      return /\b(?:url|uri|link|website)\b/.test(word) ? OF_KIND - 0.1 : 0;
    case "ip":
      return /\bip\b|\bipv[46]\b|\bhost\b|\bquery\b|\bip address\b/.test(word) ? OF_KIND : 0;
    case "date":
      if (/\b(?:birth|created|updated|expir)/.test(word)) return 0;
      if (
        schema.format === "date" ||
        schema.format === "date-time" ||
        /\b(?:date|day|time)\b|^(?:since|until|from|to|start|end|departure)\b/.test(word)
      )
        return dateRole(word, before);
      return 0;
    case "point":
      if (isLatitude(word) || isLongitude(word)) return OF_KIND;
      if (/^(?:q|query|search|address|place)$/.test(word)) return 0.3;
      return /^(?:ll|latlng|lat ?lo?ng?|point|position|coordinates?|coords?|location|locations|geo|near)$|lat ?lo?ng?$/.test(
        word,
      )
        ? OF_KIND - 0.1
        : 0;
    case "repository":
      return /^(?:owner|workspace|namespace|org|repo|repository|repo slug|repository name|repo name)$/.test(word)
        ? OF_KIND
        : /^(?:project|project id|id|repo id|model|path)$/.test(word)
          ? POSSIBLE
          : 0;
    case "hashtag":
      return /\btags?\b|hashtag/.test(word) ? OF_KIND : /^(?:q|query|search)$/.test(word) ? POSSIBLE : 0;
    case "handle":
      return /\b(?:user ?name|screen name|handle|user|login|profile)\b/.test(word) ? OF_KIND : 0;
    case "color":
      return /colou?r|\bhex\b/.test(word) ? OF_KIND : 0;
    case "amount":
      return /^(?:amount|value|qty|quantity|price|sum|total|from amount|from value)\b|\bamount$/.test(word)
        ? OF_KIND
        : 0;
    case "currency":
      return currencyScore(word, before, said, value);
    case "percent":
      return /percent|percentage|\brate\b|\bpct\b|discount/.test(word) ? OF_KIND : 0;
    case "unit":
      return unitScore(word, before);
    case "number":
      return countScore(slot, word, value, said);
    case "code":
      return codeScore(slot, word, before, said, value);
    case "id":
      return idScore(slot, word);
    case "quoted":
      if (slot.schema.enum !== undefined) return OF_KIND;
      // A title is no id.
      if (isAside(slot.name) || /\b(?:ids?|uuid|guid)$/.test(word)) return 0;
      // A sentence is no name.
      if (/\b(?:name|title|label)$/.test(word) && /^\p{Ll}/u.test(value.text) && value.text.split(" ").length > 3)
        return POSSIBLE;
      if (SOUGHT.test(word)) return OF_KIND;
      if (FREE_TEXT.test(word)) return OF_KIND - 0.02 * (word.split(" ").length - 1);
      if (/\b(?:name|title)$/.test(word) && !/\b(?:first|last|user|file|middle|given|family|host)\b/.test(word))
        return OF_KIND - 0.1;
      return slot.needed && slot.noun !== undefined ? POSSIBLE : 0;
    case "name":
      return nameOfPlaceScore(slot, word, before, value.text);
    case "word":
      return 0;
  }
}

function dateRole(word: string, before: string): number {
  const isEnd =
    /\b(?:until|till|through|bis|hasta|jusqu'?au?|até)\s+$/i.test(before) || /\b(?:to|and)\s+$/i.test(before);
  const isStart = /\b(?:from|since|between|starting|ab|von|desde|depuis)\s+$/i.test(before);
  const wantsEnd = /^(?:to|until|end|till)\b|\b(?:to|end|until|checkout|return|max)\b/.test(word);
  const wantsStart = /^(?:from|since|start)\b|\b(?:from|start|begin|checkin|min)\b/.test(word);
  if (isEnd) return wantsEnd ? OF_KIND + 0.1 : wantsStart ? 0 : POSSIBLE;
  if (isStart) return wantsStart ? OF_KIND + 0.1 : wantsEnd ? 0 : POSSIBLE + 0.05;
  return wantsEnd ? 0 : OF_KIND - 0.1;
}

function currencyScore(word: string, before: string, { values }: Utterance, value: Value): number {
  const isTarget =
    /\b(?:to|in|into|nach|zu|a|en|em|para)\s+(?:the\s+)?$/i.test(before) &&
    values.some(
      ({ kind, start }) => (kind === "currency" && start < value.start) || (kind === "amount" && start < value.start),
    );
  if (/\b(?:to|target|quote|destination|want)\b/.test(word)) return isTarget ? OF_KIND : 0;
  if (/\b(?:from|source|base|have)\b/.test(word)) return isTarget ? 0 : OF_KIND;
  return /\b(?:currency|currencies|symbols?|vs currenc(?:y|ies))\b/.test(word) ? OF_KIND - 0.1 : 0;
}

function unitScore(word: string, before: string): number {
  const isTarget = /\b(?:to|in|into|as)\s+$/i.test(before);
  if (/\b(?:value|amount|date|id)\b/.test(word)) return 0;
  if (/^(?:to|target|to unit|to type|unit to)\b/.test(word)) return isTarget ? OF_KIND : 0;
  if (/^(?:from|source|from unit|from type|unit from)\b/.test(word)) return isTarget ? 0 : OF_KIND;
  return /\bunits?\b/.test(word) && !isTarget ? POSSIBLE : 0;
}

const LIMIT =
  /^(?:limit|per page|page size|count|max results|max|size|top|num(?:ber)? (?:of )?\w+|num|first|max (?:items|results|count|rows)|rows|results?|n)$/;

function countScore({ schema }: Slot, word: string, { text, end }: Value, said: Utterance): number {
  const before = said.text.slice(0, end - text.length);
  const after = said.text.slice(end, end + 40);
  if (/^\s*-?(?:days?|tagen?|días|jours?|dias)\b/i.test(after))
    return /^(?:forecast )?days$|^cnt$|^num(?:ber)? (?:of )?days$/.test(word) ? NAMED : 0;
  const isOfUnit = said.values.some(
    (one) => one.kind === "unit" && one.start > end && /^\s*$/.test(said.text.slice(end, one.start)),
  );
  const isOfGuests =
    /^\s+(?:adults?|child(?:ren)?|kids?|guests?|people|persons?|nights?|rooms?|stars?|seats?|passengers?)\b/i.test(
      after,
    );
  const isMany =
    !isOfUnit &&
    !isOfGuests &&
    (/\b(?:first|top|last|latest|newest|next|only|limit(?: of)?|at most|up to)\s+$/i.test(before) ||
      /^\s+\p{Ll}+s\b/u.test(after));
  if (isOfGuests) return /guests?|people|persons?|occupancy|party size|passengers?/.test(word) ? OF_KIND : 0;
  if (LIMIT.test(word)) return isMany ? OF_KIND - 0.05 : 0;
  if (/\byear\b/.test(word)) return /^(?:19|20)\d\d$/.test(text) ? OF_KIND : 0;
  if (/^(?:amount|value|number|qty|quantity|input|from value|num)$/.test(word))
    return isMany ? POSSIBLE : OF_KIND - 0.05;
  return /\bid$/.test(word) && schema.type !== "string" ? 0 : 0;
}

function codeScore({ schema }: Slot, word: string, before: string, said: Utterance, { text, start }: Value): number {
  const isCurrency = /^[A-Z]{3}$/.test(text);
  const first = !said.values.some((one) => one.kind === "code" && one.start < start);
  const isTarget = /\b(?:to|into|nach|à|para)\s+$/i.test(before) || (!first && /\b(?:in|and)\s+$/i.test(before));
  if (isCurrency && /\b(?:to|target|quote|destination|arrival)\b/.test(word) && !/recipient/.test(word))
    return isTarget ? OF_KIND : 0;
  if (isCurrency && /\b(?:from|source|base|have|origin|departure)\b/.test(word))
    return isTarget
      ? 0
      : textOf(schema.type) === "integer"
        ? 0
        : /\bsize|skip|offset|how many|initial/i.test(textOf(schema.description))
          ? 0
          : OF_KIND;
  if (/\b(?:currency|currencies|symbols?|ticker|rate)\b/.test(word)) return isTarget ? POSSIBLE : OF_KIND - 0.05;
  if (/\bcountry\b|\bregion\b/.test(word)) return text.length === 2 ? OF_KIND : 0;
  if (/\b(?:code|iata|icao)\b/.test(word)) return POSSIBLE;
  return SOUGHT.test(word) ? POSSIBLE : 0;
}

function idScore({ required, noun, schema }: Slot, word: string): number {
  if (schema.enum !== undefined || /\b(?:date|time|year|month|days?|country|region|currency|type)\b/.test(word))
    return 0;
  if (
    /\b(?:ids?|sid|gid|uuid|guid|vin|zip|code|barcode|ean|isbn|bin|iban|asin|number|no|postcode|postal code|tracking|address|hash|sku|isin|value)\b\d*/.test(
      word,
    )
  )
    return required ? 0.7 : 0;
  return required && noun !== undefined ? POSSIBLE : SOUGHT.test(word) && required ? POSSIBLE : 0;
}

const GOAL = /\bdestination\b|^(?:to|end|arrival)$/;
const WHERE = /\b(?:city|town|address)\b|^(?:place|location|area|q|query|near|search|where|city name)$/;

function nameOfPlaceScore(slot: Slot, word: string, before: string, text: string): number {
  const country = countryCode(text);
  const language = languageCode(text);
  if (/\blang(?:uage)?\b|^(?:to|target)$/.test(word) && language !== undefined && country === undefined)
    return /\b(?:from|source)\b/.test(word) ? 0 : OF_KIND;
  if (/\bcountry\b|\bregion\b|^nation$/.test(word)) return country === undefined ? 0 : OF_KIND;
  if (isLatitude(word) || isLongitude(word))
    return placeIn(wordsOf(text)) === undefined || country !== undefined ? 0 : OF_KIND - 0.1;
  if (slot.schema.enum !== undefined) return OF_KIND - 0.1;
  if (/\b(?:code|id|guid)s?$/.test(word)) return 0;
  const isFrom = /\b(?:from|von|desde|de|depuis)\s+$/i.test(before);
  if (/^(?:from|origin|departure|source|start)\b/.test(word)) return isFrom ? OF_KIND : 0;
  if (GOAL.test(word))
    return isFrom ? 0 : /\b(?:to|nach|a|à|para)\s+$/i.test(before) && isKnownPlace(text) ? OF_KIND : 0;
  if (/^(?:species|organism)\b/.test(word)) return OF_KIND;
  if (/^(?:artist|author|team|player|company|brand|name|title)\b/.test(word)) return slot.required ? POSSIBLE : 0;
  if (
    !isKnownPlace(text) &&
    /^(?:full |display |contact |customer |first |last |given |family )?name$|^surname$/.test(word)
  )
    return slot.place === "body" ? OF_KIND - 0.1 : 0;
  if (!isKnownPlace(text) && /\b(?:company|organi[sz]ation|employer)\b/.test(word))
    return /\b(?:at|of|from|bei)\s+$/i.test(before) ? OF_KIND - 0.1 : 0;
  if (!WHERE.test(word)) return 0;
  if (isKnownPlace(text)) return OF_KIND - 0.05;
  return /\b(?:in|near|at|around|of|for|bei|en|em|à)\s+$/i.test(before)
    ? POSSIBLE + 0.1
    : SOUGHT.test(word) && !/\babout\b/i.test(before)
      ? POSSIBLE
      : 0;
}

function isKnownPlace(text: string): boolean {
  return countryCode(text) !== undefined || placeIn(wordsOf(text)) !== undefined;
}
