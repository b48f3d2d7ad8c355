/**
 * Long answers on their way to their readers. One that is not taken is broken off, and where all of them hold too much, the
 * slowest of the caller that holds the most: nobody makes the hub hold what he does not read.
 */
import type { Clock } from "../../runtime/world.ts";
import { heldChars, inPieces, type JsonPieces, type JsonText, maxChars, wholeText } from "../../text/json-text.ts";
import type { OpenScratch } from "../../text/scratch-file.ts";
import { pieceByPiece, type Watcher } from "./pieces.ts";

const MIB = 1024 * 1024;
/** Whoever takes less than a step in its time is cut off. */
const STEP = { bytes: 64 * 1024, ms: 30_000 };
/** Whoever reads at all has most of an answer by then, and is not cut off for having asked for several. */
const PATIENCE_MS = 10_000;
/**
 * Of one caller, one of the longest answers and some beside it. Of all of them no more than one of the usual long ones is
 * in memory, and the rest in files.
 */
const BUDGET = { totalBytes: 192 * MIB, callerBytes: 80 * MIB, memoryBytes: 16 * MIB };
/** In characters. To put more together, and then to encode it, takes longer than others should wait. */
const MAX_WHOLE = 256 * 1024;

export interface LongAnswers {
  send(request: Request, pieces: JsonPieces): Response;
  /** Several texts as one answer: whole where it is short. */
  joined(request: Request, texts: readonly JsonText[]): string | Response;
  /** Breaks off the answers that are taken too slowly. To be called every second or so. */
  cutSlow(): void;
}

export interface LongAnswersDeps {
  readonly answers: LongAnswers;
}

export interface LongAnswersOptions {
  /** Of what is held, in memory and in files. */
  readonly budget?: typeof BUDGET;
  /** Where it is not lent, or the disk takes nothing, all is held in memory. */
  readonly openScratch?: OpenScratch | undefined;
}

interface AnswerReading {
  readonly caller: string;
  readonly held: number;
  readonly isInFile: boolean;
  readonly startedAt: number;
  taken: number;
  /** Of the present step. */
  bytes: number;
  until: number;
  readonly breakOff: () => void;
}

/** `callerName` tells apart whose answers they are. */
export function createLongAnswers(
  clock: Clock,
  callerName: (request: Request) => string,
  { budget: { totalBytes, callerBytes, memoryBytes } = BUDGET, openScratch }: LongAnswersOptions = {},
): LongAnswers {
  const readings = new Set<AnswerReading>();

  function heldBy(caller: string): number {
    return held([...readings].filter((reading) => reading.caller === caller));
  }

  function largestHolder(): string {
    const callers = [...new Set([...readings].map(({ caller }) => caller))];
    return callers.reduce((most, next) => (heldBy(next) > heldBy(most) ? next : most));
  }

  /** Of those that had time enough; who has but one keeps it for as long as others have room. */
  function cutSlowest(caller: string, least: number): boolean {
    const now = clock.now();
    const speed = ({ taken, startedAt }: AnswerReading): number => taken / (1 + now - startedAt);
    const own = [...readings].filter((reading) => reading.caller === caller);
    const late = own.filter(({ startedAt }) => now - startedAt >= PATIENCE_MS);
    if (late.length === 0 || own.length < least) return false;
    end(late.reduce((slowest, next) => (speed(next) < speed(slowest) ? next : slowest)));
    return true;
  }

  function keepWithin(): void {
    for (const caller of new Set([...readings].map((reading) => reading.caller)))
      while (heldBy(caller) > callerBytes && cutSlowest(caller, 2));
    while (held([...readings]) > totalBytes && cutSlowest(largestHolder(), 1));
  }

  function end(reading: AnswerReading): void {
    readings.delete(reading);
    reading.breakOff();
  }

  function send(request: Request, pieces: JsonPieces): Response {
    const now = clock.now();
    const size = heldChars(pieces);
    const inMemory = held([...readings].filter(({ isInFile }) => !isInFile));
    const isInFile = openScratch !== undefined && pieces.moveOut !== undefined && inMemory + size > memoryBytes;
    const watcher: Watcher = {
      took(bytes) {
        reading.taken += bytes;
        reading.bytes += bytes;
        if (reading.bytes < STEP.bytes) return;
        reading.bytes = 0;
        reading.until = clock.now() + STEP.ms;
      },
      over: () => void readings.delete(reading),
    };
    const prepare = isInFile ? () => pieces.moveOut?.(openScratch) : undefined;
    const { response, breakOff } = pieceByPiece(pieces, watcher, prepare);
    const common = { caller: callerName(request), held: size, isInFile, breakOff };
    const reading: AnswerReading = { ...common, startedAt: now, taken: 0, bytes: 0, until: now + STEP.ms };
    readings.add(reading);
    keepWithin();
    return response;
  }

  return {
    send,
    joined(request, texts) {
      const chars = texts.reduce((sum, text) => sum + maxChars(text), 0);
      return chars > MAX_WHOLE ? send(request, inPieces(texts)) : texts.map(wholeText).join("");
    },
    cutSlow() {
      const now = clock.now();
      for (const reading of readings) if (now >= reading.until) end(reading);
      keepWithin();
    },
  };
}

function held(readings: readonly AnswerReading[]): number {
  return readings.reduce((sum, reading) => sum + reading.held, 0);
}
