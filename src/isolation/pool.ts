/**
 * The children of one folder or package, and the runs they are given. A child is started by the first run, shared by
 * eight, ended when nobody needs it, and killed when it keeps a run beyond its time: the others are repeated once.
 */
import { aftermathOf } from "./aftermath.ts";
import { type Cause, startChild } from "./child-process.ts";
import type { Deaths } from "./deaths.ts";
import { createDialogue, type DialogueDeps, FIRST_ANSWER_MS } from "./dialogue.ts";
import type { Fence } from "./fence.ts";
import {
  disturb,
  expireAfter,
  isClosing,
  type ActorJob,
  MAX_RUNS,
  type Member,
  newMember,
  newRide,
  overloaded,
  type Ride,
  roomFor,
} from "./member.ts";
import type { Slots } from "./slots.ts";

export interface PoolDeps extends Pick<DialogueDeps, "now" | "bundleOf"> {
  readonly fence: Fence;
  readonly slots: Slots;
  readonly deaths: Deaths;
  /** Told how a child ended that was not told to. */
  readonly died: (slugs: readonly string[], cause: Cause, detail: string) => void;
}

export interface Pool extends AsyncDisposable {
  /** What the child says. @throws {HubError} `actor_failed`, `actor_timeout`, `overloaded`, or what the actor throws. */
  perform(job: ActorJob): Promise<unknown>;
  children(): number;
  /** From now on a child ends as soon as it has no run. */
  retire(): void;
}

const MAX_WAITING = 32;
/** So many waiting runs are worth another child. */
const CROWD = 4;
const IDLE_MS = 60_000;
/** For a run that nobody waits for any more, within its own time. */
const ABANDONED_MS = 2_000;
const MAX_SERVED = 1_000;
const MAX_IDLE_BYTES = 256 * 1024 * 1024;
export function createPool(deps: PoolDeps): Pool {
  const { fence, slots, deaths, now, died } = deps;
  const waiting: Ride[] = [];
  const members = new Set<Member>();
  const dialogue = createDialogue({ ...deps, leave });
  let stopListening = slots.onFree(dispatch);
  let isClosed = false;
  let isRetired = false;

  return {
    perform(job) {
      const fault = isClosed ? overloaded() : deaths.fault(job.slug);
      if (fault !== undefined) return Promise.reject(fault);
      if (waiting.length >= MAX_WAITING) return Promise.reject(overloaded());
      const { promise, resolve, reject } = Promise.withResolvers<unknown>();
      const ride = newRide(job, resolve, reject);
      const leave = (): void => abandon(ride);
      if (job.signal.aborted) ride.fail(job.signal.reason);
      else job.signal.addEventListener("abort", leave, { once: true });
      waiting.push(ride);
      if (isRetired) {
        stopListening();
        stopListening = slots.onFree(dispatch);
      }
      dispatch();
      return promise.finally(() => job.signal.removeEventListener("abort", leave));
    },
    children: () => members.size,
    retire() {
      isRetired = true;
      for (const member of members) if (member.rides.size === 0) retire(member);
      if (members.size === 0 && waiting.length === 0) stopListening();
    },
    async [Symbol.asyncDispose]() {
      isClosed = true;
      stopListening();
      for (const ride of waiting.splice(0)) ride.fail(overloaded());
      const all = [...members];
      for (const member of all) retire(member);
      await Promise.all(all.map(({ process }) => process.ended));
    },
  };

  /** Nobody waits for it: the child is told, and has a little time to stop by itself. */
  function abandon(ride: Ride): void {
    ride.fail(ride.signal.reason);
    const at = waiting.indexOf(ride);
    if (at !== -1) waiting.splice(at, 1);
    for (const member of members)
      for (const [run, each] of member.rides)
        if (each === ride) {
          if (ride.due === Infinity) return leave(member, run); // The child does not know of it yet.
          member.process.send({ kind: "abort", run });
          expireAfter(member, run, ride, Math.min(ride.due - now(), ABANDONED_MS));
        }
  }

  function dispatch(): void {
    while (waiting.length > 0) {
      const at = waiting.findIndex((ride) => roomFor(ride, members) !== undefined);
      const [ride] = at === -1 ? [] : waiting.splice(at, 1);
      const member = ride && roomFor(ride, members);
      if (ride === undefined || member === undefined) break;
      disturb(member);
      dialogue.assign(ride, member);
    }
    if (waiting.length === 0 || isClosed) return;
    const isStarting = [...members].some(({ isUp, isLeaving, rides }) => !isUp && !isLeaving && rides.size < MAX_RUNS);
    const serving = [...members].filter((member) => !isClosing(member)).length;
    const isCrowded = serving === 0 || waiting.length >= CROWD || waiting[0]?.isAlone === true;
    if (!isStarting && isCrowded && slots.take(members.size)) {
      start();
      dispatch();
    }
  }

  function start(): void {
    const process = startChild({ fence, take: (message, chars) => dialogue.take(member, message, chars) });
    const timer = setTimeout(() => process.kill("deadline"), FIRST_ANSWER_MS);
    const member = newMember(process, timer);
    members.add(member);
    void process.ended.then(({ cause, detail }) => bury(member, cause, detail));
  }

  /** The run is over for the child. */
  function leave(member: Member, run: number): void {
    const ride = member.rides.get(run);
    clearTimeout(ride?.timer);
    ride?.lending?.end();
    member.rides.delete(run);
    member.served++;
    if (member.rides.size === 0) rest(member);
    dispatch();
  }

  function rest(member: Member): void {
    if (member.isLeaving) return retire(member);
    const isWorn = member.served >= MAX_SERVED || (member.process.residentBytes() ?? 0) > MAX_IDLE_BYTES;
    if (isWorn || isClosed || (isRetired && waiting.length === 0)) return retire(member);
    const timer = setTimeout(() => retire(member), IDLE_MS);
    timer.unref();
    member.idle = { timer, withdraw: slots.idle(() => retire(member)) };
  }

  function retire(member: Member): void {
    member.isLeaving = true;
    disturb(member);
    if (member.rides.size === 0 || isClosed) member.process.end();
  }

  function bury(member: Member, cause: Cause, detail: string): void {
    members.delete(member);
    clearTimeout(member.firstAnswer);
    disturb(member);
    for (const { timer } of member.loading.values()) clearTimeout(timer);
    for (const { timer, lending } of member.rides.values()) {
      clearTimeout(timer);
      lending?.end();
    }
    const { blamed, failed, repeated } = aftermathOf(member, { cause, now: now(), isClosed });
    if (blamed !== undefined) died(blamed, cause, detail);
    const [only, ...others] = blamed ?? [];
    if (only !== undefined && others.length === 0) deaths.record(only);
    for (const { ride, error } of failed) ride.fail(error);
    for (const { ride, isAlone } of repeated) {
      ride.isRepeated = true;
      ride.isAlone = isAlone;
      ride.due = Infinity;
      ride.lending = undefined;
      waiting.unshift(ride);
    }
    slots.release();
    dispatch();
    if (isRetired && members.size === 0 && waiting.length === 0) stopListening();
  }
}
