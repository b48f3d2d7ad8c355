/**
 * What is asked, where something else is said before it: "before you remove the droplet 5, show me its backups", "close the
 * dispute 5? show it to me first". What only shows is put in front, so that the first verb is the one that is meant.
 */
import { effectOf, isVerb } from "../verbs/verbs.ts";

const SUBORDINATE =
  /^(?:before|after|once|when|while|as soon as|since|because|as|if|unless|although|though|in case|bevor|ehe|wenn|falls|nachdem|antes de|avant de|avant que|si|prima di|instead of|rather than|(?:an)?statt|en (?:vez|lugar) de|au lieu de|em vez de|invece di)\s([^,;.!?"]{3,160}),\s/iu;
/** "Did it arrive? …" asks as well: a question that begins with a verb of doing suggests it, and leaves it open. */
const SUGGESTED = /^[^.!?"]{3,160}\?\s/u;

export function withMainClauseFirst(wish: string): string {
  const text = wish.trim();
  const before = (SUBORDINATE.exec(text) ?? SUGGESTED.exec(text))?.[0];
  if (before === undefined) return wish;
  const rest = text.slice(before.length).trim().replace(/[.!]$/, "");
  const first = /^(?:please |then |first |just )?(\p{L}+)/iu.exec(rest)?.[1] ?? "";
  if (!isVerb(first) || effectOf(rest) !== "read" || effectOf(before) === "read") return wish;
  const end = before.trimEnd();
  return `${rest}${end.endsWith("?") ? ". " : ", "}${end.replace(/,$/, "")}`;
}
