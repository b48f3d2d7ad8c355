import { expect, test } from "bun:test";
import { resolveBy, systemResolve } from "../../src/net/resolve.ts";
import { startDns } from "../support/dns-server.ts";

test("a name server is asked for both families", async () => {
  await using dns = await startDns({
    "both.example": [["93.184.216.34", "2606:2800::1", "93.184.216.35"]],
    "six.example": [["2606:2800::2"]],
    "empty.example": [[]],
  });
  const resolve = resolveBy([dns.address]);
  const { signal } = new AbortController();
  expect(await resolve("both.example", signal)).toEqual(["93.184.216.34", "93.184.216.35", "2606:2800::1"]);
  expect(await resolve("six.example", signal)).toEqual(["2606:2800::2"]);
  expect(await resolve("empty.example", signal)).toEqual([]);
  expect(await resolve("missing.example", signal)).toEqual([]);
});

test("an abort ends the question", async () => {
  await using dns = await startDns({}, ["silent.example"]);
  const caller = new AbortController();
  const asking = resolveBy([dns.address])("silent.example", caller.signal);
  caller.abort();
  await expect(asking).rejects.toThrow();
});

test("the system knows the names of its hosts file", async () => {
  const addresses = await systemResolve("localhost");
  expect(addresses.filter((address) => address === "127.0.0.1" || address === "::1")).not.toEqual([]);
});
