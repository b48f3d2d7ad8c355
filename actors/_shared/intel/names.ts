/** The line and the names of a request about companies, people, places and things. */
import type { Utterance } from "../../../src/runtime/intents.ts";
import { phrase } from "../../../src/utterance/words.ts";

/** Words that are capitalised because a sentence begins with them. */
const OPENING =
  /^(?:What|Who|Whose|Which|When|Where|Why|How|Is|Are|Was|Were|Do|Does|Did|Can|Could|Please|Tell|Give|Show|Find|Get|Look|Lookup|Search|The|A|An|I|In|On|At|My|Any|Explain|Describe|Wer|Was|Wann|Wo|Qui|Quand|Quién|Dónde)\s+/u;

/** The longest run of capitalised words, without the one that only begins the sentence. */
export function properName(line: string): string | undefined {
  const runs = line.matchAll(
    /\p{Lu}[\p{L}\p{N}.'’&-]*(?:\s+(?:(?:of|the|de|da|van|von|der|del|la)\s+){0,2}\p{Lu}[\p{L}\p{N}.'’&-]*)*/gu,
  );
  const names = [...runs]
    .map(([run]) => phrase(run.replace(/'s$/, "").replace(OPENING, "")))
    .filter(
      (name) => name.length > 1 && /^\p{Lu}/u.test(name) && !/^(?:I'?m?|I've|TL;?DR|API|CSV|JSON|XML|URL)$/.test(name),
    );
  return names.toSorted((a, b) => b.length - a.length)[0];
}

/**
 * The request on one line, with what it quotes; `undefined` where it brings an address, since what stands there is not
 * looked up elsewhere.
 */
export function lineOf({ data, text, prose, urls }: Utterance): string | undefined {
  if (urls.some(({ isExplicit }) => isExplicit)) return undefined;
  return (data?.format === "text" || data === undefined ? text : prose)
    .replace(/\s+/g, " ")
    .replace(/[\u2018\u2019]/g, "'");
}
