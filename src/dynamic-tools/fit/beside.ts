/**
 * What stands beside a value, read once for all slots that it is tried on: a wish has many values and an operation many
 * slots, so that what both need would be read hundreds of times.
 */
import { LOAN_WORDS, withMeanings } from "../../catalog/words/loan-words.ts";
import { wordsOf } from "../../catalog/words/words.ts";
import { SENDER } from "../slots/sender.ts";
import { singular } from "../slots/spelled-names.ts";
import { isExcepted } from "../words/clauses/exceptions.ts";
import { lastClause } from "../words/clauses/clause.ts";
import { glossOf } from "../words/languages/gloss.ts";
import { CALLED, SAYING, TITLED } from "../words/introductions.ts";
import type { Wish } from "../words/wish/wish.ts";
import type { Value } from "../words/value.ts";

export interface Beside {
  /** The words of the clause up to the value. */
  readonly before: readonly string[];
  /** What they say in English, where another language is spoken. */
  readonly glossed: readonly string[];
  /** It is left out of what was said: "all customers except Ann". */
  readonly isExcepted: boolean;
  /** Names of slots that the words right before introduce. */
  readonly introduced: readonly RegExp[];
  /** Names of slots of which the value is one of a pair: what is set, and what to. */
  readonly paired: readonly RegExp[];
  /** Names of slots that are the end of a span at which the value stands. */
  readonly spanned: readonly RegExp[];
  /** The words that say behind it what the value shall be. */
  readonly role: readonly string[];
  /** The words of the clause, where it leads to the value from further back, and no other value stands between. */
  readonly leading: readonly string[];
  /** What is to be changed to the value. */
  readonly changed: string | undefined;
  /** What is set to the value in another language, as it may be called in English. */
  readonly setTo: readonly string[];
  /** A word right before, or one of the two right behind. */
  readonly near: readonly string[];
  /** The word right behind it, "" where none is. */
  readonly following: string;
  /** What that word, with the next one or in English, may name. */
  readonly counted: readonly string[];
  /** A unit, perhaps: the letters right behind. */
  readonly unit: string;
  /** "wide" of "300 wide". */
  readonly extent: string;
}

