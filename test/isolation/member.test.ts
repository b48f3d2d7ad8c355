import { expect, test } from "bun:test";
import { type ActorJob, type Member, newMember, newRide, roomFor } from "../../src/isolation/member.ts";

const NOBODY = (): void => undefined;
const JOB: ActorJob = { slug: "probe", act: "run", input: {}, limitMs: 1_000, signal: new AbortController().signal };
const ride = () => newRide(JOB, NOBODY, NOBODY);

function childWith(...rides: ReturnType<typeof ride>[]): Member {
  const member = newMember({} as Member["process"], undefined as never);
  rides.forEach((each, run) => member.rides.set(run, each));
  return member;
}

test("a child that keeps a run beyond its time is given no other, for it may be killed", () => {
  const stuck = ride();
  const member = childWith(stuck, ride());
  expect(roomFor(ride(), [member])).toBe(member);
  stuck.isOverdue = true;
  expect(roomFor(ride(), [member])).toBeUndefined();
  const other = childWith();
  expect(roomFor(ride(), [member, other])).toBe(other);
  member.rides.delete(0);
  expect(roomFor(ride(), [member])).toBe(member);
});

test("a child has eight runs at most, and one that must be alone has it alone", () => {
  const eight = childWith(...Array.from({ length: 8 }, ride));
  expect(roomFor(ride(), [eight])).toBeUndefined();
  const alone = { ...ride(), isAlone: true };
  expect(roomFor(alone, [childWith(ride())])).toBeUndefined();
  expect(roomFor(ride(), [childWith(alone)])).toBeUndefined();
});
