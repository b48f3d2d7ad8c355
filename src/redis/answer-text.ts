/** Answers as text, for other processes of the hub: a line of JSON about the answer, and below it the items as they are. */
import { type Static, Type } from "@sinclair/typebox";
import { guardOf } from "../runtime/schema.ts";
import { type Answer, type CachedAnswer, isWhole, type WholeAnswer } from "../runtime/ports/answer.ts";

/** Larger ones are worked out, and kept, by each process itself. */
export const MAX_ANSWER_BYTES = 256 * 1024;

const About = Type.Object({
  count: Type.Number(),
  warnings: Type.Array(Type.String()),
  reportJson: Type.Optional(Type.String()),
  nextActors: Type.Optional(Type.Array(Type.String())),
  status: Type.Optional(Type.Number()),
});
const isAbout = guardOf(About);
const Entry = Type.Object({
  storedAt: Type.Number(),
  ttlSeconds: Type.Number(),
  by: Type.Optional(Type.String()),
  about: About,
});
const isEntry = guardOf(Entry);

/** `undefined` where it is too long, not whole, or holds what nobody may store. */
export function writeAnswer(answer: Answer): string | undefined {
  return isShareable(answer) ? write(aboutOf(answer), answer.itemsJson) : undefined;
}

export function readAnswer(text: string): WholeAnswer | undefined {
  const [about, itemsJson] = parts(text);
  return isAbout(about) ? { ...about, itemsJson } : undefined;
}

/** As `writeAnswer`. */
export function writeEntry({ answer, storedAt, ttlSeconds, by }: CachedAnswer): string | undefined {
  if (!isShareable(answer)) return undefined;
  const entry: Static<typeof Entry> = { storedAt, ttlSeconds, ...(by !== undefined && { by }), about: aboutOf(answer) };
  return write(entry, answer.itemsJson);
}

/** Of a process whose clock is ahead it lives no longer for that. */
export function readEntry(text: string, now: number): CachedAnswer | undefined {
  const [entry, itemsJson] = parts(text);
  if (!isEntry(entry)) return undefined;
  const { about, storedAt, ...rest } = entry;
  return { ...rest, storedAt: Math.min(storedAt, now), answer: { ...about, itemsJson } };
}

function isShareable(answer: Answer): answer is WholeAnswer {
  return isWhole(answer) && answer.keptJson === undefined && answer.itemsJson.length <= MAX_ANSWER_BYTES;
}

function aboutOf({ count, warnings, reportJson, nextActors, status }: WholeAnswer): Static<typeof About> {
  return {
    count,
    warnings: [...warnings],
    ...(reportJson !== undefined && { reportJson }),
    ...(nextActors && { nextActors: [...nextActors] }),
    ...(status !== undefined && { status }),
  };
}

function write(about: object, itemsJson: string): string | undefined {
  const text = `${JSON.stringify(about)}\n${itemsJson}`;
  return Buffer.byteLength(text) <= MAX_ANSWER_BYTES ? text : undefined;
}

function parts(text: string): readonly [about: unknown, itemsJson: string] {
  const end = text.indexOf("\n");
  try {
    return [JSON.parse(text.slice(0, Math.max(0, end))), text.slice(end + 1)];
  } catch {
    return [undefined, ""];
  }
}
