/** "with eggs, spinach and feta": words that are told one after the other go where alone several are taken. */
import type { PlainWord } from "./plain-words.ts";
import { isAside, type Slot, takesSeveral } from "../slots/slots.ts";
import { spellOut } from "../slots/spelled-names.ts";

/** Two words may stand beside each other for another reason. */
const LEAST_WORDS = 3;
const JOINT = /^(?:, ?(?:and |or )?| (?:and|or|und|oder|y|o|et|ou|e) )$/i;
const NO_WORDS = /\b(?:ids?|uuids?|fields|expand|include|date|status|days|results|items|rows|records)$/;

export interface WordList {
  readonly slot: Slot;
  readonly sent: unknown;
  readonly words: readonly string[];
}

export function wordListOf(open: Iterable<Slot>, words: readonly PlainWord[], text: string): WordList | undefined {
  const slots = [...open].filter(
    (slot) =>
      takesSeveral(slot) && slot.schema.enum === undefined && !isAside(slot) && !NO_WORDS.test(spellOut(slot.name)),
  );
  const needed = slots.filter((slot) => slot.needed);
  const [slot, ...others] = needed.length > 0 ? needed : slots;
  if (slot === undefined || others.length > 0) return undefined;
  let run: PlainWord[] = [];
  for (const word of words) {
    const last = run.at(-1);
    const isNext = last !== undefined && JOINT.test(text.slice(last.end, word.start));
    if (!isNext && run.length >= LEAST_WORDS) break;
    run = !word.isPlain ? [] : isNext ? [...run, word] : [word];
  }
  if (run.length < LEAST_WORDS) return undefined;
  const said = run.map((one) => one.text);
  return { slot, sent: [slot.schema.type].flat().includes("array") ? said : said.join(","), words: said };
}
