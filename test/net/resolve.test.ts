import { expect, test } from "bun:test";
import { systemResolve } from "../../src/net/resolve.ts";

test("the system knows the names of its hosts file", async () => {
  const addresses = await systemResolve("localhost");
  expect(addresses.filter((address) => address === "127.0.0.1" || address === "::1")).not.toEqual([]);
});
