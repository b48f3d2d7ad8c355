/** Answers that were too long for their tool: told part by part, each part under a cursor of its own. */
import { randomBytes } from "node:crypto";
import type { KeptParts } from "../runtime/ports/kept-parts.ts";
import { isObject, type JsonObject } from "../text/foreign.ts";

/** What stands around the part: the facts of the call and the cursor. */
const AROUND_BYTES = 800;

export interface KeptAnswers {
  /** The answer itself where it is short enough, else its first part. */
  first(answer: JsonObject, capBytes: number, owner: string): Promise<JsonObject>;
  /** The first part of what is too long to be read as JSON. */
  firstOfText(text: string, capBytes: number, owner: string): Promise<JsonObject>;
  /**
   * The part that a cursor names: items of the list that was cut, a piece of an item that is too long (`item` says which),
   * or a piece of a text. `undefined` where the cursor names none of this caller's.
   */
  next(cursor: string, owner: string): Promise<JsonObject | undefined>;
}

/** A part as JSON without its last brace. */
type OpenPart = string;

/** Every part but the first has `capBytes` at most. Where nothing can be kept, the first part comes without a cursor. */
export function createKeptAnswers(kept: KeptParts, capBytes: number): KeptAnswers {
  const room = capBytes - AROUND_BYTES;

  async function firstOfText(text: string, firstBytes: number, owner: string): Promise<JsonObject> {
    const shown = fittingChars(text, 0, firstBytes - AROUND_BYTES);
    return { text: text.slice(0, shown), ...(await rest(textParts(text, shown, room), text.length, owner)) };
  }

  /** Keeps what comes after the first part. */
  async function rest(parts: Iterator<OpenPart>, totalChars: number, owner: string): Promise<JsonObject> {
    const id = randomBytes(16).toString("base64url");
    const cut = (number: number) => ({ truncated: true, total_chars: totalChars, next_cursor: `${id}.${number}` });
    try {
      await kept.keep({ id, owner }, linked(parts, cut));
      return cut(1);
    } catch {
      // The answer may have been paid for; the store tells of its own faults.
      return { truncated: true, total_chars: totalChars };
    }
  }

  return {
    async first(answer, firstBytes, owner) {
      const json = JSON.stringify(answer);
      if (Buffer.byteLength(json) <= firstBytes) return answer;
      const list = longestList(answer);
      if (list === undefined) return firstOfText(json, firstBytes, owner);
      const { member, items, place } = list;
      const free = firstBytes - Buffer.byteLength(JSON.stringify(place([]))) - AROUND_BYTES;
      const texts = items.map((item) => JSON.stringify(item));
      const shown = fitting(texts, 0, free);
      if (free <= 0 || shown === 0) return firstOfText(json, firstBytes, owner);
      const cut = await rest(listParts(member, texts, shown, room), json.length, owner);
      return { ...place(items.slice(0, shown)), ...cut };
    },
    firstOfText,
    async next(cursor, owner) {
      const [, id = "", number] = /^([\w-]{1,64})\.(\d{1,9})$/.exec(cursor) ?? [];
      const part = number === undefined ? undefined : await kept.find({ id, owner }, Number(number));
      return part === undefined ? undefined : (JSON.parse(part) as JsonObject); // It was written here.
    },
  };
}

/** Closes each part, with the cursor of the one after it. */
function* linked(parts: Iterator<OpenPart>, cut: (number: number) => object): Generator<string> {
  let part = parts.next();
  for (let number = 1; part.done !== true; number++) {
    const after = parts.next();
    yield after.done === true ? `${part.value}}` : `${part.value},${JSON.stringify(cut(number + 1)).slice(1)}`;
    part = after;
  }
}

function* textParts(text: string, start: number, bytes: number, head = "{"): Generator<OpenPart, undefined> {
  for (let at = start; at < text.length;) {
    const end = fittingChars(text, at, bytes);
    yield `${head}"text":${JSON.stringify(text.slice(at, end))}`;
    at = end;
  }
}

/** `items` as JSON. One that is longer than a part comes in pieces. */
function* listParts(
  member: string,
  items: readonly string[],
  start: number,
  bytes: number,
): Generator<OpenPart, undefined> {
  const head = `{"member":${JSON.stringify(member)},`;
  for (let at = start; at < items.length;) {
    const shown = fitting(items, at, bytes);
    if (shown > 0) yield `${head}"items":[${items.slice(at, at + shown).join(",")}]`;
    else yield* textParts(items[at] ?? "", 0, bytes, `${head}"item":${at},`);
    at += Math.max(1, shown);
  }
}

/** How many texts from `start` on fit into so many bytes, with commas. */
function fitting(texts: readonly string[], start: number, bytes: number): number {
  let left = bytes;
  let at = start;
  while (at < texts.length) {
    left -= Buffer.byteLength(texts[at] ?? "") + 1;
    if (left < 0) break;
    at++;
  }
  return at - start;
}

/** Where a text from `start` on must end, for it to fit into so many bytes as a JSON string. */
function fittingChars(text: string, start: number, bytes: number): number {
  let end = Math.min(text.length, start + bytes);
  while (end > start) {
    const over = Buffer.byteLength(JSON.stringify(text.slice(start, end))) - 2 - bytes;
    if (over <= 0) break;
    end -= Math.max(1, Math.ceil(over / 6));
  }
  // Not between the halves of one character.
  return /[\ud800-\udbff]/.test(text.charAt(end - 1)) && end - 1 > start ? end - 1 : end;
}

interface LongestList {
  readonly member: string;
  readonly items: readonly unknown[];
  /** The answer with these items in place of all. */
  place(items: readonly unknown[]): JsonObject;
}

/** The longest list that is a member of the answer, or of an object in it. */
function longestList(answer: JsonObject): LongestList | undefined {
  let longest: LongestList | undefined;
  let most = 0;
  const judge = (member: string, items: unknown, place: LongestList["place"]): void => {
    if (!Array.isArray(items) || items.length < 2) return;
    const { length } = JSON.stringify(items);
    if (length > most) [most, longest] = [length, { member, items, place }];
  };
  for (const [member, value] of Object.entries(answer)) {
    judge(member, value, (items) => ({ ...answer, [member]: items }));
    if (!isObject(value)) continue;
    for (const [inner, list] of Object.entries(value))
      judge(inner, list, (items) => ({ ...answer, [member]: { ...value, [inner]: items } }));
  }
  return longest;
}
