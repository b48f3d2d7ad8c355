/** Who or what is taken out of something by its name: "remove bob from the channel". */
import { withMeanings } from "../../../catalog/words/loan-words.ts";
import { STOP_WORDS } from "../../../catalog/words/stop-words.ts";
import { wordsOf } from "../../../catalog/words/words.ts";
import { behindLabel } from "../service-label.ts";
import { isNumber, textBefore, type Value } from "../value.ts";
import { effectOfVerb } from "../verbs/verb-effects.ts";
import type { Wish } from "./wish.ts";

/**
 * Without an article, but for "a ana" and "o bob", as Spanish and Portuguese say. A bare "de" says what of: "base de datos".
 */
const TAKEN_BY_NAME: readonly RegExp[] = [
  /^\W{0,3}(?:please\s|bitte\s)?\p{L}{2,20}\s((?:[\p{L}\d'’-]{2,30}\s){1,2})(?:from|off|out of|von|vom|aus)\s/iu,
  /^\W{0,3}\p{L}{2,20}\s(?:[ao]\s)?((?:[\p{L}\d'’-]{2,30}\s){1,2})(?:del|de l[ao]s?|du|des|d[ao]s?|dal|dall[aoe]|dai|dagli)\s/iu,
  /^\W{0,3}\p{L}{2,20}\s((?:[\p{L}\d'’-]{2,30}\s){1,2})(?:de l|dall)['’]/iu,
];

/** "delete it", "borrar todo": nobody says what. `todo` is a thing in English alone. */
export function deletesNothingSaid({
  effect,
  plain,
  verb,
  values,
}: Pick<Wish, "effect" | "plain" | "verb" | "values">) {
  if (effect !== "delete" || values.length > 0) return false;
  const isEnglish = effectOfVerb(verb) !== undefined;
  const named = wordsOf(plain).filter((word) => word !== verb && (namesThing(word) || (isEnglish && word === "todo")));
  return named.every((word) => STOP_WORDS.has(word));
}

/** Its words. */
export function takenOut({ text, effect }: Pick<Wish, "text" | "effect">): readonly string[] {
  const request = behindLabel(text);
  if (effect !== "delete" && !UNDONE.test(request)) return [];
  const found = TAKEN_BY_NAME.map((pattern) => pattern.exec(request)?.[1]).find((one) => one !== undefined);
  const names = (found ?? "").split(" ").filter((word) => !OPAQUE.test(word));
  return wordsOf(names.join(" ")).filter(namesThing);
}

/** "unassign bob from the issue". */
const UNDONE = /^\W{0,3}(?:please\s)?un(?:assign|invite|enrol{1,2}|share|link)\s/iu;

/** What only a machine calls a thing by names nobody. */
const OPAQUE = /^(?=\p{L}*\d)(?=\d*\p{L})[\p{L}\d]{12,}$/u;

/** "follow gaearon on github": at the end, or before where. */
const DONE_TO_SOMEBODY =
  /^\W{0,3}(?:please\s)?(?:un)?(?:follow|block|mute|ban)\s([a-z][\w-]{2,38})(?:\s(?:on|at|in|from)\s[\w.-]{2,30})?[.!]?$/;

/** Who is followed, blocked, muted or banned by his name. */
export function doneTo(text: string): string | undefined {
  const name = DONE_TO_SOMEBODY.exec(behindLabel(text))?.[1];
  return name === undefined || !namesThing(name) || OF_PEOPLE.has(name) ? undefined : name;
}

const OF_PEOPLE = new Set("user users people everyone everybody nobody account accounts member members".split(" "));

const TAKEN_FILE =
  /^\W{0,3}(?:please\s|bitte\s)?\p{L}{2,20}\s[\w./-]{1,80}\.[a-z]{1,4}\s(?:from|von|vom|aus|del?|du|d[ao]|dal)\s/iu;

/** "delete reports/may.csv from the bucket": a file, and nothing else of the bucket. */
export function takesFile({ text, effect }: Pick<Wish, "text" | "effect">): boolean {
  return effect === "delete" && TAKEN_FILE.test(behindLabel(text));
}

/** "from channel C4", "de la incidencia 42": the words before the id of what something is taken out of. */
const FROM =
  /(?:^|\s)(?:(?:from|off|out of|von|vom|aus|del|de|du|des|d[ao]s?|dal|dall[ao]|dai|della?)\s|(?:de l|dall|dell)['’])(?:\p{L}{1,20}\s){1,3}$/iu;
const TAKES = /^(?:remove|take|kick|expel)$/;

/**
 * The id of what something is removed from, behind the ids of what is; none where nothing is, or where it is deleted and
 * only stands there.
 */
export function takenFrom({ text, effect, verb, values }: Wish): readonly Value[] {
  if (effect !== "delete") return [];
  const ids = values.filter((value) => value.kind === "id" || isNumber(value));
  const from = ids.find((one) => FROM.test(textBefore(one, text)));
  if (from === undefined) return [];
  // "delete the comment 881 from issue 42": the comment is told by its own id.
  const told = ids.filter(({ start }) => start < from.start);
  const takes = withMeanings(verb).some((one) => TAKES.test(one));
  return told.length > 0 && !takes ? [] : [...told.filter(({ kind }) => kind === "id"), from];
}

/** Not so "all of it". */
export function namesThing(word: string): boolean {
  return !OF_ANY.has(word);
}

const OF_ANY = new Set(
  (
    "one any each some none both half part rest everything anything all me my the this that it them him her us " +
    "todo todos toda todas tudo tout tous toutes tutto tutti tutte el la los las le les lo il gli os as"
  ).split(" "),
);
