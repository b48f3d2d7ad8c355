/** Colours by their English names: "a white background", "in red". */
import { listOf, textOf } from "../../../text/foreign.ts";
import type { Slot } from "../../slots/slots.ts";
import { spellOut } from "../../slots/spelled-names.ts";

/** The basic colours of CSS with some that people name as often, as CSS has them. */
const HEX: ReadonlyMap<string, string> = new Map(
  (
    "black=000000 white=ffffff red=ff0000 green=008000 blue=0000ff yellow=ffff00 orange=ffa500 purple=800080 pink=ffc0cb " +
    "gray=808080 grey=808080 brown=a52a2a cyan=00ffff magenta=ff00ff navy=000080 teal=008080 gold=ffd700 silver=c0c0c0 lime=00ff00"
  )
    .split(" ")
    .map((pair) => pair.split("=") as [string, string]),
);
const NAMES = [...HEX.keys()].join("|");

const OF_BACKGROUND = /^(?:bg|background)(?: colou?r)?$/;
const OF_COLOR = /^(?:label |tag |text |main )?colou?r$/;
const BACKGROUND = new RegExp(
  `(?<!\\p{L})(${NAMES})(?= (?:background|bg)(?!\\p{L}))|(?<=\\b(?:background|bg)(?: colou?r)?:? (?:(?:in|is|of|to) )?)(${NAMES})(?!\\p{L})`,
  "iu",
);
const COLOR = new RegExp(
  `(?<=\\b(?:in|colou?r(?:ed)?:?(?: (?:is|to|as|of))?) )(${NAMES})(?!\\p{L}| \\p{L})|(?<!\\p{L})(${NAMES})(?= colou?r(?!\\p{L}))`,
  "iu",
);

/** As the slot takes it: by its name, or as a machine writes it where the description says so. */
export function colorOf(slot: Slot, text: string): { readonly sent: unknown; readonly word: string } | undefined {
  const name = spellOut(slot.name);
  const pattern = OF_BACKGROUND.test(name) ? BACKGROUND : OF_COLOR.test(name) ? COLOR : undefined;
  const word = pattern?.exec(text)?.slice(1).find(Boolean)?.toLowerCase();
  if (word === undefined) return undefined;
  const members = listOf(slot.schema.enum).map(String);
  if (members.length > 0) {
    const sent = members.find((one) => one.toLowerCase() === word);
    return sent === undefined ? undefined : { sent, word };
  }
  return { sent: written(word, textOf(slot.schema.description)), word };
}

/** "ff0000" where six digits are told of, with "#" where that is not left out. */
function written(word: string, about: string): string {
  const hex = HEX.get(word);
  if (hex === undefined || !/\bhex/i.test(about) || /\bcolou?r names?\b/i.test(about)) return word;
  return /#/.test(about) && !/\bwithout\b/i.test(about) ? `#${hex}` : hex;
}
