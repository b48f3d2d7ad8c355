/** Puts what was said where an operation takes it, each value once. What is doubtful is left for the caller. */
import { stemmer } from "stemmer";
import { listOf, textOf } from "../text/foreign.ts";
import { loadLoanWords } from "../catalog/search/loan-words.ts";
import { STOP_WORDS } from "../catalog/stop-words.ts";
import { wordsOf } from "../catalog/words.ts";
import { faultsOf, type Lookup } from "../proxy/request/schema.ts";
import { type Fit, fitOf } from "./fit.ts";
import { NO_TEXT } from "./fit-text.ts";
import { isAside, ofType, singular, type Slot, spellOut } from "./slots.ts";
import type { Utterance } from "./utterance.ts";
import type { Value } from "./values.ts";
import { effectOf, isVerb } from "./verbs.ts";

const { functionWords } = loadLoanWords();

/** An utterance, as one operation is tried on it. */
export interface Hearing {
  readonly said: Utterance;
  readonly lookup: Lookup;
  /** Words that say what the operation is: its name and path. */
  readonly own: ReadonlySet<string>;
  /** Whether the operation says these words itself: then they are no value. */
  speaks(words: string): boolean;
  /** Whether the operation is silent on a word that was said: such a word is a value rather than what is done. */
  isUnspoken(word: string): boolean;
}

export interface FilledSlots {
  readonly values: readonly { readonly slot: Slot; readonly sent: unknown }[];
  /** Of each value that was said, how surely it found its place: 0 to 1. */
  readonly placed: ReadonlyMap<Value, number>;
  /** Words that found a place without being values of a kind of their own. */
  readonly words: readonly string[];
  /** What is only looked for. */
  readonly topics: readonly string[];
}

/** What fits less is no place for it. */
const LEAST = 0.5;
/** What found its place by elimination is a guess. */
const ELIMINATED = 0.55;
const GUESSED = 0.6;
/** What was said so plainly is kept, and what must stand beside it is asked for. */
const SURE = 0.85;

export function fill(hearing: Hearing, slots: readonly Slot[]): FilledSlots {
  const { said } = hearing;
  const values: { slot: Slot; sent: unknown; score: number }[] = [];
  const placed = new Map<Value, number>();
  const words: string[] = [];
  const topics: string[] = [];
  const open = new Set(slots);
  const put = (slot: Slot, sent: unknown, score: number): boolean => {
    const fitting = ofType(sent, slot.schema);
    const judge = { lookup: hearing.lookup, isText: slot.place === "params" };
    if (fitting === undefined || faultsOf(fitting, slot.schema, "", judge).length > 0) return false;
    values.push({ slot, sent: fitting, score });
    open.delete(slot);
    return true;
  };
  // The surest pair first; of equals what must be given, then what lies higher.
  const pairs = slots
    .flatMap((slot) => said.values.flatMap((value) => pairOf(slot, value, fitOf(slot, value, said))))
    .sort((a, b) => b.rank - a.rank);
  const halves = new Set<string>();
  for (const { slot, value, fit } of pairs) {
    const half = `${said.values.indexOf(value)} ${String(fit.sent)}`;
    const isPart =
      String(fit.sent) !== value.text &&
      (value.kind === "point" ||
        value.kind === "repository" ||
        isPoint(slot) ||
        (value.kind === "name" && value.text.includes(String(fit.sent))));
    const isFree = isPart
      ? !halves.has(half) && !halves.has(`${said.values.indexOf(value)} whole`)
      : !placed.has(value);
    if (!open.has(slot) || !isFree || !put(slot, fit.sent, fit.score)) continue;
    placed.set(value, Math.min(1, fit.score + 0.2));
    halves.add(half);
    if (!isPart) halves.add(`${said.values.indexOf(value)} whole`);
  }
  addFurther(values, hearing, placed);
  // Two lists may have the same member: the one whose name was said too takes it.
  const isNameSaid = ({ name }: Slot) =>
    spellOut(name)
      .split(" ")
      .some((word) => word.length > 3 && said.text.toLowerCase().includes(word));
  for (const slot of [...open].sort(
    (a, b) => Number(isNameSaid(b)) - Number(isNameSaid(a)) || a.path.length - b.path.length,
  )) {
    const sent = flagOf(slot, hearing) ?? memberOf(slot, hearing) ?? neighbourOf(slot, hearing);
    if (sent !== undefined && !words.includes(sent.word) && put(slot, sent.sent, GUESSED)) words.push(sent.word);
  }
  for (const slot of open) {
    const left = said.values.filter((value) => !placed.has(value));
    const value = leftFor(
      slot,
      left.filter((one) => !hearing.speaks(said.text.slice(one.start, one.end))),
    );
    if (value !== undefined && put(slot, value.text, GUESSED)) placed.set(value, ELIMINATED);
  }
  for (const slot of open) {
    const topic = topicOf(slot, hearing, placed, values.length === 0);
    if (topic !== undefined && put(slot, topic, GUESSED)) {
      topics.push(topic);
      for (const value of said.values)
        if (topic.includes(said.text.slice(value.start, value.end))) placed.set(value, 0.8);
    }
  }
  return {
    values: values.filter(({ slot, score }) => score >= SURE || isWhole(slot, slots, values)),
    placed,
    words,
    topics,
  };
}

