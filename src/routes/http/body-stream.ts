/**
 * Bodies as they come in: cut off where they come too slowly, and counted where they are long. Long ones stay bytes, which
 * can be given back at once.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { HubError } from "../../runtime/errors.ts";
import type { Clock, Sweep } from "../../runtime/world.ts";
import { freeBytes, freePiece, growingBytes } from "../../text/bytes.ts";
import { roomInTurn } from "../../text/room-in-turn.ts";
import { type BodyHold, createBodyBudget } from "./body-budget.ts";
import { type ByteRate, createByteRate, NO_BOUND } from "./byte-rate.ts";
import { takeLentBody } from "./lent-body.ts";

/** Whoever sends less than a step in its time is cut off. */
const STEP = { bytes: 1024, ms: 30_000 };
/** Shorter bodies take no room worth counting. */
const UNCOUNTED_BYTES = 64 * 1024;
/** Of one caller, two of the largest bodies at once. */
const BUDGET = { totalBytes: 48 * 1024 * 1024, callerBytes: 17 * 1024 * 1024 };
const RETRY_MS = 1000;

export interface BodyStream {
  /**
   * What the text of a body of at most one step is read as. It comes in one go: chunks cost the engine more than all the
   * rest of its reading.
   */
  short<T>(request: Request, read: (text: string) => T): Promise<T>;
  /** Any body. It is the reader's to dispose of. */
  whole(request: Request, maxBytes: number): Promise<Body>;
  /** Waits for the end of a body that nobody reads. @throws {HubError} `request_timeout` where it drips. */
  discard(request: Request): Promise<void>;
  /** Cuts off what comes too slowly. */
  cutSlow(): void;
}

/** Disposing of it gives back its bytes, and what it has taken of the budget. */
export interface Body extends Disposable {
  readonly bytes: Uint8Array<ArrayBuffer>;
}

interface BodyReading {
  /** Of the present step. */
  bytes: number;
  until: number;
  readonly refuse: (error: HubError) => void;
}

export const isOneStep = (bytes: number): boolean => bytes <= STEP.bytes;

export interface BodyStreamOptions {
  /** Told of what is left of long bodies: many of them come quicker than the collector by itself. */
  readonly sweep?: Sweep | undefined;
  /** Of bodies that nobody reads. */
  readonly rate?: ByteRate;
}

