/** Of slots that fit a value alike, the one that was spoken of: by its own words, or by those of what holds it. */
import { stemOf } from "../../catalog/words/stem.ts";
import { wordsOf } from "../../catalog/words/words.ts";
import { type Slot, spellOut } from "../slots/slots.ts";

/** For each of a slot's words where it has several and all were said. */
const SAID = 0.004;
/** An optional object that nobody spoke of. */
const UNSPOKEN_HOLDER = 0.1;

/** What is added to the rank of a slot. */
export function speakingOf(text: string): (slot: Slot) => number {
  const said = new Set(wordsOf(text).map((word) => stemOf(word)));
  const isSaid = (word: string) => said.has(stemOf(word));
  return (slot) => {
    const words = spellOut(slot.name).split(" ");
    const spoken = words.filter(isSaid).length;
    const own = words.length === 1 ? 0 : spoken === 0 ? -SAID : 2 * spoken > words.length ? SAID * spoken : 0;
    const holders = slot.path.slice(0, -1).filter((one) => one !== "0");
    const isUnspoken =
      slot.place === "body" &&
      !slot.needed &&
      holders.length > 0 &&
      !holders.some((one) => spellOut(one).split(" ").some(isSaid));
    return own - (isUnspoken ? UNSPOKEN_HOLDER : 0);
  };
}
