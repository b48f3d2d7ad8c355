/** Requests that bring data along to be cleaned. */
import type { Intents, QuotedData, IntentReading, Utterance } from "../../src/runtime/intents.ts";
import { parseJson } from "../../src/runtime/json.ts";
import { foldProse } from "../../src/utterance/utterance.ts";

const CLEAN =
  /\b(?:clean\w*|saniti[sz]\w*|de-?dup\w*|duplicates?|strip(?:s|ped|ping)?|normali[sz]\w*|tid(?:y|ied)|scrub|rid of|remov\w+|delete|unescape|empty|entities|markup|whitespace|uniq\w*|nulls?|bereinig\w*|saubere?\w*|limpi\w+|nettoie\w*|nettoyer|pulisc\w*)\b/;

export const intents: Intents = {
  cues: ["duplicates", "deduplicate"],
  read: (utterance) =>
    utterance.data !== undefined && CLEAN.test(utterance.said) ? [cleaning(utterance, utterance.data)] : [],
};

function cleaning({ text }: Utterance, data: QuotedData): IntentReading {
  const rows = data.format === "json" ? parseJson(data.text) : undefined;
  if (Array.isArray(rows)) return { payload: { items: rows }, confidence: 0.95 };
  if (typeof rows === "object") return { payload: { items: [rows] }, confidence: 0.95 };
  const whole = data.format === "xml" ? withSurroundings(text, data) : data.text;
  return { payload: { text: whole }, confidence: 0.95 };
}

/** Text with markup in it need not begin with its first tag, nor end with its last: what is no instruction belongs to it. */
function withSurroundings(text: string, data: QuotedData): string {
  if (data.end - data.start !== data.text.length) return data.text; // It was quoted, and so is whole.
  const colon = text.lastIndexOf(": ", data.start);
  const behind = text.slice(data.end);
  const isInstruction = CLEAN.test(foldProse(behind)) || /^\W*(?:(?:please|bitte|thanks)\W*)?$/i.test(behind);
  return text.slice(colon === -1 ? data.start : colon + 2, isInstruction ? data.end : undefined).trim();
}
