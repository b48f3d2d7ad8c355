/** Operations that do what a wish says shall not be done: "don't merge it, just close it", "the branch, not the repo". */
import { withMeanings } from "../../catalog/words/loan-words.ts";
import { stemOf } from "../../catalog/words/stem.ts";
import { STOP_WORDS } from "../../catalog/words/stop-words.ts";
import { splitIdentifier, wordsOf } from "../../catalog/words/words.ts";
import type { Entry } from "../../runtime/catalog.ts";
import { inFull } from "../slots/names.ts";
import { singular } from "../slots/spelled-names.ts";
import { forbiddenIn } from "../words/verbs/negation.ts";
import { effectOfOperation } from "../words/verbs/operation-effect.ts";
import { isVerb } from "../words/verbs/verbs.ts";
import { type Wish, withoutQuotes } from "../words/wish/wish.ts";
import { AFTER_NOUN } from "./parts.ts";

/** Whether a wish forbids what an operation does. */
export function forbiddenBy(said: Pick<Wish, "text" | "values">): (entry: Entry) => boolean {
  const { clauses, rest } = forbiddenIn(withoutQuotes(said));
  if (clauses.length === 0) return () => false;
  const asked = meaningsIn(wordsOf(rest));
  const denied = clausesSaid(clauses);
  return (entry) => {
    if (effectOfOperation(entry) === "read") return false;
    const { deeds, things } = actOf(entry);
    // "delete the branch x, not the branch y" asks for it all the same.
    const isAsked = things.some((one) => asked.has(one));
    return denied.some(({ own, isOfDeedAlone, beginsWithDeed }) => {
      const isOfThing = things.some((one) => own.has(one));
      if (isOfThing && isAsked) return false;
      // What is a thing as well as a deed, an order, leaves none to tell it by.
      const isOfDeed = deeds.some((one) => own.has(one));
      const isDenied = isOfDeed && things.length === 0;
      // "veux pas que tu annules la commande": its verb stands further behind.
      if (!beginsWithDeed) return isOfThing || isDenied;
      return isDenied || (isOfDeed && (isOfThing || isOfDeedAlone));
    });
  };
}

interface DeniedClause {
  /** What its words mean. */
  readonly own: ReadonlySet<string>;
  readonly beginsWithDeed: boolean;
  /** It names nothing that the deed is not to be done to. */
  readonly isOfDeedAlone: boolean;
}

/** Read once for all operations, and each word once: a wish full of "don't" has a hundred clauses that hold each other. */
function clausesSaid(clauses: readonly string[]): readonly DeniedClause[] {
  const known = new Map<string, { readonly asked: string; readonly forms: readonly string[] }>();
  const read = (word: string) => {
    const found = known.get(word);
    if (found !== undefined) return found;
    const asked = asAsked(word);
    const fresh = { asked, forms: withMeanings(asked).map(formOf) };
    known.set(word, fresh);
    return fresh;
  };
  return clauses.map((clause) => {
    const words = wordsOf(clause).map(read);
    const [first = "", ...others] = words
      .map(({ asked }) => asked)
      .filter((word) => !STOP_WORDS.has(word) && !OF_NO_THING.test(word));
    return {
      own: new Set(words.flatMap(({ forms }) => forms)),
      beginsWithDeed: isDeed(first),
      isOfDeedAlone: others.length === 0,
    };
  });
}

/** "merging" of "without merging it" as well, and "deletion". */
function isDeed(word: string): boolean {
  const bare = word.replace(/(?:ing|ed|ion|s)$/, "");
  return [word, bare, `${bare}e`].some(isVerb);
}

/** Pronouns, and how or when it is not to be done: "do not delete it permanently". */
const OF_NO_THING =
  /^(?:it|them|him|her|that|this|es|ihn|sie|lo|la|los|las|le|les|l|o|a|os|as|pas|rien|jamais|me|mir|zu|again|yet|now|forever|away|\p{L}{3,20}ly|endgültig|dauerhaft|\p{L}{3,20}mente?)$/u;

/** What shall not be done is said in another form in Spanish, Portuguese and French: "no la borres" forbids "borrar". */
function asAsked(word: string): string {
  if (isVerb(word)) return word;
  const endings = [
    word.replace(/gues$/, "gar"),
    word.replace(/ques$/, "car"),
    word.replace(/es$/, "ar"),
    word.replace(/[rs]$/, ""),
  ];
  return endings.find(isVerb) ?? word;
}

function meaningsIn(words: readonly string[]): ReadonlySet<string> {
  return new Set(words.flatMap(withMeanings).map(formOf));
}

function formOf(word: string): string {
  return stemOf(inFull(singular(word)));
}

/** What it is called to do, and to what. */
function actOf({ name, path }: Entry): { readonly deeds: readonly string[]; readonly things: readonly string[] } {
  const named = wordsOf(splitIdentifier(name));
  const end = named.findIndex((word, at) => at > 0 && AFTER_NOUN.has(word));
  const first = named.slice(0, end < 0 ? named.length : end);
  const piece = wordsOf(splitIdentifier(path.split("/").findLast((one) => /^[A-Za-z]/.test(one)) ?? ""));
  const words = [...first, ...piece];
  return {
    deeds: words.filter(isDeed).map(formOf),
    things: words.filter((word) => !isDeed(word) && !STOP_WORDS.has(word)).map(formOf),
  };
}
