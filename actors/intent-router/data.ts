/** Requests that bring data along: to be cleaned, or to be turned into another format. */
import { parseJson } from "../../src/runtime/json.ts";
import type { QuotedData } from "./quoted.ts";
import { fold, type Proposal, type Rule, type Wish } from "./wish.ts";

const CLEAN =
  /\b(?:clean\w*|saniti[sz]\w*|de-?dup\w*|duplicates?|strip\w*|normali[sz]\w*|tid(?:y|ied)|scrub|rid of|remov\w+|delete|unescape|empty|entities|markup|whitespace|uniq\w*|nulls?|bereinig\w*|saubere?\w*|limpi\w+|nettoie\w*|nettoyer|pulisc\w*)\b/;
/** Verbs that mean nothing else, even beside a wish to clean. */
const CERTAIN = /\b(?:convert\w*|transform\w*|turn|export|konvertier\w*|conviert\w*)\b/;
const NAMED = /\b(?:json|csv|xml|tsv|ndjson|jsonl)\b/;
const TARGET =
  /(?:\b(?:to|into|as|in|nach|en|als|out|a|zu)\s+(?:a\s+|an\s+|valid\s+|structured\s+)*|(?:->|=>|→)\s*)(json|csv)\b/g;

export const routeData: Rule = (wish) => {
  const { data, said } = wish;
  if (data === undefined) return [];
  const proposals: Proposal[] = [];
  if (CLEAN.test(said)) proposals.push(cleaning(wish, data));
  const isNamed = NAMED.test(said) || TARGET.test(said);
  if (data.format !== "text") {
    proposals.push(conversion(wish, data, !isNamed ? 0.65 : CERTAIN.test(said) ? 0.97 : 0.94));
  }
  return proposals;
};

function cleaning({ text }: Wish, data: QuotedData): Proposal {
  const rows = data.format === "json" ? parseJson(data.text) : undefined;
  if (Array.isArray(rows)) return { actor: "data-clean", payload: { items: rows }, confidence: 0.95 };
  if (typeof rows === "object") return { actor: "data-clean", payload: { items: [rows] }, confidence: 0.95 };
  const whole = data.format === "xml" ? withSurroundings(text, data) : data.text;
  return { actor: "data-clean", payload: { text: whole }, confidence: 0.95 };
}

/** Text with markup in it need not begin with its first tag, nor end with its last: what is no instruction belongs to it. */
function withSurroundings(text: string, data: QuotedData): string {
  if (data.end - data.start !== data.text.length) return data.text; // It was quoted, and so is whole.
  const colon = text.lastIndexOf(": ", data.start);
  const behind = text.slice(data.end);
  const isInstruction = CLEAN.test(fold(behind)) || /^\W*(?:(?:please|bitte|thanks)\W*)?$/i.test(behind);
  return text.slice(colon === -1 ? data.start : colon + 2, isInstruction ? data.end : undefined).trim();
}

/** The format that is asked for; else the one that data of this format is usually wanted in. */
function conversion({ said }: Wish, { text, format }: QuotedData, confidence: number): Proposal {
  const asked = [...said.matchAll(TARGET)].at(-1)?.[1];
  const to = asked ?? (format === "json" ? "csv" : "json");
  return {
    actor: "data-convert",
    payload: { from: format === "text" ? "auto" : format, to, payload: text },
    confidence,
  };
}
