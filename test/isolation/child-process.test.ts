import { expect, test } from "bun:test";
import { startChild } from "../../src/isolation/child-process.ts";

const FRAMES = 100;
/** Writes long frames as fast as they are taken from the pipe; each has, for the number of its run, when it was begun. */
const TALKER = `
  const fs = require("node:fs");
  const value = "[" + "1,".repeat(150_000) + "1]";
  for (let at = 0; at < ${FRAMES}; at++) {
    const json = '{"kind":"done","run":' + Date.now() + ',"value":' + value + "}";
    const frame = Buffer.alloc(5 + json.length);
    frame.writeUInt32BE(json.length + 1);
    frame[4] = 1;
    frame.write(json, 5, "latin1");
    for (let sent = 0; sent < frame.length;) sent += fs.writeSync(1, frame, sent);
  }
`;

test("what a child says waits in its pipe until what it has said before is taken", async () => {
  const taken: { readonly at: number; readonly begun: number }[] = [];
  const last = Promise.withResolvers<void>();
  const child = startChild({
    fence: { strength: "weak", sentence: "", saysPid: false, command: process.execPath, args: ["-e", TALKER] },
    take(message) {
      if (message.kind !== "done") return;
      taken.push({ at: Date.now(), begun: message.run });
      if (taken.length === FRAMES) last.resolve();
    },
  });
  await Promise.all([child.ended, last.promise]);
  // All but the few that the pipe holds have been taken before the last one is begun.
  expect(taken.at(-1)!.begun).toBeGreaterThanOrEqual(taken.at(-20)!.at);
});
