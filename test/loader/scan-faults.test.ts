/** What the log says of actor folders that cannot be read. */
import { expect, test } from "bun:test";
import { createScanFaults } from "../../src/loader/scan-faults.ts";

const FULL = "Cannot read the actor folders: too many files are open (EMFILE). What is served stays as it is.";

function emfile(path: string): Error {
  return Object.assign(new Error(`EMFILE: too many open files, open '${path}'`), { code: "EMFILE", path });
}

test("one shortage is told once, whichever file it was met at and however often a scan comes through", () => {
  const told: string[] = [];
  const faults = createScanFaults({ error: (line) => void told.push(line), info: (line) => void told.push(line) });
  for (let count = 0; count < 20; count++) {
    faults.failed(emfile(`/actors/${count}.ts`));
    if (count % 3 === 0) faults.worked();
  }
  expect(told).toEqual([FULL]);
  for (let count = 0; count < 100; count++) faults.worked();
  expect(told).toEqual([FULL, "The actor folders can be read again."]);
  faults.failed(emfile("/actors/late.ts"));
  expect(told.slice(2)).toEqual([FULL]);
});

test("another reason is told, too", () => {
  const told: string[] = [];
  const faults = createScanFaults({ error: (line) => void told.push(line), info: (line) => void told.push(line) });
  faults.failed(emfile("/actors/one.ts"));
  faults.failed(new Error("EACCES: permission denied"));
  expect(told).toHaveLength(2);
});
