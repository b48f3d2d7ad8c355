/** Judges patterns: whether matching takes time that grows with the text and no faster. */
import { check } from "recheck";
import type { Pattern } from "./literals.ts";

export type Verdict =
  | { readonly state: "linear" }
  /** `attack` is the text that shows it, as JavaScript. */
  | { readonly state: "costly"; readonly complexity: string; readonly attack: string }
  | { readonly state: "unknown" };

const TIMEOUT_MS = 15_000;
const LONG_TIMEOUT_MS = 60_000;
/** What repeats without end; without that, no text is too long. In a character set these are characters. */
const ENDLESS = /[*+]|\{\d+,\}/;

export async function judge({ source, flags }: Pattern): Promise<Verdict> {
  if (!ENDLESS.test(withoutSets(source))) return { state: "linear" };
  let found = await check(source, flags, { timeout: TIMEOUT_MS, recallTimeout: -1 });
  // A busy machine runs out of time with the exact method, and the other one guesses.
  if (found.status !== "safe" && found.checker !== "automaton")
    found = await check(source, flags, { timeout: LONG_TIMEOUT_MS, recallTimeout: -1 });
  if (found.status === "safe") return { state: "linear" };
  if (found.status === "unknown") return { state: "unknown" };
  return { state: "costly", complexity: found.complexity.summary, attack: found.attack.pattern };
}

function withoutSets(source: string): string {
  return source.replace(/\\./gs, "").replace(/\[[^\]]*\]/g, "");
}
