/** What calls were told, as rows keep it: short answers whole, of long ones all but the items, which are stored texts. */
import type { Answer } from "../../runtime/ports/answer.ts";
import type { StoredResponse, TransactionStep } from "../../runtime/ports/idempotency.ts";
import { maxKeptChars } from "../../runtime/ports/answer.ts";
import { readStoredResponse, writeStoredResponse } from "../../runtime/run/stored-response.ts";
import type { Awaitable, Clock } from "../../runtime/world.ts";
import type { Store } from "../store.ts";
import { type StoredTexts, storedTexts } from "./stored-texts.ts";

export interface WrittenResponse {
  /** For a row. */
  readonly text: string;
  /** Of all that is kept, the items with it. */
  readonly chars: number;
  /** Step of the transaction that writes the row, which is read for so many milliseconds. */
  keep(ms: number): TransactionStep;
}

export interface StoredResponses extends Pick<StoredTexts, "forget"> {
  /** Writes what is long of it. @throws {HubError} as `StoredTexts.write`. */
  write(stored: StoredResponse): Awaitable<WrittenResponse>;
  /** `undefined` when the items are there no more. */
  read(text: string): Awaitable<StoredResponse | undefined>;
}

/** In characters. More are told in pieces, too. */
const MAX_IN_ROW = 256 * 1024;

export function storedResponses(store: Store, clock: Clock, texts = storedTexts(store, clock)): StoredResponses {
  /** Of answers that are under way: a payment and a key that keep the same one refer to the same text. */
  const written = new WeakMap<Answer, Promise<string>>();

  return {
    write(stored) {
      if (maxKeptChars(stored.purchase.answer) > MAX_IN_ROW) return writeLong(stored);
      const text = writeStoredResponse(stored);
      return { text, chars: text.length, keep: () => nothing };
    },
    read(text) {
      const { itemsId, ...stored } = readStoredResponse(text);
      return itemsId === undefined ? stored : withItems(stored, itemsId);
    },
    forget: texts.forget,
  };

  async function writeLong(stored: StoredResponse): Promise<WrittenResponse> {
    const { answer } = stored.purchase;
    const id = await textOf(answer);
    const text = writeStoredResponse(stored, id);
    return { text, chars: text.length + maxKeptChars(answer), keep: (ms) => texts.keep(id, ms) };
  }

  function textOf(answer: Answer): Promise<string> {
    const write = () => texts.write(answer.keptJson ?? answer.itemsJson);
    const text = written.get(answer)?.then(async (id) => ((await texts.renew(id)) ? id : write())) ?? write();
    written.set(answer, text);
    text.catch(() => written.delete(answer)); // Whoever waits for it is told; the next one may fare better.
    return text;
  }

  async function withItems(stored: StoredResponse, itemsId: string): Promise<StoredResponse | undefined> {
    const itemsJson = await texts.read(itemsId);
    const { purchase, headers } = stored;
    return itemsJson && { purchase: { ...purchase, answer: { ...purchase.answer, itemsJson } }, headers };
  }
}

function* nothing() {}
