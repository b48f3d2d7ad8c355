/**
 * Writes the FTS5 expression. Any word may match (OR), but to look at every entry that says "list" would be slow, so
 * the rarest words decide who is a candidate, and the others only add to a candidate's score.
 */
import type { Term } from "./vocabulary.ts";

const GATE_SHARE = 0.15;
const MAX_GATE_TERMS = 16;
const MAX_OTHER_TERMS = 16;

/** `undefined` when there is no term. `living` is the number of indexed entries. */
export function matchExpression(terms: readonly Term[], living: number): string | undefined {
  const byRarity = terms.toSorted((a, b) => a.entries - b.entries);
  const [rarest] = byRarity;
  if (rarest === undefined) return undefined;
  const gate: Term[] = [];
  let postings = 0;
  for (const term of byRarity) {
    postings += term.entries;
    if (gate.length > 0 && (postings > GATE_SHARE * living || gate.length === MAX_GATE_TERMS)) break;
    gate.push(term);
  }
  const others = byRarity.slice(gate.length, gate.length + MAX_OTHER_TERMS);
  const any = anyOf(gate);
  return others.length === 0 ? any : `(${any}) AND (${anyOf([...gate, ...others])})`;
}

function anyOf(terms: readonly Term[]): string {
  return terms.map(({ word }) => `"${word.replaceAll('"', '""')}"`).join(" OR ");
}
