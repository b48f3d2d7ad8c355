/**
 * Which texts have been met. Beyond a few they are known by 128 bits of their SHA-256: kept themselves they would take as
 * much room as all rows.
 */
import { hash } from "node:crypto";

export interface KnownTexts {
  /** Whether it is the first of its kind. */
  add(text: string): boolean;
  readonly count: number;
}

/** So many characters are kept as they are, which is quicker. */
const FEW_CHARACTERS = 65_536;

export function knownTexts(): KnownTexts {
  const few = new Set<string>();
  let characters = 0;
  let many: KnownTexts | undefined;
  return {
    add(text) {
      if (many !== undefined) return many.add(text);
      if (few.has(text)) return false;
      few.add(text);
      characters += text.length;
      if (characters > FEW_CHARACTERS) {
        many = knownDigests();
        for (const each of few) many.add(each);
        few.clear();
      }
      return true;
    },
    get count() {
      return many?.count ?? few.size;
    },
  };
}

const WORDS = 4;
const FIRST_SLOTS = 64;

function knownDigests(): KnownTexts {
  let slots = FIRST_SLOTS;
  let words = new Uint32Array(slots * WORDS);
  let count = 0;

  /** Where it stands, or where there is room for it: next to those of the same slot. A digest is never all zeros. */
  function place(digest: Uint32Array): number {
    let at = ((digest[0] ?? 0) % slots) * WORDS;
    while (!isFree(at) && !digest.every((word, index) => words[at + index] === word)) at = (at + WORDS) % words.length;
    return at;
  }

  function isFree(at: number): boolean {
    return words[at] === 0 && words[at + 1] === 0 && words[at + 2] === 0 && words[at + 3] === 0;
  }

  function grow(): void {
    const before = words;
    slots *= 2;
    words = new Uint32Array(slots * WORDS);
    for (let at = 0; at < before.length; at += WORDS) {
      const digest = before.subarray(at, at + WORDS);
      if (digest.some((word) => word !== 0)) words.set(digest, place(digest));
    }
  }

  return {
    add(text) {
      const digest = new Uint32Array(WORDS);
      const bytes = hash("sha256", text, "buffer");
      for (let index = 0; index < WORDS; index++) digest[index] = bytes.readUInt32LE(index * 4);
      const at = place(digest);
      if (!isFree(at)) return false;
      words.set(digest, at);
      count++;
      if (2 * count > slots) grow();
      return true;
    },
    get count() {
      return count;
    },
  };
}
