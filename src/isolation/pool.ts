/**
 * The children of one folder or package, and the runs they are given. A child is started by the first run, shared by
 * eight, ended when nobody needs it, and killed when it keeps a run beyond its time: the others are repeated once.
 */
import { HubError } from "../runtime/errors.ts";
import { aftermathOf } from "./aftermath.ts";
import { type Cause, startChild } from "./child-process.ts";
import type { Deaths } from "./deaths.ts";
import type { Fence } from "./fence.ts";
import { type Lending, lendOver, wireErrorOf } from "./lending.ts";
import {
  actorFailed,
  disturb,
  isClosing,
  type Job,
  MAX_RUNS,
  type Member,
  newMember,
  newRide,
  overloaded,
  type Ride,
  roomFor,
  sentencesOf,
  tooLate,
} from "./member.ts";
import type { FromChild } from "./messages.ts";
import type { Slots } from "./slots.ts";

export interface PoolDeps {
  readonly fence: Fence;
  readonly slots: Slots;
  readonly deaths: Deaths;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Told how a child ended that was not told to. */
  readonly died: (slugs: readonly string[], cause: Cause, detail: string) => void;
  /** What a child is to load for an actor, and what it must then say of itself, as JSON. */
  readonly bundleOf: (slug: string) => { readonly code: Uint8Array; readonly description: string };
}

export interface Pool extends AsyncDisposable {
  /** What the child says. @throws {HubError} `actor_failed`, `actor_timeout`, `overloaded`, or what the actor throws. */
  perform(job: Job): Promise<unknown>;
  children(): number;
  /** From now on a child ends as soon as it has no run. */
  retire(): void;
}

const MAX_WAITING = 32;
/** So many waiting runs are worth another child. */
const CROWD = 4;
const IDLE_MS = 60_000;
const FIRST_ANSWER_MS = 5_000;
/** After the signal to abort. */
const GRACE_MS = 250;
/** For a run that nobody waits for any more, within its own time. */
const ABANDONED_MS = 2_000;
const MAX_SERVED = 1_000;
const MAX_IDLE_BYTES = 256 * 1024 * 1024;
/** Said by a model's judge. */
const JUDGE_MS = 1_000;

type Call = Extract<FromChild, { kind: "call" }>;

