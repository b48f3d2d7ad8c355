/**
 * How a run passes through its stages. A run is an immutable value; a stage gets it and the rest of the way, and
 * knows neither HTTP nor what it wraps. Refusals are thrown; a run that was admitted ends in an `Outcome`.
 */
import { HubError } from "../errors.ts";
import type { Client } from "../offload.ts";
import { type Awaitable, type Clock, elapsedSince } from "../world.ts";
import { roomInTurn } from "../../text/room-in-turn.ts";
import type { Admission } from "./operation.ts";
import type { RunRequest, Run } from "./run.ts";
import { type Outcome, failure, success } from "./outcome.ts";

/** A refusal is thrown, or is what the promise is rejected with. */
export type Next = (run: Run) => Awaitable<Outcome>;
export type Stage = (run: Run, next: Next) => Awaitable<Outcome>;

/** Nests the stages, the first one outermost, around `core`. */
export function compose(stages: readonly Stage[], core: Next): Next {
  return stages.reduceRight<Next>((next, stage) => (run) => stage(run, next), core);
}

/** The whole way of a run. @throws {HubError} when it is refused: it never started and cost nothing. */
export type Execute = (request: RunRequest) => Awaitable<Outcome>;

/** The way every run goes. */
export function createPipeline(stages: readonly Stage[], clock: Clock): Execute {
  const pass = compose(stages, (run) => perform(run, clock));
  return (request) =>
    pass({
      ...request,
      id: request.id ?? crypto.randomUUID(),
      startedAt: clock.now(),
      warnings: [],
      handOvers: [],
      standing: { state: "anonymous" },
      signal: NEVER,
      due: 0n,
      charge: 0n,
      isCharged: false,
      isCovered: false,
    });
}

/** Why the run cannot be served at present. What is cached was served already. */
export function refusalOf({ hit, operation, input, standing }: Run): Awaitable<HubError | undefined> {
  return hit === undefined ? operation.refusal?.(input, standing) : undefined;
}

function perform(run: Run, clock: Clock): Awaitable<Outcome> {
  const { hit } = run;
  if (hit === undefined) return performed(run, clock);
  const now = clock.now();
  const ageSeconds = Math.floor(elapsedSince(hit.storedAt, now) / 1000);
  return success(run, hit.answer, now, { ageSeconds, ttlSeconds: hit.ttlSeconds });
}

async function performed(run: Run, clock: Clock): Promise<Outcome> {
  try {
    const room = roomInTurn();
    if (room !== undefined) await room;
    return success(run, await run.operation.perform(run.input, run.signal, admissionOf(run)), clock.now());
  } catch (error) {
    return failure(run, error, clock.now());
  }
}

function admissionOf({ standing, isCovered, caller, spend }: Run): Admission {
  const client = (): Client =>
    standing.state === "known"
      ? { name: standing.holder.id, isStranger: false }
      : { name: caller.address(), isStranger: true };
  return { standing, isCovered, client, address: caller.address, ...(spend && { spend }) };
}

const NEVER = new AbortController().signal;
