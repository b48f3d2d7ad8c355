/** Requests for the actor to take. */
import type { Intents, IntentReading, Utterance } from "../../src/runtime/intents.ts";
import { lineOf } from "../../src/utterance/line.ts";
import { phrase } from "../../src/utterance/words.ts";

const ROUTE = [
  /\b(?:route|dispatch|map|forward|direct|assign|match)\b.{0,40}\b(?:actors?|intents?|request|router)\b[^:]*?(?::|-)\s*([^]+)$/i,
  /\b(?:which|what)\s+(?:(?:one )?of (?:your|the|these)\s+)?actors?\b\s*(?:should|can|could|do|does|would|is|handles?|for|to|i|we|use|used|call|run|best|right|takes?|fits?)*(?:\s+(?:should|can|could|do|does|would|is|handles?|for|to|i|we|use|used|call|run|best|right|takes?|fits?)\b)*\s*([^]+)$/i,
  /\b(?:dispatch|route|send|pass)\b.{0,30}\bactor\b\s*[:,-]?\s*([^]+)$/i,
  /\b(?:pick|choose|select|decide(?: on)?|find)\s+(?:me\s+)?(?:the\s+|an?\s+)?(?:right|best|fitting|suitable)?\s*(?:actor|tool)\b\s*(?:for|to)?\s*[:,-]?\s*([^]+)$/i,
  /\bintent[ -]router\b\s*[:,-]?\s*([^]+)$/i,
];

export const intents: Intents = { read };

/** Asked which actor to take, the answer is that actor, where another rule knows it; this one is for the rest. */
function read({ text }: Utterance): IntentReading[] {
  const line = lineOf(text);
  for (const pattern of ROUTE) {
    const q = phrase(pattern.exec(line)?.[1] ?? "");
    if (q !== "") return [{ payload: { q }, confidence: 0.58 }];
  }
  if (!/\bactors?\b/i.test(line)) return [];
  const q = phrase(line.slice(line.indexOf(":") + 1));
  return q === "" ? [] : [{ payload: { q }, confidence: 0.5 }];
}
