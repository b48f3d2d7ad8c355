/** What the operator writes is as strict in the shell as over HTTP, and says what it should have been. */
import { expect, test } from "bun:test";
import { adminCommand } from "../../src/cli/admin/admin.ts";

const REASON = ["--reason", "ticket 7"];
const ESCAPE = "a\u001b[31mb";

/** Refused before any store is opened. */
async function refusal(...argv: string[]): Promise<string> {
  const message = await adminCommand.run(argv).then(
    () => "it was done",
    (error: unknown) => String(error),
  );
  return message.split("\n", 1)[0] ?? "";
}

test.each([
  [["issue", "not an email", "pro", ...REASON], "<email>: it is no address of e-mail"],
  [["issue", `${ESCAPE}@b.co`, "pro", ...REASON], "<email>: it is no address of e-mail"],
  [["suspend", "hub_live_a", "--reason", ESCAPE], "--reason: it is one line, without control characters"],
  [["suspend", "hub_live_a", "--reason", "two\nlines"], "--reason: it is one line, without control characters"],
  [["suspend", "hub_live_a", "--reason", "x".repeat(501)], "--reason: it has at most 500 characters"],
  [["end-connection", "con_1", "--reason", " "], "--reason: it must not be empty"],
  [["oauth-client", "remove", "github", "--reason", ESCAPE], "--reason: it is one line, without control characters"],
  [["secret", "rotate", "--reason", ESCAPE], "--reason: it is one line, without control characters"],
  [["grant", "hub_live_a", "--xrp", "0", ...REASON], "--xrp: it must be more than nothing"],
  [["grant", "hub_live_a", "--xrp", "9".repeat(20), ...REASON], "at most 11 digits before the point and 6 behind it"],
  [["grant", "hub_live_a", "--calls", "9".repeat(20), ...REASON], "--calls: it is a number of calls from 1 up"],
  [["budget", "hub_live_a", "--calls", "9".repeat(20), ...REASON], "--calls: it is a number of calls below"],
  [["scopes", "hub_live_a", "serach", ...REASON], '"serach" is no scope: there are search, run, proxy'],
  [["scopes", "hub_live_a", "search,", ...REASON], '"" is no scope'],
])("`admin %j` is refused: %s", async (argv, why) => {
  expect(await refusal(...argv)).toContain(why);
});
