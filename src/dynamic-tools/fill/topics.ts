/** What is looked for without quotes: what stands behind "about", else the words that the operation is silent on. */
import { LOAN_WORDS } from "../../catalog/words/loan-words.ts";
import { effectOfVerb } from "../words/verbs/verb-effects.ts";
import { wordsOf } from "../../catalog/words/words.ts";
import { isPlace } from "../words/wish/wish.ts";
import type { WishContext } from "../words/wish/wish-context.ts";
import type { Slot } from "../slots/slots.ts";
import { spellOut } from "../slots/spelled-names.ts";
import { isOfManner } from "../words/clauses/manner.ts";
import { isContraction } from "../words/values/values.ts";
import { foldLetters } from "../../text/fold-letters.ts";
import { overlap, type TextRange } from "../../text/text-range.ts";
import type { Value } from "../words/value.ts";
import { isFiller, spokenIn } from "./plain-words.ts";

const SOUGHT =
  /^(?:q|query|search|search (?:query|term|text|string|phrase|words?|for)|keywords?|term|topic|text|phrase|tag|tags|post|word|prompt|message)$/;

const ABOUT =
  /(?<!\p{L})(?:about|regarding|matching|contain(?:s|ing)?|mention(?:s|ing)?|with the words|named|called|über|ueber|zum thema|sobre|acerca de|à propos (?:de|du)|au sujet (?:de|du))\s{1,4}(?:an? |the )?/iu;

/** What stands behind it says where, from whom or by what. */
const ENDS_TOPIC = /^(?:in|on|from|with|for|by|auf|bei|von|mit|en|em|no|na|sur|avec|su|con|com|via)$/i;

const OF_MACHINES: ReadonlySet<Value["kind"]> = new Set(["repository", "email", "url", "ip", "phone", "point"]);

const JOINS = /^(?:and|or)$/i;

/** "hospitals tabled since": what was done to them, and since when. */
const UP_TO_WHEN = /(?:\s{1,3}\p{L}{2,20}ed)?\s{1,3}(?:since|before|after|between|until|till|during)$/iu;

/** "pizza near", before where that is. */
const LEADS_ON = /\s(?:near|around|in|at|within|from|by)$/i;

