/**
 * How entries word what they do: the first words of each path, name and description, in order. Postings tell who says a
 * word; these tell which words stand side by side, and how much is said besides. A word is a code of 16 bits, as the few that
 * are compared are seldom taken for another, and three megabytes hold all.
 */
import { stemOf } from "../words/stem.ts";
import { STOP_WORDS } from "../words/stop-words.ts";
import { pathWords, wordsOf } from "../words/words.ts";
import type { Facts } from "./facts.ts";
import type { Segments } from "./segments.ts";

export interface Wordings {
  /** Codes of the words of its path, of its name and of its description, with FIELD_END between them. */
  of(id: number): Uint16Array;
}

/** No word has this code. */
export const FIELD_END = 0;
/** Of each so many words that are no fillers: with 24 every figure is within 0.2, sentences of four words lose 1 of MRR. */
export const MAX_WORDS = 16;

/** FNV-1a, folded to 1 to 65,535. */
export function codeOf(stem: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < stem.length; at++) value = Math.imul(value ^ stem.charCodeAt(at), 0x01000193);
  return ((((value >>> 16) ^ value) & 0xffff) % 0xffff) + 1;
}

export function wordingOf({ path, name, description }: Worded): number[] {
  return [...codesOf(pathWords(path)), FIELD_END, ...codesOf(name), FIELD_END, ...codesOf(description)];
}

export interface Worded {
  readonly path: string;
  readonly name: string;
  readonly description: string;
}

function codesOf(text: string): number[] {
  const words = wordsOf(text).filter((word) => !STOP_WORDS.has(word));
  return words.slice(0, MAX_WORDS).map((word) => codeOf(stemOf(word)));
}

export function loadWordings(facts: Facts, segments: Segments): Wordings {
  const { living } = segments;
  const lengths = segments.byId(new Uint8Array(living), ({ name }) => facts.bytes(`${name}wording_lengths`));
  const starts = new Uint32Array(living + 1);
  for (let place = 0; place < living; place++) starts[place + 1] = starts[place]! + lengths[place]!;
  const codes = new Uint16Array(starts[living]!);
  for (const { name, ids, size } of segments.all) {
    const stored = new Uint16Array(facts.bytes(`${name}wordings`).slice().buffer);
    const storedLengths = facts.bytes(`${name}wording_lengths`);
    for (let place = 0, from = 0; place < size; place++) {
      const to = from + storedLengths[place]!;
      const id = ids === undefined ? place + 1 : ids[place]!;
      if (id !== 0) codes.set(stored.subarray(from, to), starts[id - 1]);
      from = to;
    }
  }
  return { of: (id) => codes.subarray(starts[id - 1], starts[id]) };
}
