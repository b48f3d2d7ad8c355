/** Requests that bring data along to be turned into another format. */
import { markdownTable } from "./markdown-table.ts";
import type { Intents, QuotedData, IntentReading, Utterance } from "../../src/runtime/intents.ts";

/** Verbs that mean nothing else, even beside a wish to clean. */
const CERTAIN = /\b(?:convert\w*|transform\w*|turn|export|konvertier\w*|conviert\w*)\b/;
const NAMED = /\b(?:json|csv|xml|tsv|ndjson|jsonl|ya?ml|markdown)\b/;
const TARGET =
  /(?:\b(?:to|into|as|in|nach|en|als|out|a|zu)\s+(?:a\s+|an\s+|valid\s+|structured\s+)*|(?:->|=>|→)\s*)(json|csv)\b/g;

export const intents: Intents = { cues: ["convert"], read };

function read(utterance: Utterance): IntentReading[] {
  const { data, said } = utterance;
  if (data === undefined || data.format === "text") return [];
  const isNamed = NAMED.test(said) || TARGET.test(said);
  return [conversion(utterance, data, !isNamed ? 0.65 : CERTAIN.test(said) ? 0.97 : 0.94)];
}

/** The format that is asked for; else the one that data of this format is usually wanted in. */
function conversion({ said }: Utterance, { text, format }: QuotedData, confidence: number): IntentReading {
  const asked = [...said.matchAll(TARGET)].at(-1)?.[1];
  const to = asked ?? (format === "json" ? "csv" : "json");
  return {
    payload: { from: isFoundByItself(text, format) ? "auto" : format, to, payload: text },
    confidence,
  };
}

/** What the converter names no format for, or takes for another one by its name. */
function isFoundByItself(text: string, format: QuotedData["format"]): boolean {
  return format === "text" || format === "yaml" || (format === "csv" && markdownTable(text) !== undefined);
}
