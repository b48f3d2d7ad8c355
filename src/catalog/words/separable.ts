/** German verbs that are said in two pieces: "füge der Karte einen Kommentar hinzu" adds one, "sag das Treffen ab" cancels it. */
import { foldLetters } from "../../text/fold-letters.ts";
import { GERMAN, LOAN_WORDS } from "./loan-words.ts";

/** The separable prefixes of the verbs in the tables, umlauts dropped. */
const PREFIXES = new Set(
  (
    "ab an auf aus bei bereit ein fest fort frei heraus herunter hinzu hoch nach neu stumm teil um vor weiter wieder " +
    "wiederher zu zuruck zusammen"
  ).split(" "),
);
/** Stems that change their vowel where something is asked to be done. */
const STRONG: ReadonlyMap<string, string> = new Map([
  ["lies", "les"],
  ["gib", "geb"],
  ["brich", "brech"],
  ["nimm", "nehm"],
  ["sieh", "seh"],
]);

const QUOTED = /"[^"]{1,500}"|“[^”]{1,500}”|„[^“”]{1,500}[“”]/gu;
/** What ends the clause, or begins the last part of it: "ab bei Mailchimp". */
const CLAUSE_ENDS = /^\s*(?:$|[,.;:!?])|^\s(?:bei|in|im|mit|auf|über|via|von|bis|am|und|bitte)\s/iu;
/** A longer text is no single request. */
const MAX_WORDS = 60;

/** "den Server neu starten": written in two words as well. */
const NEW_AGAIN = /(?<!\p{L})(neu) (\p{Ll}{3,20}n)(?!\p{L})/giu;

/** The text with the verb in one piece, where it stood first; as it was where none is in two. */
export function withJoinedVerb(wish: string): string {
  const text = wish.replace(NEW_AGAIN, (apart, prefix: string, verb: string) => joinedVerb(prefix, verb) ?? apart);
  const bare = text.replace(QUOTED, (quoted) => " ".repeat(quoted.length));
  const words = [...bare.matchAll(/\p{L}+/gu)].slice(0, MAX_WORDS);
  for (const { 0: prefix, index } of words.toReversed()) {
    const end = index + prefix.length;
    if (!PREFIXES.has(foldLetters(prefix)) || !CLAUSE_ENDS.test(bare.slice(end, end + LOOK_AHEAD))) continue;
    for (const verb of words) {
      if (verb.index >= index) break;
      const joined = joinedVerb(prefix, verb[0]);
      if (joined === undefined) continue;
      const between = text.slice(verb.index + verb[0].length, index).trimEnd();
      return `${text.slice(0, verb.index)}${joined}${between}${text.slice(end)}`;
    }
  }
  return text;
}

/** As it stands in the tables; `undefined` where it does not. */
function joinedVerb(prefix: string, word: string): string | undefined {
  const verb = foldLetters(word);
  const joined = foldLetters(prefix) + (STRONG.get(verb) ?? verb);
  return LOAN_WORDS.languages[GERMAN]?.has(joined) === true ? joined : undefined;
}

const LOOK_AHEAD = 20;
