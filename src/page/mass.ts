/** How much of a part of a page reads like sentences, and how much is links: what all judgements of it rest on. */
import { collectRuns, type Run } from "./runs.ts";
import type { Element } from "./tree.ts";

/** Characters of the text in an element. */
export interface Mass {
  text: number;
  linked: number;
  /** Of runs that read like sentences, without their links. */
  prose: number;
}

const NOTHING: Mass = { text: 0, linked: 0, prose: 0 };
const SHORTEST_PROSE = 25;
/** A shorter run is a sentence only if it ends like one. */
const LONG_RUN = 80;
const END = /(?<!\W)\W+$/;
const SENTENCE_END = /[.!?…:;。！？"”»]/;

export function proseLength({ text, linked }: Run): number {
  const { length } = text;
  if (length < SHORTEST_PROSE || linked > length * 0.5) return 0;
  return length < LONG_RUN && !SENTENCE_END.test(END.exec(text)?.[0] ?? "") ? 0 : length - linked;
}

/** The masses of a tree as it stands now. */
export function weigh(root: Element): (element: Element) => Readonly<Mass> {
  const masses = new Map<Element, Mass>();
  for (const run of collectRuns(root)) {
    const prose = proseLength(run);
    for (let each: Element | undefined = run.block; each !== undefined; each = each.parent) {
      let mass = masses.get(each);
      if (mass === undefined) masses.set(each, (mass = { ...NOTHING }));
      mass.text += run.text.length;
      mass.linked += run.linked;
      mass.prose += prose;
    }
  }
  return (element) => masses.get(element) ?? NOTHING;
}
