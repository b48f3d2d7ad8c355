import { expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { cutBeyondShare } from "../../../src/app/jobs/connection-share.ts";
import { openFilesJob, readOpenFiles } from "../../../src/app/jobs/open-files.ts";
import { startProgram } from "../../support/hub-process.ts";
import { LEAN } from "../../support/killed-hubs.ts";

test("the log tells once that hardly a connection more can be opened, and once that it can", async () => {
  const told: string[] = [];
  const log = { warn: (line: string) => void told.push(`warn ${line}`), info: (line: string) => void told.push(line) };
  let open = 899;
  const closeIdle = (): number => (told.push("closed"), 20);
  const { run } = openFilesJob({ read: async () => ({ open, most: 1000 }), closeIdle, cutBeyondShare: () => 0, log });
  const aMinute = async (): Promise<void> => {
    for (let look = 0; look < 60; look++) await run();
  };
  await run();
  expect(told).toEqual([]);
  open = 900;
  await run();
  await run();
  const warning = expect.stringMatching(/^warn 900 of the 1000 files and connections.*Closed were 20 idle ones/);
  expect(told).toEqual(["closed", warning, "closed"]);
  open = 10;
  await run();
  open = 900;
  await run();
  expect(told.slice(3)).toEqual(["closed"]);
  open = 10;
  await aMinute();
  await aMinute();
  expect(told.slice(4)).toEqual(["There is room for files and connections again."]);
});

test("what one address has beyond its share is cut only where there are too many without the idle ones", async () => {
  const told: number[] = [];
  const log = { warn: () => undefined, info: () => undefined };
  let idle = 101;
  const cutBeyondShare = (most: number): number => told.push(most);
  const read = async () => ({ open: 1000, most: 1000 });
  const { run } = openFilesJob({ read, closeIdle: () => idle, cutBeyondShare, log });
  await run();
  expect(told).toEqual([]);
  idle = 100;
  await run();
  expect(told).toEqual([1000]);
});

test("an address keeps a quarter, on which it spoke last, a network of IPv6 counts as one, and a proxy has no share", () => {
  const cut: string[] = [];
  const of = (address: string, silentMs: number) => ({
    address,
    silentMs,
    cut: () => cut.push(`${address} ${silentMs}`),
  });
  const connections = [
    of("192.0.2.1", 10),
    of("192.0.2.1", 3000),
    of("192.0.2.1", 2000),
    of("2001:db8::1", 5),
    of("2001:db8::2", 6),
    of("2001:db8::3", 7),
    of("192.0.2.2", 9000),
    ...[1, 2, 3, 4].map((ms) => of("192.0.2.9", ms)),
  ];
  expect(cutBeyondShare(connections, 8, new Set(["192.0.2.9"]))).toBe(2);
  expect(cut).toEqual(["192.0.2.1 3000", "2001:db8::3 7"]);
});

const HEAD = "Host: hub\r\n";
test.skipIf(process.platform !== "linux").each([
  ["answered connections", `GET /health HTTP/1.1\r\n${HEAD}\r\n`],
  ["halves of a header", `GET /health HTTP/1.1\r\n${HEAD}`],
  [
    "bodies that do not end",
    `POST /api/v1/genius/actors/data-convert/run/ HTTP/1.1\r\n${HEAD}Content-Length: 99\r\n\r\n{`,
  ],
])(
  "whoever comes is answered within seconds while one caller holds more %s than there may be",
  async (_, text) => {
    const folder = await mkdtemp(join(tmpdir(), "hub-open-files-"));
    const most = 300;
    const limited = ["-c", `ulimit -n ${most} && exec "$0" "$@"`, process.execPath, LEAN];
    await using hub = await startProgram("sh", limited, { HUB_DATA_DIR: folder });
    const { hostname, port } = new URL(hub.url);
    await using kept = new AsyncDisposableStack();
    for (let count = 0; count < most + 50; count++) {
      const connection = connect(Number(port), hostname, () => connection.write(text)).on("error", () => undefined);
      connection.resume();
      kept.defer(() => void connection.destroy());
    }
    await hub.logged("files and connections that this process may have open are taken");
    const began = performance.now();
    const answer = await fetch(`${hub.url}/health`, { headers: { connection: "close" } });
    expect(answer.status).toBe(200);
    expect(performance.now() - began).toBeLessThan(7_000); // The server itself gives a header twelve seconds.
    await hub.kill();
    await rm(folder, { recursive: true });
  },
  30_000,
);

test.skipIf(process.platform !== "linux")("the files of this process are counted", async () => {
  const { open, most } = (await readOpenFiles()()) ?? { open: 0, most: 0 };
  expect(open).toBeWithin(3, most);
});
