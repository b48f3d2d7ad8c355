/** German says last what is to be done, where it is asked for or noted down: "(kannst du) die Karte 5 löschen". */
import { VERBS } from "../../../catalog/words/loans/verbs.ts";
import { GERMAN } from "../../../catalog/words/loan-words.ts";
import { foldLetters } from "../../../text/fold-letters.ts";
import { effectOf } from "../verbs/verbs.ts";

/** A thing that is told of stands first, and nothing that asks, and the verb stands last. */
const THING_FIRST =
  /^(\W{0,3}(?:[\p{L}\d.]{2,20}: ?)?)((?:(die|das|den|alle|(?:mein|unser|dies)e?[nrs]?)|(?:ein|neue)(?:e[nrs]?|[nrs])?)\s.{1,160}?)\s(\p{Ll}{3,20}n)([.!]{0,2}|(?:, (?:aber |und )?| aber | und )(?:nicht|keinesfalls)\s.{1,80})$/iu;
const NOT = /(?<!\p{L})(?:nicht|nichts|nie|kein\p{L}{0,2})(?!\p{L})/iu;

const INFINITIVES = new Set(
  VERBS.flatMap((line) => (line.split("|")[GERMAN + 1] ?? "").split(" ").filter((verb) => verb !== "")),
);

/** The text with that verb in front. Nothing new is deleted: "eine Aufgabe Datei löschen" may be called so. */
export function withVerbFirst(text: string): string {
  const [whole, label = "", thing = "", known, verb = "", end = ""] = THING_FIRST.exec(text) ?? [];
  if (whole === undefined || !INFINITIVES.has(foldLetters(verb).replaceAll("ß", "ss")) || NOT.test(thing)) return text;
  if (known === undefined && effectOf(verb) === "delete") return text;
  return `${label}${verb} ${thing.trim()}${end.length > 2 ? end : ""}`;
}
