/**
 * Reads the body of a request whole, bounded and as UTF-8, before anything is judged or charged.
 * Shaped by speed: `bun run bench runs`.
 */
import { isUtf8 } from "node:buffer";
import { LRUCache } from "lru-cache";
import { HubError, invalidFields } from "../../runtime/errors.ts";
import { parseJson, parseLongJson } from "../../runtime/json.ts";
import type { Clock, Sweep } from "../../runtime/world.ts";
import type { Validation } from "../../runtime/schema.ts";
import { intern } from "../../text/interned.ts";
import { roomInTurn } from "../../text/room-in-turn.ts";
import { createBodyStream, isOneStep, notUtf8, tooLarge, unlessBrokenOff } from "./body-stream.ts";
import { createByteRate, NO_BOUND, type RateLimits } from "./byte-rate.ts";
import { createSerialQueue } from "./serial-queue.ts";

export const DEFAULT_BODY_BYTES = 1024 * 1024;

/** What short bodies were read as: the same few come again and again. */
export type KnownBodies = LRUCache<string, object>;

export function knownBodies(): KnownBodies {
  return new LRUCache({ max: 1000 });
}

export interface BodyReader {
  /**
   * The JSON value of a body; an empty body is an empty object. A long body that is a list of more than `maxItems` is
   * refused with a `LongListError` before any is built. One promise: each more costs what a stage does.
   * @throws {HubError} `unsupported_media_type`, `payload_too_large`, `request_timeout`, `overloaded`, `invalid_json` or
   * `too_deep`.
   */
  json(request: Request, maxBytes: number, known?: KnownBodies, maxItems?: number): Promise<unknown>;
  /** The same, of which long members stay text. It is held, and counted, until it is disposed of. */
  parts(request: Request, maxBytes: number): Promise<BodyParts>;
  /** The text of a body, whatever its type says. @throws {HubError} `payload_too_large` or `request_timeout`. */
  text(request: Request, maxBytes: number): Promise<string>;
  /**
   * Waits for the end of a body that nobody has read: answered before, it could drip for ever, and closed upon, its
   * sender might not see the answer. @throws {HubError} `request_timeout`.
   */
  discard(request: Request): Promise<void>;
  /** Cuts off the bodies that come too slowly: less than 1 KiB in 30 seconds. To be called every second or so. */
  cutSlow(): void;
}

export interface BodyDeps {
  readonly bodies: BodyReader;
}

export interface BodyParts extends Disposable {
  readonly value: unknown;
}

const UTF8 = new TextDecoder("utf-8", { ignoreBOM: true });
const SHORT = 512;
/** Looking over it takes longer than others should wait. */
const LONG = 64 * 1024;

/**
 * Types taken for JSON. The last two are what a command-line client sends when it is given a body and no type; such a
 * body must still be JSON.
 */
const JSON_TYPES =
  /^(?:application\/(?:[a-z0-9.+-]+\+)?json|application\/x-www-form-urlencoded|text\/plain)\s*(?:;|$)/i;

export interface BodyReaderOptions {
  /** Told of what long bodies leave. */
  readonly sweep?: Sweep;
  /** Of long bodies, all callers together, and as much of those that nobody reads. */
  readonly rate?: RateLimits;
}

/** `callerName` tells apart whose bodies they are. */
export function createBodyReader(
  clock: Clock,
  callerName: (request: Request) => string,
  { sweep, rate = NO_BOUND }: BodyReaderOptions = {},
): BodyReader {
  // Two rates: whoever is refused does not keep others waiting.
  const stream = createBodyStream(clock, callerName, { sweep, rate: createByteRate(clock, rate) });
  const longBodies = createSerialQueue(createByteRate(clock, rate));

  /** Long ones are parsed one after another, and callers take turns. */
  async function parts(
    request: Request,
    maxBytes: number,
    mayStayText: boolean,
    maxItems?: number,
  ): Promise<BodyParts> {
    const body = await stream.whole(request, maxBytes).catch((error: unknown) => {
      throw unlessBrokenOff(request, error);
    });
    const { bytes } = body;
    const release = (): void => body[Symbol.dispose]();
    try {
      if (!isUtf8(bytes)) throw notUtf8();
      const room = roomInTurn();
      if (room !== undefined) await room;
      if (bytes.length <= LONG) return { value: shortJson(UTF8.decode(bytes)), [Symbol.dispose]: release };
      const value = await longBodies.run(callerName(request), bytes.length, () =>
        parseLongJson(bytes, mayStayText, maxItems),
      );
      return { value, [Symbol.dispose]: release };
    } catch (error) {
      release();
      throw error;
    }
  }

  return {
    json(request, maxBytes, known, maxItems) {
      const bytes = declaredBytes(request.headers);
      const fault = headerFault(request.headers, bytes, maxBytes);
      if (fault !== undefined) return Promise.reject(fault);
      if (bytes !== undefined && isOneStep(bytes))
        return stream.short(request, (text) => shortJson(unmended(text, bytes), known));
      return parts(request, maxBytes, false, maxItems).then((read) => {
        read[Symbol.dispose]();
        return read.value;
      });
    },
    async parts(request, maxBytes) {
      const fault = headerFault(request.headers, declaredBytes(request.headers), maxBytes);
      if (fault !== undefined) throw fault;
      return parts(request, maxBytes, true);
    },
    async text(request, maxBytes) {
      const bytes = declaredBytes(request.headers);
      if (bytes !== undefined && bytes > maxBytes) throw tooLarge(maxBytes);
      using body = await stream.whole(request, maxBytes);
      return new TextDecoder().decode(body.bytes);
    },
    discard: stream.discard,
    cutSlow: stream.cutSlow,
  };
}

/** An input that has stood its test. @throws {HubError} `invalid_input` with a pointer to every fault. */
export function expectValid<Value>(
  validate: (input: unknown) => Validation<Value>,
  input: unknown,
): Extract<Validation<Value>, { ok: true }> {
  const validation = validate(input);
  if (validation.ok) return validation;
  throw invalidFields("Cannot use the input", validation.issues);
}

function headerFault(headers: Headers, bytes: number | undefined, maxBytes: number): HubError | undefined {
  const type = headers.get("content-type");
  if (type !== null && type !== "application/json" && !JSON_TYPES.test(type))
    return new HubError("unsupported_media_type", "The body must be JSON.");
  const coding = headers.get("content-encoding");
  if (coding !== null && coding !== "identity")
    return new HubError("unsupported_media_type", "The body must not be compressed.");
  return bytes !== undefined && bytes > maxBytes ? tooLarge(maxBytes) : undefined;
}

function shortJson(text: string, known?: KnownBodies): unknown {
  const before = known?.get(text);
  if (before !== undefined) return before;
  const value = text === "" ? {} : parseJson(text);
  if (known !== undefined && text.length <= SHORT && typeof value === "object" && value !== null)
    known.set(text, intern(value));
  return value;
}

/**
 * Refuses a text that was mended when it was decoded: what stands for a fault is longer than the fault. Only a
 * character of four bytes that lacks just its last is as long, and stays mended.
 */
function unmended(text: string, bytes: number): string {
  if (text.includes("\ufffd") && Buffer.byteLength(text) > bytes) throw notUtf8();
  return text;
}

/** A length sent twice comes joined, as "9, 9", and is as good as none. */
function declaredBytes(headers: Headers): number | undefined {
  const declared = headers.get("content-length");
  return declared !== null && /^\d+$/.test(declared) ? Number(declared) : undefined;
}