export function createPool(deps: PoolDeps): Pool {
  const { fence, slots, deaths, now, died, bundleOf } = deps;
  const waiting: Ride[] = [];
  const members = new Set<Member>();
  let stopListening = slots.onFree(dispatch);
  let isClosed = false;
  let isRetired = false;
  let lastRun = 0;

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
          member.process.send({ kind: "abort", run });
          expireAfter(member, run, ride, Math.min(ride.due - now(), ABANDONED_MS));
        }
  }

  /** The child is told when the time of a run is over, and killed when it goes on. */
  function expireAfter(member: Member, run: number, ride: Ride, ms: number): void {
    clearTimeout(ride.timer);
    ride.timer = setTimeout(() => {
      ride.isOverdue = true;
      ride.fail(tooLate(ride));
      member.process.send({ kind: "abort", run });
      ride.timer = setTimeout(() => {
        ride.isLate = true;
        member.process.kill("deadline");
      }, GRACE_MS);
    }, ms);
  }

  function dispatch(): void {
    while (waiting.length > 0) {
      const at = waiting.findIndex((ride) => roomFor(ride, members) !== undefined);
      const [ride] = at === -1 ? [] : waiting.splice(at, 1);
      const member = ride && roomFor(ride, members);
      if (ride === undefined || member === undefined) break;
      assign(ride, member);
    }
    if (waiting.length === 0 || isClosed) return;
    const isStarting = [...members].some(({ isUp, isLeaving, rides }) => !isUp && !isLeaving && rides.size < MAX_RUNS);
    const serving = [...members].filter((member) => !isClosing(member)).length;
    const isCrowded = serving === 0 || waiting.length >= CROWD || waiting[0]?.isAlone === true;
    if (!isStarting && isCrowded && slots.take()) {
      start();
      dispatch();
    }
  }

  function start(): void {
    const process = startChild({ fence, take: (message) => take(member, message) });
    const timer = setTimeout(() => process.kill("deadline"), FIRST_ANSWER_MS);
    const member = newMember(process, timer);
    members.add(member);
    void process.ended.then(({ cause, detail }) => bury(member, cause, detail));
  }

  function assign(ride: Ride, member: Member): void {
    const run = ++lastRun;
    member.rides.set(run, ride);
    disturb(member);
    if (ride.context !== undefined)
      ride.lending = lendOver(ride.context, {
        llm: ride.llm === true,
        judge: (call, answer) => judge(member, ride, { run, call }, answer),
      });
    if (member.isUp) prepare(member, run, ride);
  }

  function prepare(member: Member, run: number, ride: Ride): void {
    if (member.loaded.has(ride.slug)) return begin(member, run, ride);
    const known = member.loading.get(ride.slug);
    if (known !== undefined) return void known.rides.add(run);
    const timer = setTimeout(() => {
      member.blamed = ride.slug;
      member.process.kill("deadline");
    }, FIRST_ANSWER_MS);
    member.loading.set(ride.slug, { rides: new Set([run]), timer });
    member.process.send({ kind: "load", actor: ride.slug }, bundleOf(ride.slug).code);
  }

  function begin(member: Member, run: number, ride: Ride): void {
    if (ride.isSettled) return void leave(member, run);
    ride.due = now() + ride.limitMs;
    expireAfter(member, run, ride, ride.limitMs);
    try {
      const at = ride.context?.now() ?? now();
      member.process.send({ kind: "run", run, actor: ride.slug, act: ride.act, input: ride.input, now: at });
    } catch {
      leave(member, run);
      ride.fail(new HubError("payload_too_large", "The input is too large for this actor."));
    }
  }

  /** The run is over for the child. */
  function leave(member: Member, run: number): void {
    const ride = member.rides.get(run);
    clearTimeout(ride?.timer);
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

  /** A message that fits no run of this child ends it. @throws {RangeError} */
  function take(member: Member, message: FromChild): void {
    if (message.kind === "up") {
      if (member.isUp) throw new RangeError("It is up already");
      member.isUp = true;
      clearTimeout(member.firstAnswer);
      for (const [run, ride] of member.rides) prepare(member, run, ride);
    } else if (message.kind === "ready" || message.kind === "unready") settleLoad(member, message);
    else if (message.kind === "call") void answer(member, message, lendingOf(member, message.run));
    else if (message.kind === "log") rideOf(member, message.run).lending?.log(message.level, message.message);
    else settleRun(member, message);
  }

  function settleLoad(member: Member, message: Extract<FromChild, { kind: "ready" | "unready" }>): void {
    const { actor: slug } = message;
    const loading = member.loading.get(slug);
    if (loading === undefined) throw new RangeError("It was not told to load that");
    clearTimeout(loading.timer);
    if (message.kind === "unready" || JSON.stringify(message.description) !== bundleOf(slug).description) {
      member.blamed = slug;
      throw new RangeError("It is not what it was when it was taken in");
    }
    member.loading.delete(slug);
    member.loaded.add(slug);
    for (const run of loading.rides) {
      const ride = member.rides.get(run);
      if (ride !== undefined) begin(member, run, ride);
    }
  }

  function settleRun(member: Member, message: Extract<FromChild, { kind: "done" | "failed" }>): void {
    const judged = member.judges.get(message.run);
    if (judged !== undefined) {
      member.judges.delete(message.run);
      if (message.kind === "failed")
        judged.reject(new HubError("actor_failed", "The actor failed.", { cause: message.error.message }));
      else judged.resolve(sentencesOf(message.value));
      return;
    }
    const ride = rideOf(member, message.run);
    if (message.kind === "done") ride.settle(message.value);
    else
      ride.fail(
        ride.lending?.publishable(message.error) ??
          new HubError("actor_failed", `"${ride.slug}" failed.`, { cause: new Error(message.error.message) }),
      );
    leave(member, message.run);
  }

  function rideOf(member: Member, run: number): Ride {
    const ride = member.rides.get(run);
    if (ride === undefined) throw new RangeError("It has no such run");
    return ride;
  }

  function lendingOf(member: Member, run: number): Lending {
    const { lending } = rideOf(member, run);
    if (lending === undefined) throw new RangeError("It is lent nothing");
    return lending;
  }

  async function answer(member: Member, message: Call, lending: Lending): Promise<void> {
    const { run, call } = message;
    const ride = rideOf(member, run);
    const tell = (more: object, bytes?: Uint8Array): void =>
      member.process.send({ kind: "answer", run, call, now: ride.context?.now() ?? now(), ...more }, bytes);
    try {
      const { value, bytes } = await ride.within(() => lending.answer(message));
      tell({ value: value ?? null }, bytes);
    } catch (error) {
      if (error instanceof RangeError) member.process.kill("protocol");
      else tell({ error: wireErrorOf(error) });
    }
  }

  function judge(
    member: Member,
    ride: Ride,
    of: { run: number; call: number },
    input: unknown,
  ): Promise<readonly string[]> {
    const run = ++lastRun;
    const judged = Promise.withResolvers<readonly string[]>();
    member.judges.set(run, judged);
    member.process.send({ kind: "run", run, actor: ride.slug, act: "judge", input, now: now(), of });
    const timer = setTimeout(() => {
      ride.isLate = true;
      member.process.kill("deadline");
    }, JUDGE_MS);
    return judged.promise.finally(() => clearTimeout(timer));
  }

  function bury(member: Member, cause: Cause, detail: string): void {
    members.delete(member);
    clearTimeout(member.firstAnswer);
    disturb(member);
    for (const { timer } of member.loading.values()) clearTimeout(timer);
    for (const { reject } of member.judges.values()) reject(actorFailed("The actor", cause));
    for (const { timer } of member.rides.values()) clearTimeout(timer);
    const { blamed, failed, repeated } = aftermathOf(member, { cause, now: now(), isClosed });
    if (blamed !== undefined) died(blamed, cause, detail);
    const [only, ...others] = blamed ?? [];
    if (only !== undefined && others.length === 0) deaths.record(only);
    for (const { ride, error } of failed) ride.fail(error);
    for (const { ride, isAlone } of repeated) {
      ride.isRepeated = true;
      ride.isAlone = isAlone;
      ride.lending = undefined;
      waiting.unshift(ride);
    }
    slots.release();
    dispatch();
    if (isRetired && members.size === 0 && waiting.length === 0) stopListening();
  }
}
