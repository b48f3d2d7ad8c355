/**
 * What makes one operation likelier to be meant than another that the search found. Each is a number; `weights.ts` says
 * what it is worth.
 */
import { isEnglish } from "../../catalog/words/english.ts";
import { LOAN_WORDS, meaningsAmong } from "../../catalog/words/loan-words.ts";
import { contentStems } from "../../catalog/words/stems.ts";
import { pathWords, splitIdentifier, wordsOf } from "../../catalog/words/words.ts";
import { foldLetters } from "../../text/fold-letters.ts";
import { singular } from "../slots/spelled-names.ts";
import type { Candidate, CandidateMatch } from "./candidate-match.ts";
import type { Entry } from "../../runtime/catalog.ts";
import { forbiddenIn } from "../words/verbs/negation.ts";
import { isParticiple, isSomeOf } from "../words/verbs/noun-phrases.ts";
import type { Wish } from "../words/wish/wish.ts";
import { isOpposite, saysUndone, undoneBy } from "../words/wish/opposites.ts";
import { effectOfOperation } from "../words/verbs/operation-effect.ts";
import { CHANGES, effectOfVerb } from "../words/verbs/verb-effects.ts";
import { afterTakingBack, effectOf, isVerb } from "../words/verbs/verbs.ts";

/** What the entry alone tells. */
export const OF_ENTRY = {
  /** The search's score beside that of its best. */
  score: ({ score }: Candidate) => Math.log(Math.max(0.05, score)),
  /** How much of what was said it speaks of. */
  covers: ({ coverage }: Candidate) => coverage.share,
  unsaid,
  unsaidPath,
  unsaidApi,
  saysVerb: ({ entry, said }: Candidate) => Number(saysInEnglish(entry, said)),
  unasked,
  sameEffect: (of: Candidate) => Number(doesSame(of)),
  otherBrand: ({ entry, brands }: Candidate) => Number(!brands.has(entry)),
  harsh,
} as const satisfies Readonly<Record<string, (of: Candidate) => number>>;

/** What is known once the operation is read and filled in. */
export const OF_CALL = {
  placed: ({ placedShare }: CandidateMatch) => placedShare,
  understood: ({ understood }: CandidateMatch) => understood,
  missingInPath: ({ missing }: CandidateMatch) => Math.min(3, missing.filter((slot) => slot.inPath).length),
  missingElsewhere: ({ missingElsewhere }: CandidateMatch) => Math.min(3, missingElsewhere),
} as const satisfies Readonly<Record<string, (of: CandidateMatch) => number>>;

/** Whoever asks to be shown something never gets what changes or deletes; whoever changes things, never what deletes. */
export function isAllowed({ entry, said }: Pick<Candidate, "entry" | "said">): boolean {
  if (isOpposite(entry.name, said)) return false;
  const does = effectOfOperation(entry);
  if (does === "destroy")
    return (
      said.effect === "delete" ||
      (said.effect !== "read" &&
        !asksForSome(said) &&
        (isItsVerb(entry, said) ||
          takesBack(entry, said) ||
          saysIt(entry.name, askedIn(forbiddenIn(afterTakingBack(said.text)).rest, said))))
    );
  return does === "read" || (said.effect !== "read" && !(asksForSome(said) && saysChange(entry)));
}

