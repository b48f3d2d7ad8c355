/** Units of measure: which is given, and which is wanted. */
import { OF_KIND, POSSIBLE } from "./fit-scores.ts";

/** `isPair` where a unit is said to come from and another to go to. */
export function unitScore(word: string, before: string, isPair: boolean): number {
  const isTarget = /\b(?:to|in|into|as)\s+$/i.test(before);
  if (/\b(?:value|amount|date|id)\b/.test(word)) return 0;
  if (/^(?:to|target|to unit|to type|unit to)\b/.test(word)) return isTarget ? OF_KIND : 0;
  if (!isPair && /^(?:from|source|to|target)s?$/.test(word)) return 0;
  if (/^(?:from|source|from unit|from type|unit from)\b/.test(word)) return isTarget ? 0 : OF_KIND;
  return /\bunits?\b/.test(word) && !isTarget ? POSSIBLE : 0;
}
