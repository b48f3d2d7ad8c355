/** What a client of `/mcp` brings back for a call that waits for a connection. */
import { expect, test } from "bun:test";
import { createRequestStates } from "../../src/mcp/request-state.ts";
import { createSealer } from "../../src/runtime/crypto/sealer.ts";

const MINUTE = 60_000;
const CALL = { owner: "ann", tool: "call_api", args: { slug: "echo", params: { id: 7, name: "x" } } };

test("it names the connection for its caller and its call alone, for ten minutes, and tells nobody", () => {
  let now = 0;
  const states = createRequestStates(createSealer("aa".repeat(32), "test"), { now: () => now });
  const state = states.seal("conn_1", CALL);
  expect(states.open(state, { ...CALL, args: { params: { name: "x", id: 7 }, slug: "echo" } })).toBe("conn_1");
  expect(Buffer.from(state, "base64url").includes("conn_1")).toBeFalse();
  for (const other of [
    { ...CALL, owner: "bob" },
    { ...CALL, tool: "read_api" },
    { ...CALL, args: { slug: "echo", params: { id: 8, name: "x" } } },
  ])
    expect(states.open(state, other)).toBeUndefined();
  for (const forged of ["", "conn_1", state.slice(0, -2), `${state}AA`, states.seal("conn_1", { ...CALL, owner: "" })])
    expect(states.open(forged, CALL)).toBeUndefined();
  now = 10 * MINUTE - 1;
  expect(states.open(state, CALL)).toBe("conn_1");
  now = 10 * MINUTE;
  expect(states.open(state, CALL)).toBeUndefined();
});
