import { expect, test } from "bun:test";
import { openFilesJob, readOpenFiles } from "../../src/app/jobs/open-files.ts";

test("the log tells once that hardly a connection more can be opened, and once that it can", async () => {
  const told: string[] = [];
  const log = { warn: (line: string) => void told.push(`warn ${line}`), info: (line: string) => void told.push(line) };
  let open = 899;
  const { run } = openFilesJob(async () => ({ open, most: 1000 }), log);
  await run();
  expect(told).toEqual([]);
  open = 900;
  await run();
  await run();
  expect(told).toEqual([expect.stringMatching(/^warn .*900 of the 1000 files and connections/)]);
  open = 10;
  await run();
  await run();
  expect(told.slice(1)).toEqual(["There is room for files and connections again."]);
});

test.skipIf(process.platform !== "linux")("the files of this process are counted", async () => {
  const { open, most } = (await readOpenFiles()()) ?? { open: 0, most: 0 };
  expect(open).toBeWithin(3, most);
});