/** "USD, EUR and GBP", "to a@x.org and b@x.org": what takes several takes the others of the same kind, too. */
function addFurther(
  values: { readonly slot: Slot; sent: unknown }[],
  { said }: Hearing,
  placed: Map<Value, number>,
): void {
  for (const filled of values) {
    const { slot, sent } = filled;
    const isPlural = /(?<![s|u])s$/.test(slot.name) && slot.schema.enum === undefined;
    if (!Array.isArray(sent) && !(isPlural && typeof sent === "string")) continue;
    const first = [...placed.keys()].find(({ text }) => text === String(Array.isArray(sent) ? sent[0] : sent));
    if (first === undefined) continue;
    for (const value of said.values) {
      if (placed.has(value) || value.kind !== first.kind) continue;
      const fit = fitOf(slot, value, said) ?? (isBeside(said, value) ? { score: 0.8, sent: value.text } : undefined);
      if (fit === undefined) continue;
      const own = Array.isArray(filled.sent) ? ofType(fit.sent, slot.schema) : undefined;
      if (Array.isArray(filled.sent) && Array.isArray(own))
        filled.sent = [...(filled.sent as unknown[]), ...(own as unknown[])];
      else if (typeof filled.sent === "string") filled.sent = `${filled.sent}${separatorOf(slot)}${String(fit.sent)}`;
      placed.set(value, 0.9);
    }
  }
}

function isBeside({ text, values }: Utterance, value: Value): boolean {
  const last = values.findLast(({ end }) => end <= value.start);
  const between = last === undefined ? undefined : text.slice(last.end, value.start);
  return (
    between !== undefined && between.length < 12 && /^[\s,;()[\]]*(?:and|und|y|et|e|to|or)?[\s()[\]]*$/i.test(between)
  );
}

function separatorOf({ schema }: Slot): string {
  const about = textOf(schema.description);
  return /colon/i.test(about) && !/semi-?colon/i.test(about)
    ? ":"
    : /semi-?colon/i.test(about)
      ? ";"
      : /\bpipe/i.test(about)
        ? "|"
        : ",";
}

function pairOf(slot: Slot, value: Value, fit: Fit | undefined) {
  if (fit === undefined || fit.score < LEAST) return [];
  const rank = fit.score + (slot.needed ? 0.08 : slot.required ? 0.03 : 0) - 0.02 * slot.path.length;
  return [{ slot, value, fit, rank }];
}

function isPoint({ name }: Slot): boolean {
  return /^(?:lat|lon|lng|latitude|longitude)$/i.test(name);
}

