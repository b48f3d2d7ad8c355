/** A child without an actor: it loads whatever it is told to, and answers each run with the run's number. */
export const DESCRIPTION = { slug: "probe" };

/** Its program, for `-e`. */
export const TALKER = `
  const frame = (message) => {
    const json = JSON.stringify(message);
    const bytes = Buffer.alloc(5 + json.length);
    bytes.writeUInt32BE(json.length + 1);
    bytes[4] = 1;
    bytes.write(json, 5, "latin1");
    return bytes;
  };
  const say = (message) => process.stdout.write(frame(message));
  process.stdin.on("data", (bytes) => {
    const text = bytes.toString("latin1");
    if (text.includes('"load"')) say({ kind: "ready", actor: "probe", description: ${JSON.stringify(DESCRIPTION)} });
    for (const [, run] of text.matchAll(/"kind":"run","run":(\\d+)/g)) say({ kind: "done", run: Number(run), value: run });
  });
  say({ kind: "up" });
`;