export function topicOf(
  slot: Slot,
  { said, isUnspoken }: WishContext,
  takenUp: readonly TextRange[],
  isFirst: boolean,
): string | undefined {
  const word = spellOut(slot.name);
  if (!SOUGHT.test(word) || slot.schema.enum !== undefined) return undefined;
  const isSearch = IS_SEARCH.test(word);
  // "10 videos about origami": what stands behind "about" is looked for, whatever else was said.
  const isAbout = isSearch && !word.startsWith("tag") && ABOUT.test(said.text);
  if (!slot.needed && !(isFirst && isSearch) && !isAbout)
    return isSearch ? nameLeft(said, isUnspoken, takenUp) : undefined;
  // "trigger a pipeline" tags none.
  if (!slot.needed && said.effect === "run") return undefined;
  if (said.effect === "change" || said.effect === "delete") return undefined;
  // Half of "facebook/react" is nothing that is looked for.
  const others = [...takenUp, ...said.values.filter(({ kind }) => OF_MACHINES.has(kind))];
  const taken = (start: number, end: number) => others.some((one) => overlap(one, { start, end }));
  // "muéstrame los pagos": a verb of another language is no more looked for than "show" is.
  const isVerbSaid = (word: string) =>
    foldLetters(word) === said.verb && (meanings.has(said.verb) || effectOfVerb(said.verb) !== undefined);
  const runs = [...said.text.matchAll(/[\p{L}\p{N}][\p{L}\p{N}'’_-]*/gu)].map((found) => ({
    word: found[0],
    start: found.index,
    end: found.index + found[0].length,
  }));
  const about = ABOUT.exec(said.text);
  const from = about === null ? -1 : about.index + about[0].length;
  const isSaid = slot.place === "body" && /^(?:text|message|post)$/.test(word);
  let best = "";
  let run: { start: number; end: number } | undefined;
  const isOfTopic = (one: (typeof runs)[number] | undefined) =>
    one !== undefined &&
    !taken(one.start, one.end) &&
    !isContraction(one.word) &&
    // `{"page_size": 5}`: what a field is called by.
    !/^["'`]?\s?[:=]/.test(said.text.slice(one.end, one.end + 3)) &&
    !(isSaid && isOfManner(said.text.slice(0, one.start))) &&
    !isVerbSaid(one.word) &&
    (from >= 0 ? one.start >= from && !ENDS_TOPIC.test(one.word) : isUnspoken(one.word));
  for (const [at, one] of runs.entries()) {
    // "recipes with chickpeas and spinach": both are looked for.
    const isBetween = run !== undefined && JOINS.test(one.word) && isOfTopic(runs[at + 1]);
    const isOf = isBetween || isOfTopic(one);
    if (isOf && run !== undefined && /^\s+$/.test(said.text.slice(run.end, one.start))) run.end = one.end;
    else if (from >= 0 && run !== undefined) break;
    else if (isOf) run = { start: one.start, end: one.end };
    else run = undefined;
    const text = run === undefined ? "" : said.text.slice(run.start, run.end);
    if (text.length > best.length) best = text;
  }
  const topic = withoutFillers(best, spokenIn(said.text)).replace(UP_TO_WHEN, "").replace(LEADS_ON, "");
  // One word that was left over is no message: somebody would get it.
  const isSent = isSaid && (said.effect === "create" || said.effect === "run" || said.effect === "none");
  // "only 31 of them, ordered by count": what says how much and how, and no thing.
  // Nor is when: "since 1 September".
  const days = said.values.filter(({ kind }) => kind === "date").map(({ start, end }) => said.text.slice(start, end));
  const isThing = days
    .reduce((rest, day) => rest.replace(day, " "), topic)
    .split(/\s+/)
    .some((one) => one !== "" && !isFiller(one, []));
  return !isThing || (isSent && !topic.includes(" ")) ? undefined : topic;
}

const IS_SEARCH = /^(?:q|query|search|keywords?|term|tags?|search query|search term|search for)$/;

/** "concerts of Taylor Swift in Berlin": whatever else found its place, a name that did not is looked for. */
function nameLeft(
  { values, effect }: WishContext["said"],
  isUnspoken: WishContext["isUnspoken"],
  takenUp: readonly TextRange[],
): string | undefined {
  if (effect !== "read" && effect !== "none") return undefined;
  const [name, ...others] = values.filter(
    (value) =>
      value.kind === "name" &&
      !isPlace(value.text) &&
      wordsOf(value.text).every(isUnspoken) &&
      !takenUp.some((one) => overlap(one, value)),
  );
  return others.length > 0 ? undefined : name?.text;
}

/**
 * "für apfelkuchen auf", "canciones de shakira en": the words of a language that stand around what is looked for, and what
 * it is of, but not those within it.
 */
function withoutFillers(run: string, languages: readonly ReadonlySet<string>[]): string {
  if (languages.length === 0) return run;
  const words = run.split(/\s+/).map((word) => ({ word, plain: foldLetters(word) }));
  const fills = ({ plain }: { readonly plain: string }) => languages.some((fillers) => fillers.has(plain));
  const thing = words.findIndex(({ plain }, at) => OF.test(plain) && meanings.has(words[at - 1]?.plain ?? ""));
  const ofThing = words.slice(thing + 1);
  const kept = ofThing.some((one) => !fills(one)) ? ofThing : words;
  const first = kept.findIndex((one) => !fills(one));
  const last = kept.findLastIndex((one) => !fills(one));
  return first < 0
    ? ""
    : kept
        .slice(first, last + 1)
        .map(({ word }) => word)
        .join(" ");
}

const { meanings } = LOAN_WORDS;
const OF = /^(?:von|vom|de|del|du|des|do|da|dos|das|di|della|dei)$/;