/** A field of an optional object that lacks what must stand beside it would only make the request wrong. */
function isWhole(slot: Slot, slots: readonly Slot[], values: readonly { readonly slot: Slot }[]): boolean {
  if (slot.place === "params" || slot.needed || slot.path.filter((one) => one !== "0").length === 1) return true;
  const holder = slot.path.slice(0, -1).join("\n");
  return slots.every(
    (one) =>
      one.place === "params" ||
      !one.required ||
      one.path.slice(0, -1).join("\n") !== holder ||
      values.some((filled) => filled.slot === one),
  );
}

/** "in safe mode", "nonstop", "as completed": a flag whose words were said, and say nothing of the operation itself. */
function flagOf(slot: Slot, { said: { plain }, own }: Hearing): { sent: unknown; word: string } | undefined {
  const { name, schema, required } = slot;
  const isSwitch = schema.type === "integer" && [0, 1].every((one) => listOf(schema.enum).includes(one));
  if ((schema.type !== "boolean" && !isSwitch) || isAside(slot)) return undefined;
  const word = spellOut(name).replace(/^(?:is|only|include|with) /, "");
  if (word.length < 4 || (word.split(" ").every((one) => own.has(one)) && !required)) return undefined;
  const text = ` ${wordsOf(plain).join(" ")} `;
  const found = [word, word.replaceAll(" ", "")].find((one) => text.includes(` ${one} `));
  if (found === undefined) return undefined;
  const isDenied = new RegExp(` (?:not|no|without|non|un|kein\\w*|sin|sans|sem) ${found} `).test(text);
  return { sent: isSwitch ? (isDenied ? 0 : 1) : !isDenied, word: found };
}

/** Common verbs and nouns that are members of many lists and say nothing. */
const NO_MEMBER =
  /^(?:get|create|list|all|new|json|xml|csv|name|date|order|id|add|update|delete|none|any|other|default|true|false|asc|desc|read|write|post|put)$/;

/** "as an editor", "business class": the words of one of the few values there are. */
function memberOf(slot: Slot, { said: { text }, own }: Hearing): { sent: unknown; word: string } | undefined {
  const items = slot.schema.type === "array" ? (slot.schema.items as { enum?: unknown } | undefined)?.enum : undefined;
  const members = listOf(slot.schema.enum ?? items).filter((one) => typeof one === "string" && one.length > 2);
  // "as csv", "in XML".
  const isManner = members.some(
    (one) => text.toLowerCase().match(/\b(?:as|in|format)\s+(?:an?\s+)?(\w+)/)?.[1] === one,
  );
  const isOrder = /\b(?:sort|order)/.test(spellOut(slot.name));
  if (members.length === 0 || (isAside(slot) && !(isOrder && /\b(?:sort|order)(?:ed)?\b/i.test(text)) && !isManner))
    return undefined;
  const done = /\b(?:state|status)\b/.test(spellOut(slot.name)) ? doneBy(text, members) : undefined;
  if (done !== undefined) return { sent: done, word: String(done) };
  const said = wordsOf(text);
  const all = new Set([...said, ...said.map(singular)]);
  const found = members.filter((one) => {
    const words = wordsOf(String(one)).filter((word) => word !== "id");
    const isOwn = words.every((word) => own.has(word) || own.has(singular(word)));
    return (
      words.length > 0 &&
      words.every((word) => all.has(word) && (isManner || !NO_MEMBER.test(word))) &&
      (!isOwn || slot.needed)
    );
  });
  const [member] = found;
  if (found.length !== 1 || wordsOf(slot.name).includes(String(member))) return undefined;
  return { sent: member, word: String(member) };
}

/** "close the issue": its state is to be "closed". */
function doneBy(text: string, members: readonly unknown[]): unknown {
  if (effectOf(text) !== "change") return undefined;
  const verbs = new Set(
    wordsOf(text)
      .filter(isVerb)
      .map((word) => stemmer(word)),
  );
  const found = members.filter((one) => verbs.has(stemmer(String(one).toLowerCase())));
  return found.length === 1 ? found[0] : undefined;
}

const INTRODUCING =
  /^(?:called|named|titled|entitled|saying|says|about|with|for|from|all|new|latest|current|my|our|your|some|any)$/i;

