/** "with highlighting" of a flag that "enables highlighting in search results": what its description says that it does. */
import { stemOf } from "../../../catalog/words/stem.ts";
import { STOP_WORDS } from "../../../catalog/words/stop-words.ts";
import { wordsOf } from "../../../catalog/words/words.ts";
import { textOf } from "../../../text/foreign.ts";
import { isAside, type Slot } from "../../slots/slots.ts";
import type { WishContext } from "../../words/wish/wish-context.ts";
import { flagFormsOf } from "./flag-forms.ts";
import { isDenied, signOf } from "./flag-polarity.ts";
import { clausesOf } from "./phrases.ts";

/** A thing that shall be there or not, or alone. */
interface Shown {
  readonly stems: readonly string[];
  readonly word: string;
  readonly is: boolean;
  readonly isOnly: boolean;
}

interface DescribedFlag {
  readonly slot: Slot;
  readonly sent: unknown;
  readonly word: string;
}

/** What two flags are described by says nothing of either. */
export function describedFlags(slots: Iterable<Slot>, { own }: WishContext, text: string): DescribedFlag[] {
  const shown = shownIn(text, own);
  if (shown.length === 0) return [];
  const flags = [...slots].flatMap((slot) => {
    const forms = isAside(slot) ? undefined : flagFormsOf(slot);
    const about = textOf(slot.schema.description).slice(0, MAX_DESCRIPTION);
    return forms === undefined || about === "" ? [] : [{ slot, forms, about }];
  });
  return shown.flatMap((thing) => {
    const found = flags.flatMap(({ slot, forms, about }) => {
      const is = turnedBy(thing, about);
      return is === undefined ? [] : [{ slot, sent: is ? forms.on : forms.off, word: thing.word }];
    });
    return found.length === 1 ? found : [];
  });
}

const MAX_DESCRIPTION = 240;
const MAX_WORDS = 3;

/** The longest things first, so that "price history" goes before "history". */
function shownIn(text: string, own: ReadonlySet<string>): Shown[] {
  const found: Shown[] = [];
  for (const clause of clausesOf(text)) {
    const words = clause.filter((word) => word !== "ones");
    for (let length = MAX_WORDS; length > 0; length--)
      for (let from = 0; from + length <= words.length; from++) {
        const thing = words.slice(from, from + length);
        if (thing.some((word) => STOP_WORDS.has(word) || /\d/.test(word)) || thing.every((word) => own.has(word)))
          continue;
        const before = ` ${words.slice(0, from).join(" ")}`;
        const behind = words.slice(from + length).join(" ");
        const is = signOf(before, behind);
        if (is === undefined) continue;
        const isOnly = / (?:only|just)$/.test(before) || /^only\b/.test(behind);
        found.push({ stems: thing.map((word) => stemOf(word)), word: thing.join(" "), is, isOnly });
      }
  }
  return found;
}

const DOES =
  /\b(enable|include|populate|embed|show|return|add|calculate|retrieve|expand|display|get|exclude|hide|remove|disable|omit|skip|suppress|strip|leave out)(?:s|d|es)? (?:the |an? |any |all |only )?([^.,;:()]{3,80})/giu;
const TAKES_OUT = /^(?:exclude|hide|remove|disable|omit|skip|suppress|strip|leave out)$/i;
const THING_END =
  / (?:in|of|for|to|with|on|from|when|that|which|into|by|as|if|at|per|while|whose|should|will|is|are|be)(?= |$)/i;

/** Whether it is on where a thing shall be there, or not be there; `undefined` where it is not about it. */
function turnedBy({ stems, is, isOnly }: Shown, about: string): boolean | undefined {
  if (isOnly) return isNarrowedTo(stems, about) ? true : undefined;
  for (const [, verb = "", object = ""] of about.matchAll(DOES)) {
    const [phrase = ""] = object.split(THING_END, 1);
    if (!phrase.split(/ and | or |\//).some((one) => endsWith(one, stems))) continue;
    if (!TAKES_OUT.test(verb)) return is;
    return is ? undefined : true;
  }
  return undefined;
}

function endsWith(phrase: string, stems: readonly string[]): boolean {
  const own = wordsOf(phrase).map((word) => stemOf(word));
  return own.slice(-stems.length).join(" ") === stems.join(" ");
}

const NARROWS = /\b(?:only|filter|limit|restrict)/i;

/** "Filter by emails that were deactivated", where only deactivated ones are wanted. */
function isNarrowedTo(stems: readonly string[], about: string): boolean {
  const [first = ""] = about.split(/\.\s/, 1);
  if (!NARROWS.test(first)) return false;
  const words = wordsOf(first);
  const at = words.findIndex((_, from) => stems.every((stem, next) => stemOf(words[from + next] ?? "") === stem));
  return at >= 0 && !isDenied(` ${words.slice(0, at).join(" ")}`, "");
}
