/** How much of a part of a page reads like sentences, and how much is links: what all judgements of it rest on. */
import { textBlocks, type TextBlock } from "./text-blocks.ts";
import type { Element } from "./tree.ts";

/** Characters of the text in an element. */
export interface TextDensity {
  text: number;
  linked: number;
  /** Of runs that read like sentences, without their links. */
  prose: number;
}

const NOTHING: TextDensity = { text: 0, linked: 0, prose: 0 };
const SHORTEST_PROSE = 25;
/** A shorter block is a sentence only if it ends like one. */
const LONG_RUN = 80;
const END = /(?<!\W)\W+$/;
const SENTENCE_END = /[.!?…:;。！？"”»]/;

export function proseLength({ block, text, linked }: TextBlock): number {
  const { length } = text;
  if (block.tag === "pre" || length < SHORTEST_PROSE || linked > length * 0.5) return 0;
  return length < LONG_RUN && !SENTENCE_END.test(END.exec(text)?.[0] ?? "") ? 0 : length - linked;
}

/** The densities of a tree as it stands now. */
export function textDensity(root: Element): (element: Element) => Readonly<TextDensity> {
  const densities = new Map<Element, TextDensity>();
  for (const block of textBlocks(root)) {
    const prose = proseLength(block);
    for (let each: Element | undefined = block.block; each !== undefined; each = each.parent) {
      let sum = densities.get(each);
      if (sum === undefined) densities.set(each, (sum = { ...NOTHING }));
      sum.text += block.text.length;
      sum.linked += block.linked;
      sum.prose += prose;
    }
  }
  return (element) => densities.get(element) ?? NOTHING;
}
