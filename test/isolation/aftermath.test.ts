/** Whose fault it is that a child has ended, and what becomes of the runs that were on it. */
import { expect, test } from "bun:test";
import { aftermathOf } from "../../src/isolation/aftermath.ts";
import { type ActorJob, type Member, newMember, newRide, type Ride } from "../../src/isolation/member.ts";

const NOBODY = (): void => undefined;
const JOB: Omit<ActorJob, "slug"> = { act: "run", input: {}, limitMs: 1_000, signal: new AbortController().signal };
const ride = (slug: string, more: Partial<Ride> = {}): Ride =>
  Object.assign(newRide({ ...JOB, slug }, NOBODY, NOBODY), more);

function childWith(rides: readonly Ride[], isUp = true): Member {
  const member = newMember({} as Member["process"], undefined as never);
  rides.forEach((each, run) => member.rides.set(run, each));
  return Object.assign(member, { isUp });
}

function told(member: Member, isClosed = false) {
  const { blamed, failed, repeated } = aftermathOf(member, { cause: "exit", now: 0, isClosed });
  return {
    blamed,
    failed: failed.map(({ ride: { slug }, error }) => [slug, error.code]),
    repeated: repeated.map(({ ride: { slug }, isAlone }) => [slug, isAlone]),
  };
}

test("a child that never came up blames no actor, and all its runs fail", () => {
  const failed = [["a", "overloaded"]];
  expect(told(childWith([ride("a")], false))).toEqual({ blamed: [], failed, repeated: [] });
});

test("a run alone on its child is to blame", () => {
  const failed = [["a", "actor_failed"]];
  expect(told(childWith([ride("a")]))).toEqual({ blamed: ["a"], failed, repeated: [] });
});

test("of several, all are tried once more, each alone: nobody can tell which it was", () => {
  const member = childWith([ride("a"), ride("b"), ride("c", { isRepeated: true })]);
  expect(told(member)).toEqual({
    blamed: ["a", "b", "c"],
    failed: [["c", "actor_failed"]],
    repeated: [
      ["a", true],
      ["b", true],
    ],
  });
});

test("beside one that was late the others are innocent, and fail only where their own time is over", () => {
  const member = childWith([ride("late", { isLate: true }), ride("b"), ride("c", { due: 0 })]);
  expect(told(member)).toEqual({
    blamed: ["late"],
    failed: [
      ["late", "actor_failed"],
      ["c", "actor_timeout"],
    ],
    repeated: [["b", false]],
  });
});

test("nothing is tried again once the pool is closed, or what the run has done would be done twice", () => {
  const acted = { hasActed: () => true } as Ride["lending"];
  expect(told(childWith([ride("a"), ride("b", { lending: acted })])).repeated).toEqual([["a", true]]);
  expect(told(childWith([ride("a"), ride("b")]), true).repeated).toEqual([]);
});

test("a run that is answered already is left alone", () => {
  const answered = ride("a");
  answered.settle("done");
  expect(told(childWith([answered, ride("b")]))).toEqual({
    blamed: ["a", "b"],
    failed: [],
    repeated: [["b", true]],
  });
});
