/** A child of a pool, and the runs that are on their way in it. */
import type { ActorContext } from "../runtime/actor.ts";
import { HubError } from "../runtime/errors.ts";
import { keepSpan } from "../runtime/span.ts";
import type { Cause, ChildProcess } from "./child-process.ts";
import type { Lender } from "./lending.ts";
import type { Act } from "./messages.ts";

export interface ActorJob {
  readonly slug: string;
  readonly act: Act;
  readonly input: unknown;
  /** From the moment a child has it, in milliseconds. */
  readonly limitMs: number;
  readonly signal: AbortSignal;
  /** Absent for what is lent nothing. */
  readonly context?: ActorContext;
  readonly llm?: boolean;
}

/** At once, in one child. */
export const MAX_RUNS = 8;
const RETRY_MS = 1_000;
/** After the signal to abort. */
const GRACE_MS = 250;

/** A job on its way. */
export interface Ride extends ActorJob {
  readonly settle: (value: unknown) => void;
  readonly fail: (error: unknown) => void;
  lending: Lender | undefined;
  /** Does what the child asks for as part of the run, for the child is shared by runs of many requests. */
  readonly within: ReturnType<typeof keepSpan>;
  /** By when it must be over, once a child has it. */
  due: number;
  timer: ReturnType<typeof setTimeout> | undefined;
  isSettled: boolean;
  /** It has been on a child that died. */
  isRepeated: boolean;
  /** It may have ended that one: it is alone on the next, so that it is known who does. */
  isAlone: boolean;
  /** Its time is over, and it was told to stop. */
  isOverdue: boolean;
  /** It went on all the same, and its child was killed for it. */
  isLate: boolean;
}

export interface Member {
  readonly process: ChildProcess;
  readonly rides: Map<number, Ride>;
  readonly loaded: Set<string>;
  /** Waiting for the child to load the actor. */
  readonly loading: Map<string, { readonly rides: Set<number>; readonly timer: ReturnType<typeof setTimeout> }>;
  /** Judges asked on behalf of a run. */
  readonly judges: Map<number, PromiseWithResolvers<readonly string[]>>;
  /** Characters of its calls that are not answered yet. */
  asked: number;
  served: number;
  isUp: boolean;
  isLeaving: boolean;
  blamed: string | undefined;
  firstAnswer: ReturnType<typeof setTimeout>;
  idle: { readonly timer: ReturnType<typeof setTimeout>; readonly withdraw: () => void } | undefined;
}

export function newRide(job: ActorJob, resolve: (value: unknown) => void, reject: (error: unknown) => void): Ride {
  const once = (tell: (what: unknown) => void) => (what: unknown) => {
    if (ride.isSettled) return;
    ride.isSettled = true;
    tell(what);
  };
  const ride: Ride = {
    ...job,
    lending: undefined,
    within: keepSpan(),
    due: Infinity,
    timer: undefined,
    isSettled: false,
    isRepeated: false,
    isAlone: false,
    isOverdue: false,
    isLate: false,
    settle: once(resolve),
    fail: once(reject),
  };
  return ride;
}

/** `firstAnswer` ends it when it does not come up in time. */
export function newMember(process: ChildProcess, firstAnswer: Member["firstAnswer"]): Member {
  return {
    process,
    rides: new Map(),
    loaded: new Set(),
    loading: new Map(),
    judges: new Map(),
    asked: 0,
    served: 0,
    isUp: false,
    isLeaving: false,
    blamed: undefined,
    firstAnswer,
    idle: undefined,
  };
}

/** Who is known to have ended the child; `undefined` where nobody can tell. */
export function culpritsOf({ blamed }: Member, victims: readonly Ride[]): readonly Ride[] | undefined {
  if (blamed !== undefined) return victims.filter(({ slug }) => slug === blamed);
  const late = victims.filter(({ isLate }) => isLate);
  if (late.length > 0) return late;
  return victims.length === 1 ? victims : undefined;
}

/** Takes no run: it is about to end, or keeps a run beyond its time and may be killed for it. */
export function isClosing({ isLeaving, rides }: Member): boolean {
  return isLeaving || [...rides.values()].some(({ isOverdue }) => isOverdue);
}

/** A child that may take this run now. */
export function roomFor(ride: Ride, members: Iterable<Member>): Member | undefined {
  return [...members].find((member) => {
    const { rides } = member;
    if (isClosing(member)) return false;
    if (ride.isAlone) return rides.size === 0;
    return rides.size < MAX_RUNS && ![...rides.values()].some(({ isAlone }) => isAlone);
  });
}

/** What a judge in the child says. */
export function sentencesOf(value: unknown): readonly string[] {
  if (!Array.isArray(value)) return [];
  return value.filter((each) => typeof each === "string").map((each) => each.slice(0, 500));
}

export function actorFailed(what: string, cause: Cause): HubError {
  return new HubError("actor_failed", `${what} failed: its process ended.`, { cause: new Error(`It ended: ${cause}`) });
}

export function overloaded(): HubError {
  return new HubError("overloaded", "Too many runs of this actor are waiting.", { retryAfterMs: RETRY_MS });
}

export function tooLate({ slug, limitMs }: ActorJob): HubError {
  return new HubError("actor_timeout", `"${slug}" did not finish within ${limitMs / 1000} s.`);
}

/** It is idle no more. */
export function disturb(member: Member): void {
  clearTimeout(member.idle?.timer);
  member.idle?.withdraw();
  member.idle = undefined;
}

/** The child is told when the time of a run is over, and killed when it goes on. */
export function expireAfter(member: Member, run: number, ride: Ride, ms: number): void {
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
