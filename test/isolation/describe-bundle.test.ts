/** A bundle is given its own time to load: what its process takes to start is not counted. */
import { expect, jest, test } from "bun:test";
import { describeBundle } from "../../src/isolation/describe-bundle.ts";
import type { Fence } from "../../src/isolation/fence.ts";

/** A child that says these messages as soon as it is up, and answers whatever it is told with the last one. */
function saying(...messages: readonly object[]): Fence {
  const program = `
    const frame = (message) => {
      const json = JSON.stringify(message);
      const bytes = Buffer.alloc(5 + json.length);
      bytes.writeUInt32BE(json.length + 1);
      bytes[4] = 1;
      bytes.write(json, 5, "latin1");
      return bytes;
    };
    const messages = ${JSON.stringify(messages)};
    const last = messages.pop();
    process.stdin.on("data", () => process.stdout.write(frame(last)));
    process.stdout.write(Buffer.concat(messages.map(frame)));
  `;
  return { strength: "weak", sentence: "", saysPid: false, command: process.execPath, args: ["-e", program] };
}

const UP = { kind: "up" };
const UNREADY = { kind: "unready", actor: "actor", error: { message: "it was read" } };
const CODE = new TextEncoder().encode("export default 1;");

test("the time that its process takes to start is not the bundle's", async () => {
  jest.useFakeTimers();
  try {
    const described = describeBundle(CODE, saying(UP, UNREADY));
    jest.advanceTimersByTime(6_000); // Before the process can have said anything.
    expect(await described).toEqual({ ok: false, fault: "it was read" });
  } finally {
    jest.useRealTimers();
  }
});

test("a process that never comes up is given up, and the bundle is not blamed", async () => {
  jest.useFakeTimers();
  try {
    const described = describeBundle(CODE, saying(UP, UNREADY));
    jest.advanceTimersByTime(30_000);
    const fault = "the process that tries to load it did not start within 30 s";
    expect(await described).toEqual({ ok: false, fault, isPassing: true });
  } finally {
    jest.useRealTimers();
  }
});

test("a process that cannot be started says nothing about the bundle", async () => {
  const described = await describeBundle(CODE, { ...saying(UP), command: "/no/such/program" });
  expect(described).toMatchObject({
    ok: false,
    fault: expect.stringContaining("did not start (exit"),
    isPassing: true,
  });
});

test("a child that says twice that it is up gains no time by it", async () => {
  const described = await describeBundle(CODE, saying(UP, UP, UNREADY));
  expect(described).toMatchObject({ ok: false, fault: expect.stringContaining("(protocol") });
});
