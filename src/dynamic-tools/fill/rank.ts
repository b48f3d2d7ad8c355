/** Of slots that fit a value alike, the one that was spoken of: by its own words, or by those of what holds it. */
import { stemOf } from "../../catalog/words/stem.ts";
import { wordsOf } from "../../catalog/words/words.ts";
import { WRAPPER } from "../slots/names.ts";
import { isDeprecated, type Slot } from "../slots/slots.ts";
import { spellOut } from "../slots/spelled-names.ts";

/** For each of a slot's words where it has several and all were said. */
const SAID = 0.004;
/** An optional object that nobody spoke of. */
const UNSPOKEN_HOLDER = 0.1;

/** What another slot took the place of. */
const DEPRECATED = 0.05;

/** What is added to the rank of a slot. */
export function speakingOf(text: string): (slot: Slot) => number {
  const isSaid = wordsSaid(text);
  return (slot) => {
    const words = spellOut(slot.name).split(" ");
    const spoken = words.filter(isSaid).length;
    const own = words.length === 1 ? 0 : spoken === 0 ? -SAID : 2 * spoken > words.length ? SAID * spoken : 0;
    return own - (isOfUnspokenHolder(slot, isSaid) ? UNSPOKEN_HOLDER : 0) - (isDeprecated(slot) ? DEPRECATED : 0);
  };
}

/** Whether a word was said, in any of its forms. */
export function wordsSaid(text: string): (word: string) => boolean {
  const said = new Set(wordsOf(text).map((word) => stemOf(word)));
  return (word) => said.has(stemOf(word));
}

/** It stands in an object that need not be given and that nobody spoke of. */
export function isOfUnspokenHolder({ place, path, needed }: Slot, isSaid: (word: string) => boolean): boolean {
  const holders = path.slice(0, -1).filter((one) => one !== "0" && !WRAPPER.test(one));
  const isSpoken = (holder: string) => {
    const words = spellOut(holder).split(" ");
    // Who creates something says nothing of who it was "created by".
    return words.some(isSaid) && (words.at(-1) !== "by" || isSaid("by"));
  };
  return place === "body" && !needed && holders.length > 0 && !holders.some(isSpoken);
}