export function createBodyStream(
  clock: Clock,
  callerName: (request: Request) => string,
  { sweep = () => undefined, rate = createByteRate(clock, NO_BOUND) }: BodyStreamOptions = {},
): BodyStream {
  const readings = new Set<BodyReading>();
  const budget = createBodyBudget(BUDGET);

  function begin(refuse: BodyReading["refuse"]): BodyReading {
    const reading = { bytes: 0, until: clock.now() + STEP.ms, refuse };
    readings.add(reading);
    return reading;
  }

  function count(reading: BodyReading, bytes: number): void {
    reading.bytes += bytes;
    if (reading.bytes < STEP.bytes) return;
    reading.bytes = 0;
    reading.until = clock.now() + STEP.ms;
  }

  function leave(size: number): void {
    if (size > UNCOUNTED_BYTES) sweep(size);
  }

  /** One that is there already, and counts like any other. */
  function counted(request: Request, bytes: Uint8Array<ArrayBuffer>, maxBytes: number): Body {
    if (bytes.length > maxBytes) throw tooLarge(maxBytes);
    if (bytes.length <= UNCOUNTED_BYTES) return { bytes, [Symbol.dispose]: () => undefined };
    const size = bytes.length;
    let isRefused = false;
    const hold = budget.open(callerName(request), () => {
      isRefused = true;
    });
    hold.add(size);
    if (isRefused) throw overloaded();
    hold.settle();
    const release = (): void => {
      freeBytes(bytes);
      hold[Symbol.dispose]();
      leave(size);
    };
    return { bytes, [Symbol.dispose]: release };
  }

  return {
    short(request, read) {
      return new Promise((resolve, reject) => {
        const reading = begin(reject);
        const failed = (error: unknown): void => {
          readings.delete(reading);
          reject(unlessBrokenOff(request, error));
        };
        request.text().then((text) => {
          readings.delete(reading);
          const goOn = (): void => {
            try {
              resolve(read(text));
            } catch (error) {
              reject(error);
            }
          };
          const room = roomInTurn();
          if (room === undefined) goOn();
          else void room.then(goOn);
        }, failed);
      });
    },

    async whole(request, maxBytes) {
      const lent = takeLentBody(request);
      if (lent !== undefined) return counted(request, lent, maxBytes);
      const body = growingBytes(maxBytes, announcedBytes(request));
      const reader = request.body?.getReader();
      if (reader === undefined) return { bytes: body.bytes, [Symbol.dispose]: () => undefined };
      let refusal: HubError | undefined;
      const refuse = (error: HubError): void => {
        refusal ??= error;
        reader.cancel().catch(() => undefined); // What is still to come concerns nobody.
      };
      const reading = begin(refuse);
      let hold: BodyHold | undefined;
      let held = 0;
      let size = 0;
      try {
        for (let next = await reader.read(); !next.done; next = await reader.read()) {
          size += next.value.byteLength;
          if (size > maxBytes) throw tooLarge(maxBytes);
          count(reading, next.value.byteLength);
          body.add(next.value);
          freePiece(next.value);
          if (size <= UNCOUNTED_BYTES || body.room === held) continue;
          hold ??= budget.open(callerName(request), () => refuse(overloaded()));
          hold.add(body.room - held);
          held = body.room;
        }
        if (refusal !== undefined) throw refusal;
        hold?.settle();
        const { bytes } = body;
        const release = (): void => {
          freeBytes(bytes);
          hold?.[Symbol.dispose]();
          leave(size);
        };
        return { bytes, [Symbol.dispose]: release };
      } catch (error) {
        freeBytes(body.bytes);
        hold?.[Symbol.dispose]();
        leave(size);
        reader.cancel().catch(() => undefined);
        throw refusal ?? error;
      } finally {
        readings.delete(reading);
      }
    },

    async discard(request) {
      const lent = takeLentBody(request);
      if (lent !== undefined) return freeBytes(lent);
      const reader = request.body?.getReader();
      if (reader === undefined) return;
      let refusal: HubError | undefined;
      let size = 0;
      const reading = begin((error) => {
        refusal ??= error;
        reader.cancel().catch(() => undefined);
      });
      try {
        for (let next = await reader.read(); !next.done; next = await reader.read()) {
          size += next.value.byteLength;
          count(reading, next.value.byteLength);
          rate.use(next.value.byteLength);
          freePiece(next.value);
          const waitMs = rate.waitMs();
          if (waitMs > 0) await sleep(waitMs);
        }
      } catch {
        // Whoever has sent it is gone.
      } finally {
        readings.delete(reading);
        leave(size);
      }
      if (refusal !== undefined) throw refusal;
    },

    cutSlow() {
      const now = clock.now();
      for (const reading of readings) if (now >= reading.until) reading.refuse(tooSlow());
    },
  };
}

/** As its header says; 0 where it says nothing. */
function announcedBytes({ headers }: Request): number {
  const said = headers.get("content-length") ?? "";
  return /^\d{1,12}$/.test(said) ? Number(said) : 0;
}

/** What its sender is told of a body that could not be read. */
export function unlessBrokenOff(request: Request, error: unknown): unknown {
  return request.signal.aborted ? new HubError("invalid_json", "The body broke off.") : error; // Nobody hears it.
}

export function tooLarge(maxBytes: number): HubError {
  const said = maxBytes < 1024 * 1024 ? `${maxBytes / 1024} KiB` : `${maxBytes / 1024 / 1024} MiB`;
  return new HubError("payload_too_large", `The body is larger than ${said}.`);
}

export function notUtf8(): HubError {
  return new HubError("invalid_json", "The body is not UTF-8.");
}

/** The rest of the body is waited for no more, so its connection is of no use to anybody. */
function tooSlow(): HubError {
  const detail = `The body came too slowly: less than ${STEP.bytes} bytes in ${STEP.ms / 1000} seconds.`;
  return new HubError("request_timeout", detail, { headers: { connection: "close" } });
}

function overloaded(): HubError {
  // Its connection stays: closed upon while it sends, the caller would not see this.
  return new HubError("overloaded", "Too many long bodies are being read at present.", { retryAfterMs: RETRY_MS });
}