/** What introduces a value says what it is to be. */
const INTRODUCED: readonly (readonly [RegExp, RegExp])[] = [
  [
    new RegExp(`\\b(?:${SAYING}|reading|that reads|text[oe]?|testo)\\s{0,2}:?\\s{0,2}["'“„«]?$`, "i"),
    /^(?:text|message|body|content|content value|status|comment|note|notes|plain text|caption|description)$|\b(?:text|message|body|content)$/,
  ],
  [
    new RegExp(`\\b(?:${TITLED}|titel|t[ií]tulo|titre|titolo|title|headed)\\s{0,2}:?\\s{0,2}["'“„«]?$`, "i"),
    /^(?:title|name|subject|summary|headline|topic)$|\b(?:title|subject)$/,
  ],
  [
    new RegExp(`\\b(?:${CALLED})\\s{0,2}:?\\s{0,2}["'“„«]?$`, "i"),
    /^(?:name|title|label|display name|topic|subject|summary)$|(?<!\b(?:contact|user|first|last|file|host|company|domain|job|page) )\b(?:name|title)$/,
  ],
  [
    /\b(?:at least|minimum|min|over|above|more than|older than|starting at|from)\s*[$€£]?\s*$/i,
    /\b(?:min|minimum|lower(?! than)|gte?|at least|(?:greater|more|larger|higher) than)\b/,
  ],
  [
    /\b(?:at most|maximum|max|under|below|less than|up to|cheaper than|no more than|budget of)\s*[$€£]?\s*$/i,
    /\b(?:max|maximum|upper|lte?|at most|budget|(?:less|lower|smaller) than)\b/,
  ],
  [
    /\b(?:within|radius of|in a radius of|around|umkreis von|radi?o de|rayon de|raio de)\s*$/i,
    /\b(?:radius|distance|range|within)\b/,
  ],
  [
    /\b(?:tagged|labell?ed|(?:tag|label) (?:it|them|this))\s+(?:with\s+|as\s+)?["'“]?$/i,
    /^(?:tags?|tag names?|labels?|label names?|tagged)$/,
  ],
  [/\b(?:rename|call (?:it|this|them))\s(?:.*\s(?:to|as|into)\s+)?["'“„«]?$/i, /\b(?:name|title|label)$/],
  [
    /^\W{0,3}(?:umbenennen?|renombra\p{L}{0,3}|renomm\p{L}{1,2}|renome\p{L}{1,3}|rinomina\p{L}{0,2})\s.{1,160}\s(?:in|zu|a|como|en|para|come)\s+["'“„«]?$/iu,
    /\b(?:name|title|label)$/,
  ],
  // "body …" of a mail whose content has several parts.
  [/\bbody\s{0,2}:?\s{0,2}["'“„«]?$/i, /^content value$/],
  [/\breact(?:s|ed)?(?: with)?\s["'“]?$/i, /^(?:name|emoji|reaction)(?: name)?$/],
  [/(?<!\bper )\bpage\s*$/i, /^page(?: number| no)?$/],
  [
    /\b(?:(?:skip(?:ping)?|offset(?: of)?|start(?:ing)? at|starting from|beginning at|saltando|sautant|pulando)\s+(?:the |las? |les |os )?(?:first |primer[ao]s |premiers |primeir[ao]s |row |index |item |record |position |offset )?|from (?:row |index |item |record |position |offset |number )|a partir d(?:e(?: la)?|el|[oa]) (?:n[úu]mero |elemento |registro |item )?|à partir du (?:num[ée]ro |r[ée]sultat )?|ab (?:nummer |eintrag |zeile )|after the first )$/i,
    /^(?:offset|skip|start|start num(?:ber)?|start index|start at|first result|start offset)$/,
  ],
  [/\b(?:in|inside|into|under|within)\s+(?:the |my |our )?(?:\p{L}+\s+){1,2}$/iu, /^parent(?: \w+)? ids?$/],
  [/\bfrom\s+["'“]?$/i, SENDER],
  [/\bassign(?:ed)?(?: it| this| them)? to\s+["'“]?$/i, /^assignees?(?: ids?| names?| emails?)?$/],
  [
    /\b(?:pay|payment|payout|send|sent|transfer|money|euros?|dollars?|pounds?|[A-Z]{3})\s+to\s+(?:the )?(?:account )?$/,
    /^(?:destination|recipient|payee|beneficiary)(?: account)?(?: ids?)?$/,
  ],
  [
    /\b(?:mention(?:s|ing|ed)?|contain(?:s|ing)?|matching)\s["'“„«]?$/i,
    /^(?:filter|q|query|search|search (?:query|text|term|string)|keywords?|term|phrase|text)$/,
  ],
  [/\bas\s*["'“„«]$/i, /^(?:name|title|label)$/],
  [
    /\b(?:start(?:s|ing)?|begin(?:s|ning)?)\s+with\s*["'“„«]?$/i,
    /^(?:starts?|starting|begins?|beginning) with$|\bprefix$|\b(?:starts?|begins?) with$/,
  ],
  [/\bend(?:s|ing)?\s+(?:with|in)\s*["'“„«]?$/i, /\bends? with$|\bsuffix$/],
  [/\bat\s*["'“„«]$/i, /^(?:location|venue|place)$/],
  // "redirect to https://…".
  [/\bredirect(?:s|ed|ing)?(?: \p{L}{2,12})? to\s$/iu, /^redirect(?: to)?(?: ur[li])?$/],
  [/\bfrom\s+(?:the )?(?:branch )?$/i, /^(?:head|source branch|head branch)$/],
  [/\b(?:to|into|onto)\s+(?:the )?(?:branch )?$/i, /^(?:base|target branch|base branch|destination branch)$/],
  [/\b(?:by)\s*$/i, /^(?:q )?(?:artist|author|creator|composer|singer|performer|writer)(?: name)?$/],
];

/** "set NODE_ENV to production": what is set, and what to, of a name and its value. */
const PAIRED: readonly (readonly [RegExp, RegExp, RegExp])[] = [
  [
    /^(?:name|key|variable|field|property|attribute)$/,
    /\b(?:set|change|update|add|create|define)\s+(?:\p{L}+\s+){0,4}["'“]?$/iu,
    /^["'”]?\s+(?:to|=|as|with (?:the )?value)\s/i,
  ],
  [
    /^value$/,
    /\b(?:[Ss]et|[Cc]hange|[Uu]pdate|[Aa]dd|[Cc]reate|[Dd]efine)\s(?:\S+\s){0,4}(?:\w+_\w+|["“][^"“”]{1,60}["”])\s(?:to|=|as|with (?:the )?value)\s+["'“]?$/u,
    /^/,
  ],
];

/** "from level 3 to level 4". */
const SPANS: readonly (readonly [RegExp, RegExp])[] = [
  [
    /\b(?:from|between)\s+(?:\p{L}+\s+)?$/iu,
    /^(?:from|start|min(?:imum)?|lower|lowest)\b|\b(?:from|start|min(?:imum)?)$/,
  ],
  [
    /\b(?:(?<!\bup )to|until|till|(?:between|from)\s(?:\S{1,30}\s){1,6}and)\s+(?:\p{L}+\s+)?$/iu,
    /^(?:to|end|stop|max(?:imum)?|upper|highest)\b|\b(?:to|end|until|max(?:imum)?)$/,
  ],
];

/** "rosie as the owner name": what a value shall be stands behind it. */
const ROLE =
  /^["'”»]?\s+(?:as|als|como|comme)\s+(?:(?:the|its|an?|their|den|das|die|el|la|le)\s+)?([\p{L}\d_ -]{2,40})/u;

const EXTENT =
  /^\s*(?:(?:px|p[ií]xel(?:e[ns]?|s)?|cm|mm|meters?|metres?)\s*)?(wide|high|tall|long|deep|old|breit|hoch|lang|tief|alt|de (?:ancho|alto|largo|fondo|largeur|hauteur|longueur|largura|altura|comprimento))(?!\p{L})/iu;

const CHANGED =
  /\b(?:change|set|update|rename|edit) (?:bei \S{2,30} )?(?:the |its |my |our )?(\p{L}{2,30}(?: \p{L}{2,20}){0,2}?) (?:of|to|for|on|in)\b/iu;

const { meanings } = LOAN_WORDS;

/** By where the value stands. */
const known = new WeakMap<Wish, Map<string, Beside>>();

export function besideOf({ start, end }: Pick<Value, "start" | "end">, said: Wish): Beside {
  const ofSaid = known.get(said) ?? new Map<string, Beside>();
  const place = `${start} ${end}`;
  const found = ofSaid.get(place) ?? readBeside(start, end, said);
  known.set(said, ofSaid.set(place, found));
  return found;
}

function readBeside(start: number, end: number, { text, values }: Wish): Beside {
  const ahead = text.slice(0, start);
  const behind = text.slice(end);
  const before = wordsOf(lastClause(ahead));
  const gloss = glossOf(lastClause(ahead), text);
  const [following = "", next = ""] = wordsOf(behind.slice(0, 60));
  const nearBehind = behind.slice(0, 30).split(/[;,.!?](?:\s|$)/)[0] ?? "";
  const isEnd = /^\s*(?:[,.;:]|[–-]\s)/.test(behind);
  return {
    before,
    glossed: wordsOf(gloss),
    isExcepted: isExcepted(ahead),
    introduced: namesFor(INTRODUCED, ahead),
    paired: PAIRED.flatMap(([name, lead, tail]) => (lead.test(ahead) && tail.test(behind) ? [name] : [])),
    spanned: namesFor(SPANS, ahead),
    role: wordsOf(ROLE.exec(behind.slice(0, 60))?.[1] ?? ""),
    leading: leadingWords(start, ahead, values),
    changed: changedIn(ahead, ahead) ?? changedIn(ahead, glossOf(ahead, text, false)),
    setTo: gloss === "" ? [] : setTo(ahead, gloss),
    near: [...before, ...wordsOf(nearBehind).slice(0, 2), ...wordsOf(glossOf(nearBehind, text)).slice(0, 2)],
    following,
    counted: isEnd ? [] : [following, singular(following), `${following} ${next}`, ...(meanings.get(following) ?? [])],
    unit: /^\s*(\p{L}+)/u.exec(behind.slice(0, 20).toLowerCase())?.[1] ?? "",
    extent: EXTENT.exec(behind.slice(0, 36))?.[1]?.toLowerCase() ?? "",
  };
}

function namesFor(table: readonly (readonly [RegExp, RegExp])[], ahead: string): RegExp[] {
  return table.flatMap(([intro, name]) => (intro.test(ahead) ? [name] : []));
}

/** "set the depth of the probe to 12": the name stands further back, and no other value between. */
function leadingWords(start: number, ahead: string, values: readonly Value[]): string[] {
  const from = Math.max(0, ...values.filter(({ end }) => end <= start).map(({ end }) => end));
  const clause = lastClause(ahead.slice(from));
  return /\s(?:to|as|at|is|of|auf|a|en|à|para|with)\s+\W*$/i.test(clause) ? wordsOf(clause) : [];
}

/** "change the subject of webinar 12 to …", "set the name to …". */
function changedIn(ahead: string, words: string): string | undefined {
  if (!/ (?:to|into|auf|zu|in|a|en|à|para) ["'“„«]?$/i.test(ahead)) return undefined;
  const changed = CHANGED.exec(words)?.[1];
  return changed === undefined ? undefined : wordsOf(changed).join(" ");
}

/** "setze … den Lagerbestand auf", "pon … el precio en". */
function setTo(ahead: string, gloss: string): readonly string[] {
  const [, word = ""] = /(\p{L}{3,40}) (?:auf|a|en|à|para) ["'“„«]?$/u.exec(ahead) ?? [];
  return word === "" || !/\b(?:set|put|change|update)\b/.test(gloss)
    ? []
    : wordsOf(word).flatMap(withMeanings).slice(1);
}
