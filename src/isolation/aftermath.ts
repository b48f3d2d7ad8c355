/** What becomes of the runs of a child that has ended: who is blamed for it, who is tried once more, who fails. */
import { HubError } from "../runtime/errors.ts";
import type { Cause } from "./child-process.ts";
import { actorFailed, culpritsOf, type Member, type Ride, tooLate } from "./member.ts";

export interface ChildEnd {
  readonly cause: Cause;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** The pool takes no more runs. */
  readonly isClosed: boolean;
}

export interface Aftermath {
  /** Slugs of the actors; none where the fence itself is at fault, `undefined` where the child was told to end. */
  readonly blamed: readonly string[] | undefined;
  readonly failed: readonly { readonly ride: Ride; readonly error: HubError }[];
  /** Alone where nobody can tell who has ended the child. */
  readonly repeated: readonly { readonly ride: Ride; readonly isAlone: boolean }[];
}

/** Of the runs that are not answered yet. */
export function aftermathOf(member: Member, { cause, now, isClosed }: ChildEnd): Aftermath {
  const victims = [...member.rides.values()];
  const waiting = victims.filter(({ isSettled }) => !isSettled);
  if (!member.isUp && cause !== "ended") {
    // No actor has run in it.
    const error = new HubError("overloaded", "No process can be started for this actor.");
    return { blamed: [], failed: waiting.map((ride) => ({ ride, error })), repeated: [] };
  }
  const culprits = culpritsOf(member, victims);
  const isInnocent = (ride: Ride): boolean => culprits !== undefined && !culprits.includes(ride);
  const mayRepeat = (ride: Ride): boolean => {
    if (isClosed || ride.isRepeated || ride.lending?.hasActed() === true || now >= ride.due) return false;
    return isInnocent(ride) || (culprits === undefined && victims.length > 1);
  };
  const failures = waiting.filter((ride) => !mayRepeat(ride));
  return {
    blamed: cause === "ended" ? undefined : [...new Set((culprits ?? victims).map(({ slug }) => slug))],
    failed: failures.map((ride) => ({
      ride,
      error: isInnocent(ride) && now >= ride.due ? tooLate(ride) : actorFailed(`"${ride.slug}"`, cause),
    })),
    repeated: waiting.filter(mayRepeat).map((ride) => ({ ride, isAlone: culprits === undefined })),
  };
}
