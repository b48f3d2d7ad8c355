/** Requests for the category of an operation, or of what stands at an address. */
import type { Intents, IntentReading, Utterance } from "../../src/runtime/intents.ts";

const CLASSIFY =
  /\b(?:categor\w+|classif\w+|kategor\w+|taxonomy|what (?:kind|type|sort) of (?:api|service|site|provider)|klassifizier\w*|einordnen|which section|clasific\w+|classe[rz]?)\b/;
const SLUG_NAMED = /\bslug\b[\s:="'`]*([a-z0-9]+(?:-+[a-z0-9]+)+)/i;
const SLUG_ALONE = /(?<![\w/.-])([a-z0-9]+(?:-[a-z0-9]+)*--[a-z0-9]+(?:-[a-z0-9]+)*)(?![\w/.-])/i;

export const intents: Intents = { cues: ["classify", "categorize", "category"], read };

function read(utterance: Utterance): IntentReading[] {
  if (!CLASSIFY.test(utterance.said)) return [];
  const slug = slugOf(utterance);
  const [url] = utterance.urls;
  return [
    ...(slug === undefined ? [] : [{ payload: { slug }, confidence: 0.96 }]),
    ...(url === undefined ? [] : [{ payload: { url: url.href }, confidence: 0.95 }]),
  ];
}

function slugOf({ text }: Utterance): string | undefined {
  return (SLUG_NAMED.exec(text) ?? SLUG_ALONE.exec(text))?.[1]?.toLowerCase();
}