function isFiller(word: string): boolean {
  const folded = word
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase();
  return INTRODUCING.test(word) || STOP_WORDS.has(folded) || functionWords.some((words) => words.has(folded));
}

/** "the workspace acme": a word that the operation does not know stands beside the slot's name. */
function neighbourOf(slot: Slot, { said, isUnspoken }: Hearing): { sent: unknown; word: string } | undefined {
  if (slot.schema.enum !== undefined || isAside(slot)) return undefined;
  for (const found of said.text.matchAll(/[\p{L}\p{N}][\p{L}\p{N}_-]*/gu)) {
    const start = found.index;
    const end = start + found[0].length;
    const isTaken = said.values.some((value) => value.start < end && start < value.end);
    if (isTaken || !isUnspoken(found[0]) || isVerb(found[0]) || isFiller(found[0])) continue;
    const word: Value = { kind: "word", text: found[0], start, end };
    const fit = fitOf(slot, word, said);
    if (fit !== undefined && fit.score >= 0.86) return { sent: fit.sent, word: found[0] };
  }
  return undefined;
}

/** What must be given and is of the value's sort takes the one that has no other place. */
function leftFor(slot: Slot, left: readonly Value[]): Value | undefined {
  const word = spellOut(slot.name);
  if (!slot.needed || slot.schema.enum !== undefined || isAside(slot)) return undefined;
  if (/\b(?:date|time|month|days?|country|region|currency|type|version|ext|language|email|phone|url)\b/.test(word))
    return undefined;
  const isId = /\b(?:ids?|uuid|guid|sid|gid)$/.test(word);
  const isNumber = ["number", "integer"].includes(textOf(slot.schema.type));
  const fitting = left.filter(({ kind }) =>
    isNumber
      ? ["number", "amount", "id"].includes(kind)
      : isId
        ? ["id", "number"].includes(kind)
        : ["id", "code", "name", "number", "quoted"].includes(kind),
  );
  const [one] = fitting;
  return fitting.length !== 1 || (one?.kind === "quoted" && NO_TEXT.test(word)) ? undefined : one;
}

const SOUGHT =
  /^(?:q|query|search|search query|search term|search text|keywords?|term|topic|text|phrase|tag|tags|post|word|prompt|message)$/;

/** What is looked for without quotes: what stands after "about", else the words that the operation is silent on. */
function topicOf(
  slot: Slot,
  { said, isUnspoken }: Hearing,
  placed: ReadonlyMap<Value, number>,
  isFirst: boolean,
): string | undefined {
  const word = spellOut(slot.name);
  if (!SOUGHT.test(word) || slot.schema.enum !== undefined) return undefined;
  if (!slot.needed && !(isFirst && /^(?:q|query|search|keywords?|term|tags?|search query|search term)$/.test(word)))
    return undefined;
  if (effectOf(said.text) === "change" || effectOf(said.text) === "delete") return undefined;
  const taken = (start: number, end: number) => [...placed.keys()].some((one) => one.start < end && start < one.end);
  const runs = [...said.text.matchAll(/[\p{L}\p{N}][\p{L}\p{N}'’_-]*/gu)].map((found) => ({
    word: found[0],
    start: found.index,
    end: found.index + found[0].length,
  }));
  const about = /\b(?:about|regarding|matching|containing|über|sobre)\s+(?:an?\s+|the\s+)?/iu.exec(said.text);
  const from = about === null ? -1 : about.index + about[0].length;
  let best = "";
  let run: { start: number; end: number } | undefined;
  for (const one of runs) {
    const isOf =
      !taken(one.start, one.end) &&
      (from >= 0 ? one.start >= from && !/^(?:in|on|from|with|for|by)$/i.test(one.word) : isUnspoken(one.word));
    if (isOf && run !== undefined && /^\s+$/.test(said.text.slice(run.end, one.start))) run.end = one.end;
    else if (isOf) run = { start: one.start, end: one.end };
    else if (from >= 0 && run !== undefined) break;
    else run = undefined;
    const text = run === undefined ? "" : said.text.slice(run.start, run.end);
    if (text.length > best.length) best = text;
  }
  return best === "" ? undefined : best;
}
