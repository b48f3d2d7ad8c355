/** Answers that were too long for their tool: told part by part, each part under a cursor of its own. */
import { randomBytes } from "node:crypto";
import { LRUCache } from "lru-cache";
import { isObject, type JsonObject } from "../text/foreign.ts";

const KEPT_MS = 600_000;
const KEPT_BYTES = 64 * 1024 * 1024;
/** What stands around the part: the facts of the call and the cursor. */
const AROUND_BYTES = 800;

/** What is told part by part: items of a list, or the text of what is no list. */
type Whole = { readonly member: string; readonly items: readonly string[] } | { readonly text: string };

interface Kept {
  readonly owner: string;
  readonly whole: Whole;
  readonly totalChars: number;
}

export interface KeptAnswers {
  /** The answer itself where it is short enough, else its first part. `rest` stands beside a list. */
  first(answer: JsonObject, capBytes: number, owner: string): JsonObject;
  /** The first part of what is too long to be read as JSON. */
  firstOfText(text: string, capBytes: number, owner: string): JsonObject;
  /** The part that a cursor names; `undefined` where it names none of this caller's. */
  next(cursor: string, capBytes: number, owner: string): JsonObject | undefined;
}

/** `now` in milliseconds. */
export function createKeptAnswers(now: () => number): KeptAnswers {
  const kept = new LRUCache<string, Kept>({
    maxSize: KEPT_BYTES,
    ttl: KEPT_MS,
    perf: { now },
    // Two bytes a character, at most.
    sizeCalculation: ({ totalChars }) => 2 * totalChars + 100,
  });

  const keep = (whole: Whole, totalChars: number, owner: string): string => {
    const id = randomBytes(16).toString("base64url");
    kept.set(id, { owner, whole, totalChars });
    return id;
  };

  return {
    first(answer, capBytes, owner) {
      const json = JSON.stringify(answer);
      if (Buffer.byteLength(json) <= capBytes) return answer;
      const list = longestList(answer);
      if (list === undefined) return this.firstOfText(json, capBytes, owner);
      const { member, items, place } = list;
      const room = capBytes - Buffer.byteLength(JSON.stringify(place([]))) - AROUND_BYTES;
      const texts = items.map((item) => JSON.stringify(item));
      const shown = fitting(texts, 0, room);
      if (room <= 0 || shown === 0) return this.firstOfText(json, capBytes, owner);
      const id = keep({ member, items: texts }, json.length, owner);
      return { ...place(items.slice(0, shown)), ...cutAt(id, shown, json.length) };
    },
    firstOfText(text, capBytes, owner) {
      const shown = fittingChars(text, 0, capBytes - AROUND_BYTES);
      const id = keep({ text }, text.length, owner);
      return { text: text.slice(0, shown), ...cutAt(id, shown, text.length) };
    },
    next(cursor, capBytes, owner) {
      const [id = "", from = ""] = cursor.split(".");
      const found = /^\d{1,9}$/.test(from) ? kept.get(id) : undefined;
      if (found === undefined || found.owner !== owner) return undefined;
      const { whole, totalChars } = found;
      const start = Number(from);
      const room = capBytes - AROUND_BYTES;
      if ("text" in whole) {
        const end = fittingChars(whole.text, start, room);
        return { text: whole.text.slice(start, end), ...(end < whole.text.length && cutAt(id, end, totalChars)) };
      }
      const shown = fitting(whole.items, start, room);
      const end = start + shown;
      const isMore = end < whole.items.length;
      if (shown === 0 && isMore) {
        // One item that is longer than an answer may be.
        const item = this.firstOfText(whole.items[start] ?? "", capBytes, owner);
        return { member: whole.member, ...item, skipped_to: `${id}.${start + 1}` };
      }
      const items = whole.items.slice(start, end).map((text) => JSON.parse(text) as unknown); // It was written here.
      return { member: whole.member, items, ...(isMore && cutAt(id, end, totalChars)) };
    },
  };
}

function cutAt(id: string, next: number, totalChars: number): JsonObject {
  return { truncated: true, total_chars: totalChars, next_cursor: `${id}.${next}` };
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
