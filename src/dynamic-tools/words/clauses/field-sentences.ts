/**
 * "Set the page size to 20. List my customers.": sentences that say what a field is, before the one that says what is wanted.
 * They are read behind it, as if they had been said so.
 */
import { isVerb } from "../verbs/verbs.ts";
import { parseWish } from "../wish/wish.ts";

/** What stands between two sentences. */
const BREAK = /(?<=[.!?]) {1,2}(?=\p{Lu})/u;
const OF_FIELD =
  /^(?:use [^.]{1,60} as (?:the|its) |for the [\p{L}\d_ ]{2,40},? (?:use|take) |the [\p{L}\d_ ]{2,40} (?:is|should be|must be|needs to be) )/iu;
/** By themselves they may be a deed as well: only who wants to be shown something changes nothing by them. */
const SETTING = /^(?:set|setze|setz) (?:the|die|das|den) [\p{L}\d_ ]{2,40} (?:to|auf) /iu;

export function withFieldsLast(text: string): string {
  const sentences = text.split(BREAK);
  const at = sentences.findIndex((one) => !OF_FIELD.test(one) && !SETTING.test(one));
  if (at < 1) return text;
  const [fields, rest] = [sentences.slice(0, at), sentences.slice(at)];
  const asked = rest[0] ?? "";
  const mayMove = fields.some((one) => SETTING.test(one))
    ? parseWish(asked, () => false).effect === "read"
    : isVerb(/^\p{L}+/u.exec(asked)?.[0] ?? "");
  return mayMove ? [...rest, ...fields].join(" ") : text;
}
