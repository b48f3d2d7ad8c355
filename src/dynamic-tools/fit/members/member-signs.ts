/** "with their profiles" of `include`, "only tv", "not just the latest", "no updates": members that the words around them ask for or deny. */
import { STOP_WORDS } from "../../../catalog/words/stop-words.ts";
import { splitIdentifier, wordsOf } from "../../../catalog/words/words.ts";
import type { WishContext } from "../../words/wish/wish-context.ts";
import { isAside, type Slot, takesSeveral } from "../../slots/slots.ts";
import { spellOut } from "../../slots/spelled-names.ts";
import { isDenial, signOf } from "../flags/flag-polarity.ts";
import { inOtherWords } from "../flags/flag-phrases.ts";
import { phraseIn, sentencesOf } from "../flags/phrases.ts";

/** What is shown beside the thing itself. */
export const SHOWS = /^(?:includes?|expand|embed|extend|append|populate|mixin|with)(?: (?:fields?|relations?))?$/;
const IS_NONE = /^(?:none|never|no)$/i;

export function memberBySign(
  slot: Slot,
  members: readonly string[],
  context: WishContext,
): { readonly sent: unknown; readonly word: string } | undefined {
  if (isAside(slot)) return undefined;
  const { text } = context.said;
  const sentences = sentencesOf(text);
  const shows = SHOWS.test(spellOut(slot.name));
  const isArray = slot.schema.type === "array";
  const alone = shows ? [] : aloneIn(members, text);
  // "just funding and news" wants both.
  const isOfAll = shows || (isArray && alone.length > 0);
  const asked = isOfAll ? members.filter((one) => isWanted(one, sentences)) : alone;
  const [first] = asked;
  if (first !== undefined && (isOfAll || asked.length === 1)) {
    const isList = isArray || (shows && slot.schema.enum === undefined && takesSeveral(slot));
    return { sent: isList ? asked : asked.length === 1 ? first : undefined, word: asked.map(inWords).join(" ") };
  }
  const other = otherThanDenied(members, text);
  if (other !== undefined) return other;
  const none = members.find((one) => IS_NONE.test(one));
  const denied = none === undefined ? undefined : inOtherWords(spellOut(slot.name), context, text);
  return denied?.is === false ? { sent: none, word: denied.word } : undefined;
}

function inWords(member: string): string {
  return wordsOf(splitIdentifier(member)).join(" ");
}

function isWanted(member: string, sentences: ReturnType<typeof sentencesOf>): boolean {
  const found = phraseIn(sentences, inWords(member).split(" "));
  return found !== undefined && signOf(found.before, found.behind) === true;
}

/** "only tv", "sms only". */
function aloneIn(members: readonly string[], text: string): readonly string[] {
  const words = ` ${wordsOf(text).join(" ")} `;
  if (!/ (?:only|just) /.test(words)) return [];
  return members.filter((member) => {
    const own = inWords(member);
    return [` only ${own} `, ` just ${own} `, ` ${own} only `, ` ${own} ones only `].some((one) => words.includes(one));
  });
}

/** "not just the latest" of a list that has but one other. */
function otherThanDenied(
  members: readonly string[],
  text: string,
): { readonly sent: string; readonly word: string } | undefined {
  const [one, two] = members;
  if (one === undefined || two === undefined || members.length > 2) return undefined;
  const words = ` ${wordsOf(text).join(" ")} `;
  const denied = members.filter((member) => {
    const at = words.indexOf(` ${inWords(member)} `);
    return at >= 0 && isDenial(words.slice(0, at).replace(/ (?:just|only|merely)( the)?$/, "$1"));
  });
  if (denied.length !== 1) return undefined;
  return { sent: denied[0] === one ? two : one, word: inWords(denied[0] ?? "") };
}

const LONG_WORD = 4;

/** "broadcast from Germany" of `broadcast_location` with "eu_germany": a part that no other member has, where the name was said too. */
export function memberInPart(
  { name }: Slot,
  members: readonly string[],
  { said, own }: WishContext,
): { readonly sent: string; readonly word: string } | undefined {
  const names = wordsOf(spellOut(name)).filter((word) => word.length >= LONG_WORD && !own.has(word));
  const told = sentencesOf(said.text).filter((words) => names.some((one) => words.includes(one)));
  if (told.length === 0) return undefined;
  const parts = members.map((member) => ({ member, words: inWords(member).split(" ") }));
  for (const words of told) {
    const found = words
      .filter((word) => word.length >= LONG_WORD && !own.has(word) && !names.includes(word) && !STOP_WORDS.has(word))
      .flatMap((word) => {
        const having = parts.filter((one) => one.words.length > 1 && one.words.includes(word));
        return having.length === 1 && having[0] !== undefined ? [{ sent: having[0].member, word }] : [];
      });
    if (found.length === 1) return found[0];
  }
  return undefined;
}
