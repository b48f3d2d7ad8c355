import { expect, test } from "bun:test";
import { isOpposite } from "../../src/dynamic-tools/words/opposites.ts";

test.each<[string, string, boolean]>([
  ["Power on a server", "power off server 4711", true],
  ["Power off a server", "power off server 4711", false],
  ["unlockAccount", "lock the account 7", true],
  ["Lock an account", "lock the account 7", false],
  // Who says both is not understood, and neither is who says none.
  ["Pause a campaign", "pause the campaign now and resume it on Friday", false],
  ["Enable a rule", "show the rules", false],
  // A name that says both serves both.
  ["Enable or disable a rule", "disable the rule 3", false],
])("%s is the opposite of %s: %p", (name, text, is) => {
  expect(isOpposite(name, text)).toBe(is);
});
