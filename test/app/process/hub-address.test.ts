import { expect, test } from "bun:test";
import { configuredAddress } from "../../../src/app/process/hub-address.ts";

test.each([
  [{ HUB_PUBLIC_URL: "https://hub.example.org", HOST: "0.0.0.0", PORT: 3000 }, "https://hub.example.org"],
  [{ HUB_PUBLIC_URL: undefined, HOST: "hub.internal", PORT: 3000 }, "http://hub.internal:3000"],
  // A browser opens neither "every address" nor one of IPv6 without its brackets.
  [{ HUB_PUBLIC_URL: undefined, HOST: "0.0.0.0", PORT: 3000 }, "http://127.0.0.1:3000"],
  [{ HUB_PUBLIC_URL: undefined, HOST: "::", PORT: 3000 }, "http://127.0.0.1:3000"],
  [{ HUB_PUBLIC_URL: undefined, HOST: "::1", PORT: 3000 }, "http://[::1]:3000"],
] as const)("the shell sends people to an address that a browser can open: %j", (settings, address) => {
  expect(configuredAddress(settings)).toBe(address);
});
