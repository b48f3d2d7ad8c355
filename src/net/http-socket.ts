/**
 * HTTP/1.1 on one socket: a message, its answer, and the next message once that answer was read to its end. By the
 * runtime's own parser, without the runtime's client around it, which takes more than the rest of a short call.
 * Shaped by speed: `bun run bench proxy`.
 */
import { HTTPParser } from "node:_http_common";
import type { Socket } from "node:net";

/** An answer whose body is still to be read. */
export interface HttpAnswer {
  readonly statusCode: number;
  /** Names and values in turn, as they were sent. */
  readonly rawHeaders: readonly string[];
  /** Of the header of this name, written in lower case. */
  valuesOf(this: void, name: string): string[];
  /**
   * Hands on each chunk until `take` has enough and says false; resolves to whether all of it was taken. Rejects when
   * the body breaks off, or with what `take` throws.
   */
  read(take: (chunk: Uint8Array) => boolean): Promise<boolean>;
  /** Whoever takes chunks faster than they can be used stops them for a while. */
  pause(): void;
  resume(): void;
}

export interface HttpSocket extends Disposable {
  /** Whether nothing is under way and another message may be sent. */
  isFree(): boolean;
  send(message: WrittenMessage): PendingAnswer;
}

export interface PendingAnswer {
  /** The answer as soon as its head is there. Rejects when the connection breaks off, or with what `cut` was told. */
  readonly answered: Promise<HttpAnswer>;
  /** Ends the connection with this reason, unless the answer was read to its end: it may carry another's by now. */
  cut(reason: unknown): void;
}

export interface WrittenMessage {
  /** Request line and headers, up to and with the empty line. Latin-1. */
  readonly head: string;
  readonly body?: string | Uint8Array | undefined;
  /** Whether its answer has no body, whatever that says. */
  readonly isHead: boolean;
}

/** The upstream wants to speak another protocol, which nobody asked for. */
export class OtherProtocol extends Error {}

/** A message under way. */
interface Exchange {
  readonly isHead: boolean;
  readonly answered: PromiseWithResolvers<HttpAnswer>;
  hasHead: boolean;
  isKeptAlive: boolean;
  isDone: boolean;
  fault: unknown;
  /** What came before anybody read it. */
  waiting: Uint8Array[];
  take: ((chunk: Uint8Array) => boolean) | undefined;
  read: PromiseWithResolvers<boolean> | undefined;
}

/** Four times as much as the runtime's client reads: policies and cookies of real services fill more than that. */
const MAX_HEAD_BYTES = 64 * 1024;
/** What the parser is told of a head. */
const HAS_BODY = 0;
const HAS_NO_BODY = 1;

