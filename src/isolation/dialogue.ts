/**
 * What the hub and a child say to each other: which actors are loaded, which runs begin, what a run asks to be lent, and
 * what it came to.
 */
import { HubError } from "../runtime/errors.ts";
import { type Lender, lendOver, wireErrorOf } from "./lending.ts";
import { actorFailed, expireAfter, type Member, type Ride, sentencesOf } from "./member.ts";
import type { FromChild } from "./messages.ts";
import { ownTurn } from "../text/long-work.ts";

export interface DialogueDeps {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** What a child is to load for an actor, and what it must then say of itself, as JSON. */
  readonly bundleOf: (slug: string) => { readonly code: Uint8Array; readonly description: string };
  /** Told that a run is over for its child. */
  readonly leave: (member: Member, run: number) => void;
}

export interface Dialogue {
  /** Gives a run to a child; it begins as soon as the child is up and has loaded its actor. */
  assign(ride: Ride, member: Member): void;
  /** A message, so long as JSON, that fits no run of this child ends it. @throws {RangeError} */
  take(member: Member, message: FromChild, chars: number): void;
}

/** For a child that starts or loads an actor. */
export const FIRST_ANSWER_MS = 5_000;
/** Characters of the calls of one child that are not answered yet. */
const MAX_ASKED = 64 * 1024 * 1024;
/** Said by a model's judge. */
const JUDGE_MS = 1_000;

type CallMessage = Extract<FromChild, { kind: "call" }>;

export function createDialogue({ now, bundleOf, leave }: DialogueDeps): Dialogue {
  let lastRun = 0;
  return {
    assign(ride, member) {
      const run = ++lastRun;
      member.rides.set(run, ride);
      if (ride.context !== undefined)
        ride.lending = lendOver(ride.context, {
          llm: ride.llm === true,
          judge: (call, answer) => judge(member, ride, { run, call }, answer),
        });
      if (member.isUp) prepare(member, run, ride);
    },
    take(member, message, chars) {
      if (message.kind === "up") {
        if (member.isUp) throw new RangeError("It is up already");
        member.isUp = true;
        clearTimeout(member.firstAnswer);
        for (const [run, ride] of member.rides) prepare(member, run, ride);
      } else if (message.kind === "ready" || message.kind === "unready") settleLoad(member, message);
      else if (message.kind === "call") void asked(member, message, chars, lendingOf(member, message.run));
      else if (message.kind === "log") rideOf(member, message.run).lending?.log(message.level, message.message);
      else settleRun(member, message);
    },
  };

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

  /** What waits to be answered is held until it is. */
  async function asked(member: Member, message: CallMessage, chars: number, lending: Lender): Promise<void> {
    member.asked += chars;
    if (member.asked > MAX_ASKED) member.process.kill("memory");
    await answer(member, message, lending);
    member.asked -= chars;
  }

  async function answer(member: Member, message: CallMessage, lending: Lender): Promise<void> {
    const { run, call } = message;
    const ride = rideOf(member, run);
    const tell = (more: object, bytes?: Uint8Array): void =>
      member.process.send({ kind: "answer", run, call, now: ride.context?.now() ?? now(), ...more }, bytes);
    try {
      const { value, bytes } = await ride.within(() => turnOf(member).then(() => lending.answer(message)));
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
    // A model may take longer for its answer than the process lives.
    void member.process.ended.then(({ cause }) => judged.reject(actorFailed("The actor", cause)));
    member.process.send({ kind: "run", run, actor: ride.slug, act: "judge", input, now: now(), of });
    const timer = setTimeout(() => {
      ride.isLate = true;
      member.process.kill("deadline");
    }, JUDGE_MS);
    return judged.promise.finally(() => clearTimeout(timer));
  }
}

/** A thousand calls may come at once, each may be a search, and a child may read none of the answers. */
async function turnOf(member: Member): Promise<void> {
  await ownTurn(member);
  for (let drained = member.process.drained(); drained !== undefined; drained = member.process.drained()) {
    await drained;
    await ownTurn(member);
  }
}

function rideOf(member: Member, run: number): Ride {
  const ride = member.rides.get(run);
  if (ride === undefined) throw new RangeError("It has no such run");
  return ride;
}

function lendingOf(member: Member, run: number): Lender {
  const { lending } = rideOf(member, run);
  if (lending === undefined) throw new RangeError("It is lent nothing");
  return lending;
}