/** What is asked by POST may be called after what it answers with: "company board members". */
function saysChange({ method, name }: Entry): boolean {
  return method !== "POST" || wordsOf(splitIdentifier(name.replace(/^POST \//, ""))).some(isChange);
}

function isChange(word: string): boolean {
  return CHANGES.has(effectOfVerb(word) ?? "none");
}

/** "unlock the issue", "unban the user", "reboot the instance": what an operation is called by may be asked of it, whatever its method. */
function isItsVerb(entry: Entry, said: Wish): boolean {
  return (said.effect !== "none" || undoneBy(said.verb) !== undefined) && saysVerb(entry, said);
}

/** "Remove assignees" by DELETE does what "unassign bob" asks for. */
function takesBack({ method, name }: Entry, { verb }: Wish): boolean {
  return method === "DELETE" && saysUndone(wordsOf(splitIdentifier(name)), verb);
}

/** "comments of the video 5" has none changed, "flag of Japan" none set, and "el pedido cancelado ayer" nothing done. */
function asksForSome({ effect, plain, verb }: Wish): boolean {
  if (effect !== "none" || [...plain.matchAll(DOES)].some(([word]) => isChange(word))) return false;
  const isOne = BEGINS_AS_NOUN.test(plain) && !IS_TO_BE.test(plain) && wordsOf(plain).some(isParticiple);
  return isOne || isForeignSomeOf(plain) || isSomeOf(plain) || `${plain.toLowerCase()} `.startsWith(`${verb} of `);
}

/** "webhooks for app 5: set the target url …": what is done to a thing. */
const DOES =
  /(?<!\b(?:the|an?|my|our|of|for|on|from|about|that|in)\s)\b\p{Ll}{3,20}(?=\s(?:the|its?|them|this|all)\s)/gu;

/** "rezepte mit kürbis", "noticias sobre …": a thing by its name in another language, and what of. */
function isForeignSomeOf(plain: string): boolean {
  const [first = "", second = ""] = wordsOf(plain);
  return (
    FOREIGN_OF.has(second) && (!isVerb(first) || /(?:s|en)$/.test(first)) && LOAN_WORDS.meanings.has(foldLetters(first))
  );
}

const FOREIGN_OF = new Set("mit von fur für uber über zu con de sobre para avec pour sur com do da dos das".split(" "));

/** "the card 5 should be deleted" asks for it. */
const IS_TO_BE =
  /(?<!\p{L})(?:(?:should|must|shall|to) be|(?:i|we) (?:want|need)|soll(?:en|te)?|muss|deben?|doi(?:ven)?t|devem?|deve)(?!\p{L})/iu;
const BEGINS_AS_NOUN = /^(?:the|el|la|los|las|le|les|die|der|das|den|o|os|il|lo|gli)\s/iu;

/** Without a verb a participle says which thing is meant: "el pedido cancelado", "die gelöschte Datei". */
function askedIn(text: string, { effect }: Wish): string {
  return effect === "none" && !IS_TO_BE.test(text)
    ? text.replace(/\p{L}{4,40}/gu, (word) => (isParticiple(word) ? " " : word))
    : text;
}

/** "reset the password", "archiviere den Kanal": the harsh word itself was said, in any language. */
function saysIt(name: string, text: string): boolean {
  const words = wordsOf(text);
  // "suppression" deletes in French alone.
  const foreign = words.filter((word) => !isEnglish(word)).flatMap(meaningsAmong(words));
  const said = new Set(contentStems(`${text} ${foreign.join(" ")}`));
  const harsh = contentStems(name).filter((stem) =>
    /^(?:delet|remov|trash|destroi|destroy|termin|purg|wipe|eras|revok|invalid|cancel|deactiv|disabl|reset|clear|unsubscrib|ban|block|archiv|detach|void|drop|uninstal|unpublish)/.test(
      stem,
    ),
  );
  return harsh.length > 0 && harsh.every((stem) => said.has(stem));
}

/** Words of its name that nobody said: "with associated resources". */
function unsaid({ entry, coverage, said }: Candidate): number {
  const { named, both } = coverage.likeness(withoutSaidOtherwise(entry.name, said));
  return Math.log(1 + Math.max(0, named - both));
}

/** Of versions and forms nobody speaks: "/2010-04-01/Accounts/{id}/Messages.json". */
const OF_MACHINES =
  /#X-Amz-Target=\w+\.|(?<![\p{L}\p{N}])(?:\p{L}?\d[\p{L}\p{N}]*|api|rest|json|xml|php)(?![\p{L}\p{N}])/giu;

function unsaidPath({ entry, coverage, said }: Candidate): number {
  const path = pathWords(entry.path.replace(OF_MACHINES, " "));
  const { named, both } = coverage.likeness(withoutSaidOtherwise(path, said));
  return Math.log(1 + Math.max(0, named - both));
}

/**
 * "my repositories" are said with "for the authenticated user", and with "/user/repos"; a verb of making
 * with any other: who sends a message posts one.
 */
function withoutSaidOtherwise(named: string, { text, effect }: Wish): string {
  const left = splitIdentifier(OWN.test(text) ? named.replace(OWNER, " ") : named);
  if (effect !== "create") return left;
  const isSaidOtherwise = (word: string) => effectOfVerb(word) === effect && !wordsOf(text).includes(word);
  return left.replace(/\p{L}+/gu, (word) => (isSaidOtherwise(word.toLowerCase()) ? " " : word));
}

const OWN = /(?<!\p{L})(?:my|mine|our|mein\p{L}{0,2}|mi|mis|mes|mon|meus?|minhas?|mio|mia|miei|mie)(?!\p{L})/iu;
const OWNER =
  /(?<!\p{L})(?:(?:the )?authenticated (?:user|account)|current user|users? current|own|owned|me|my|user)(?!\p{L})/giu;

/** Of several APIs of a service that was named: "with twilio" says nothing of Supersim. */
function unsaidApi({ entry, coverage, brands }: Candidate): number {
  if (brands.known.length === 0 || !brands.has(entry)) return 0;
  const { named, both } = coverage.likeness(splitIdentifier(entry.apiTitle).replace(OF_TITLES, " "));
  return Math.log(1 + Math.max(0, named - both));
}

const OF_TITLES =
  /(?<![\p{L}\p{N}])(?:apis?|rest|web|client|management|service|v?\d[\d.]*|beta|preview)(?![\p{L}\p{N}])/giu;

/** "erstelle" says "create". What it may mean besides allows nothing: `isItsVerb` asks for the word itself. */
function saysInEnglish(entry: Entry, said: Wish): boolean {
  return said.verbs.some((verb) => saysVerb(entry, { verb, text: said.text }));
}

/**
 * "merge the pull request", "trash the message": a name has its verb at its beginning, an identifier at its end; and what
 * is sent to "/forks" and "/likes" forks and likes.
 */
function saysVerb({ name, path, method }: Entry, { verb, text }: Pick<Wish, "verb" | "text">): boolean {
  if (verb === "") return false;
  const isDone = isVerb(verb) || text.toLowerCase().includes(`${verb} the `);
  if (isDone && (method === "POST" || method === "PUT") && singular(path.split("/").at(-1) ?? "") === verb) return true;
  if (/^(?:GET|POST|PUT|PATCH|DELETE) \//.test(name)) return false;
  const words = wordsOf(splitIdentifier(name).replace(EXTENT, "").replace(PARTLY, ""));
  const [first = ""] = words;
  return verb.length > 2 && (first === verb || (!isVerb(first) && isVerb(verb) && words.at(-1) === verb));
}

/** "VirtualMachines_ListAll", "Keys_ListByVault". */
const EXTENT = / (?:All$|By [A-Z])[^\n]{0,200}$/;

/** "Partial update target webhook". */
const PARTLY = /^Partial(?:ly)? /i;

/** Who says nothing of a change wants none. */
function unasked({ entry, said }: Candidate): number {
  const asksToSee = said.effect === "read" || said.effect === "none";
  const isAsked = !asksToSee || saysVerb(entry, said);
  return Number(!isAsked && effectOfOperation(entry) !== "read");
}

/** "Update a task" does what "mark the task" asks for; "Add dependencies to a task" changes it otherwise. */
function doesSame({ entry, said }: Candidate): boolean {
  const named = effectOf(entry.name.replace(/([a-z])([A-Z])/g, "$1 $2").replace(PARTLY, ""));
  // "Deactivate a user" by DELETE does what "kick the user out" asks for.
  if (said.effect === "delete" && named !== "read" && entry.method === "DELETE") return true;
  return said.effect !== "none" && said.effect === named;
}

/** Of two that change things the one that can be undone is meant, unless the words say more. */
function harsh({ entry, said }: Candidate): number {
  const words =
    /\b(?:terminate|destroy|purge|wipe|erase|force|permanent(?:ly)?|dangerous|cascade|recursive|associated|all|bulk|batch|many|multiple|mass)\b/i;
  const named = `${entry.name} ${entry.path}`.replace(/([a-z])([A-Z])/g, "$1 $2");
  return Number(words.test(named) && !words.test(said.text) && effectOfOperation(entry) !== "read");
}