/** The socket is connected. `whenFree` is told each time that an answer is over and another message may be sent. */
export function createHttpSocket(socket: Socket, whenFree: () => void): HttpSocket {
  const parser = new HTTPParser();
  parser.initialize(HTTPParser.RESPONSE, {}, MAX_HEAD_BYTES);
  let turn: Exchange | undefined;
  let isOver = false;
  let headers: string[] = [];

  // Many headers come in parts. What comes behind a body are trailers, which nobody reads.
  parser[HTTPParser.kOnHeaders] = (some) => {
    if (turn?.hasHead === false) headers.push(...some);
  };
  parser[HTTPParser.kOnMessageBegin] = () => {
    if (turn?.isDone !== false) isOver = true; // An answer that nobody asked for must not become that of the next message.
  };
  parser[HTTPParser.kOnHeadersComplete] = (
    _major,
    _minor,
    all,
    _method,
    _url,
    status,
    _text,
    isUpgrade,
    isKeptAlive,
  ) => {
    const raw = all ?? headers;
    headers = [];
    if (turn === undefined || turn.hasHead) return HAS_NO_BODY;
    if (status === 101 || isUpgrade) {
      turn.fault = new OtherProtocol("The upstream service changed the protocol.");
      return HAS_NO_BODY;
    }
    if (status < 200) return HAS_NO_BODY; // The answer itself comes after it.
    turn.hasHead = true;
    turn.isKeptAlive = isKeptAlive;
    turn.answered.resolve(answerOf(turn, status, raw));
    return turn.isHead ? HAS_NO_BODY : HAS_BODY;
  };
  parser[HTTPParser.kOnBody] = (bytes) => {
    if (turn?.isDone === false) deliver(turn, bytes);
  };
  parser[HTTPParser.kOnMessageComplete] = () => {
    if (turn?.hasHead === true) turn.isDone = true;
  };

  socket.on("data", (chunk: Buffer) => {
    if (turn === undefined) return end();
    const parsed = parser.execute(chunk);
    // What is sent behind an answer takes nothing from it, whether it comes with it or after it.
    if (typeof parsed !== "number" && turn.isDone) isOver = true;
    else if (typeof parsed !== "number") turn.fault ??= parsed;
    settle(turn);
  });
  socket.on("end", () => {
    if (turn === undefined) return end();
    isOver = true;
    const fault = parser.finish();
    if (!turn.isDone) turn.fault ??= fault ?? new Error("The connection was closed.");
    settle(turn);
  });
  // Not `once`: what follows a failure must find a listener too.
  socket.on("error", (error) => breakOff(error));
  socket.once("close", () => breakOff(new Error("The connection was closed.")));

  return {
    isFree: () => !isOver && turn === undefined,
    send({ head, body, isHead }) {
      const own: Exchange = {
        isHead,
        answered: Promise.withResolvers<HttpAnswer>(),
        hasHead: false,
        isKeptAlive: false,
        isDone: false,
        fault: undefined,
        waiting: [],
        take: undefined,
        read: undefined,
      };
      turn = own;
      if (isOver) breakOff(new Error("The connection was closed."));
      socket.ref();
      socket.write(head, "latin1");
      if (body !== undefined && body.length > 0) socket.write(body);
      return {
        answered: own.answered.promise,
        cut(reason) {
          if (own === turn) breakOff(reason);
        },
      };
    },
    [Symbol.dispose]: () => breakOff(new Error("Nobody waits for the answer any more.")),
  };

  function answerOf(of: Exchange, statusCode: number, rawHeaders: readonly string[]): HttpAnswer {
    return {
      statusCode,
      rawHeaders,
      valuesOf: (name) => valuesOf(rawHeaders, name),
      read(take) {
        of.read = Promise.withResolvers<boolean>();
        of.take = take;
        const { waiting, fault } = of;
        of.waiting = [];
        of.fault = undefined; // What came before it broke off is handed on.
        for (const chunk of waiting) deliver(of, chunk);
        of.fault ??= fault;
        settle(of);
        return of.read.promise;
      },
      // Its connection may carry the answer to another message by now.
      pause() {
        if (of === turn) socket.pause();
      },
      resume() {
        if (of === turn) socket.resume();
      },
    };
  }

  function deliver(to: Exchange, chunk: Uint8Array): void {
    if (to.fault !== undefined) return;
    if (to.take === undefined) return void to.waiting.push(chunk);
    try {
      if (to.take(chunk)) return;
      to.read?.resolve(false);
      to.fault = new Error("The rest is not read.");
    } catch (error) {
      to.fault = error;
    }
  }

  /** Says what has become of a message; nothing as long as more of its answer is to come. */
  function settle(of: Exchange): void {
    if (of.fault !== undefined) {
      of.answered.reject(of.fault);
      of.read?.reject(of.fault);
      if (of === turn) end();
      return;
    }
    if (!of.isDone) return;
    if (of === turn) {
      turn = undefined;
      if (of.isKeptAlive && !isOver) {
        if (socket.isPaused()) socket.resume(); // Whoever stopped it waits for nothing more of it.
        socket.unref(); // No process waits for what nobody asks for.
        whenFree();
      } else end();
    }
    if (of.waiting.length === 0) of.read?.resolve(true);
  }

  function breakOff(fault: unknown): void {
    if (turn === undefined) return end();
    turn.fault ??= fault;
    settle(turn);
  }

  function end(): void {
    isOver = true;
    turn = undefined;
    socket.destroy();
  }
}

function valuesOf(raw: readonly string[], name: string): string[] {
  const values: string[] = [];
  for (let at = 0; at < raw.length; at += 2) {
    const given = raw[at] ?? "";
    if (given.length === name.length && given.toLowerCase() === name) values.push(raw[at + 1] ?? "");
  }
  return values;
}
