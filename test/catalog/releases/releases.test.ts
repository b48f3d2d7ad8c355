/** The catalogue as a published file: what is put in place is whole, or what serves stays. */
import { describe, expect, test } from "bun:test";
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { loadConfig } from "../../../src/app/settings/config.ts";
import { releaseSourceOf, releaseStoreOf } from "../../../src/app/catalog/release-source.ts";
import { buildCatalog } from "../../../src/catalog/import/build.ts";
import { fetchRelease, tidyReleases } from "../../../src/catalog/releases/fetch.ts";
import {
  digestOf,
  folderOf,
  keepPresent,
  keptReleases,
  pathOf,
  readDigest,
} from "../../../src/catalog/releases/kept.ts";
import type { ReleaseSource } from "../../../src/catalog/releases/source.ts";
import { HubError } from "../../../src/runtime/errors.ts";
import { goBack, publishCatalog, rollBack } from "../../../src/catalog/releases/publish.ts";
import { readPointer } from "../../../src/catalog/releases/release.ts";
import { startStorage, type TestStorage } from "../../support/object-storage.ts";
import { described, emptyShelf, get, NOW, type Shelf } from "../support.ts";

const CLOCK = { now: Date.now };
const NEVER = new AbortController().signal;

function settingsOf({ url, keys }: TestStorage) {
  return loadConfig({ CATALOG_STORAGE_URL: url, CATALOG_STORAGE_KEY_ID: keys.id, CATALOG_STORAGE_SECRET: keys.secret });
}

function storeOf(storage: TestStorage) {
  const store = releaseStoreOf(settingsOf(storage), CLOCK);
  if (store === undefined) throw new Error("The settings name a storage");
  return store;
}

/** Fetches without waiting between attempts. */
function fetchTo({ path }: Shelf, storage: TestStorage, signal = NEVER) {
  const source = releaseSourceOf(settingsOf(storage), CLOCK);
  if (source === undefined) throw new Error("The settings name a storage");
  return fetchRelease({ path, source, signal, pause: async () => undefined });
}

async function build(shelf: Shelf, ...names: readonly string[]): Promise<void> {
  const documents = names.map((name) =>
    described(`${name}.dev`, {
      paths: Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`/${name}/${at}`, get(`Answer ${name} ${at}`)])),
    }),
  );
  await shelf.build(documents);
}

function entriesOf(shelf: Shelf): number {
  using catalog = shelf.open();
  return catalog.totals().entries;
}

describe("a published catalogue", () => {
  test("is fetched by another machine as the same file, and the one before it is gone back to", async () => {
    await using storage = await startStorage();
    using builder = emptyShelf();
    using node = emptyShelf();
    await build(builder, "a");
    const first = await publishCatalog(builder.path, storeOf(storage), NEVER);
    expect((await fetchTo(node, storage)).isNew).toBe(true);
    expect(readFileSync(node.path)).toEqual(readFileSync(builder.path));
    expect((await fetchTo(node, storage)).isNew).toBe(false);

    await build(builder, "a", "b");
    const second = await publishCatalog(builder.path, storeOf(storage), NEVER);
    expect(second.pointer.releases.map(({ digest }) => digest)).toEqual([second.release.digest, first.release.digest]);
    await fetchTo(node, storage);
    expect(entriesOf(node)).toBe(80);

    const pointer = await rollBack(storeOf(storage), undefined, NEVER);
    expect(pointer.current).toBe(first.release.digest);
    const downloads = storage.asked.filter((line) => line.startsWith("GET") && line.includes(".zst")).length;
    await fetchTo(node, storage);
    expect(entriesOf(node)).toBe(40);
    // It was still here.
    expect(storage.asked.filter((line) => line.startsWith("GET") && line.includes(".zst"))).toHaveLength(downloads);
    // And forward again, by its name.
    await rollBack(storeOf(storage), second.release.digest.slice(0, 10), NEVER);
    await fetchTo(node, storage);
    expect(entriesOf(node)).toBe(80);
    await expect(rollBack(storeOf(storage), "0123", NEVER)).rejects.toThrow('begins with "0123"');
  });

  test("that comes in pieces goes on where it broke off, also after the process that fetched is gone", async () => {
    await using storage = await startStorage();
    using builder = emptyShelf();
    using node = emptyShelf();
    await build(builder, "a", "b", "c");
    const { release } = await publishCatalog(builder.path, storeOf(storage), NEVER);
    storage.faults.cutAfter = Math.ceil(release.sent_bytes / 3);
    const gone = new AbortController();
    const half = fetchRelease({
      path: node.path,
      source: releaseSourceOf(settingsOf(storage), CLOCK)!,
      signal: gone.signal,
      pause: async () => gone.abort(new Error("The process is gone")),
    });
    await expect(half).rejects.toThrow("The process is gone");
    expect(existsSync(node.path)).toBe(false);
    const before = storage.asked.length;
    await fetchTo(node, storage);
    expect(entriesOf(node)).toBe(120);
    const ranges = storage.asked.slice(before).filter((line) => line.includes(".zst"));
    const begins = ranges.map((line) => Number(/bytes=(\d+)-/.exec(line)?.[1] ?? 0));
    // How much of a broken answer arrived nobody can say; none of it is asked for again.
    expect(begins).toEqual(begins.toSorted((one, other) => one - other));
    expect(begins.at(-1)).toBeGreaterThanOrEqual(release.sent_bytes - storage.faults.cutAfter);
  });

  test("is taken whole from a storage that knows no ranges", async () => {
    await using storage = await startStorage();
    using builder = emptyShelf();
    using node = emptyShelf();
    await build(builder, "a");
    const { release } = await publishCatalog(builder.path, storeOf(storage), NEVER);
    const whole = storage.objects.get(`${release.digest}.sqlite.zst`) ?? Buffer.alloc(0);
    mkdirSync(folderOf(node.path));
    writeFileSync(`${pathOf(node.path, release.digest)}.part`, whole.subarray(0, 2000));
    storage.faults.ignoresRanges = true;
    await fetchTo(node, storage);
    expect(storage.asked.at(-1)).toEndWith("bytes=2000-");
    expect(await digestOf(node.path)).toBe(release.digest);
  });

  test.each([
    ["drips", { bytesOf: () => 1, isWhole: false }],
    [
      "begins anew each time and breaks off here and there",
      { bytesOf: (attempt: number) => (attempt % 2 === 0 ? 900 : 400), isWhole: true },
    ],
  ])("is given up where its source %s", async (_, { bytesOf, isWhole }) => {
    await using storage = await startStorage();
    using builder = emptyShelf();
    using node = emptyShelf();
    await build(builder, "a");
    await publishCatalog(builder.path, storeOf(storage), NEVER);
    let asked = 0;
    const source: ReleaseSource = {
      ...storeOf(storage),
      async download(_release, from, open) {
        if (asked === 100) throw new Error("Asked a hundred times");
        const write = await open(isWhole ? 0 : from);
        await write(Buffer.alloc(bytesOf(asked++)));
        throw new HubError("upstream_failed", "The upstream service broke off its answer.");
      },
    };
    const fetched = fetchRelease({ path: node.path, source, signal: NEVER, pause: async () => undefined });
    await expect(fetched).rejects.toThrow("Cannot fetch the catalogue: The upstream service broke off its answer.");
  });

  test("is given up, and begun anew later, where more comes than was announced", async () => {
    await using storage = await startStorage();
    using builder = emptyShelf();
    using node = emptyShelf();
    await build(builder, "a");
    const { release } = await publishCatalog(builder.path, storeOf(storage), NEVER);
    const part = `${pathOf(node.path, release.digest)}.part`;
    mkdirSync(folderOf(node.path));
    writeFileSync(part, Buffer.alloc(100));
    const source: ReleaseSource = {
      ...storeOf(storage),
      async download({ sent_bytes: bytes }, from, open) {
        const write = await open(from);
        await write(Buffer.alloc(bytes)); // And not the rest alone.
      },
    };
    const fetched = fetchRelease({ path: node.path, source, signal: NEVER, pause: async () => undefined });
    await expect(fetched).rejects.toThrow("larger than it may be");
    expect(existsSync(part)).toBe(false);
    await fetchTo(node, storage);
    expect(entriesOf(node)).toBe(40);
  });

  test("that the disk has no room for is not begun, and one line says what it needs", async () => {
    await using storage = await startStorage();
    using builder = emptyShelf();
    using node = emptyShelf();
    await build(builder, "a");
    const { release, pointer } = await publishCatalog(builder.path, storeOf(storage), NEVER);
    const [spared, mib] = [128 * 1024 ** 2, 1024 ** 2];
    const source: ReleaseSource = {
      ...storeOf(storage),
      pointer: async () => ({ etag: "1", pointer: { ...pointer, releases: [{ ...release, bytes: 16 * 1024 ** 3 }] } }),
      download: () => Promise.reject(new Error("It was begun")),
    };
    const facts = { path: node.path, source, signal: NEVER, pause: async () => undefined };
    await expect(fetchRelease({ ...facts, roomIn: () => 10 * 1024 * mib })).rejects.toThrow(
      `Cannot fetch the catalogue ${release.digest.slice(0, 12)}: it needs 16513 MiB of the disk, and 10240 are free`,
    );
    expect(existsSync(`${folderOf(node.path)}/${release.digest}.sqlite.part`)).toBe(false);

    const fits = { ...facts, source: storeOf(storage) };
    const needed = release.sent_bytes + release.bytes + spared;
    await expect(fetchRelease({ ...fits, roomIn: () => needed - 1 })).rejects.toThrow("Cannot fetch the catalogue");
    expect((await fetchRelease({ ...fits, roomIn: () => needed })).isNew).toBe(true);
  });

  test("that is not what was announced leaves what serves as it was, and nothing behind", async () => {
    await using storage = await startStorage();
    using builder = emptyShelf();
    using node = emptyShelf();
    await build(node, "old");
    await build(builder, "a");
    const { release, pointer } = await publishCatalog(builder.path, storeOf(storage), NEVER);
    const name = `${release.digest}.sqlite.zst`;
    const pointerName = [...storage.objects.keys()].find((each) => each.endsWith(".json")) ?? "";
    const announce = (changed: object): void => {
      const told = { ...pointer, releases: [{ ...release, ...changed }] };
      storage.objects.set(pointerName, Buffer.from(JSON.stringify(told)));
    };
    const refusals: readonly [prepare: () => void, why: string][] = [
      [() => (storage.faults.damages = true), "The catalogue was refused"],
      [() => announce({ bytes: release.bytes - 1 }), "it is larger than was announced"],
      [() => announce({ sent_bytes: release.sent_bytes - 1 }), "larger than it may be"],
      [() => announce({ entries: 41 }), "41 were announced"],
      [() => announce({ shape: 4 }), "it has shape 4"],
      [() => announce({ made: "-".repeat(24) }), "cannot be read"],
      [() => announce({ packing: "none", sent_bytes: release.sent_bytes }), "was refused"],
      [
        () => storage.objects.set(name, Buffer.from("x".repeat(release.sent_bytes))),
        "it is not packed as was announced",
      ],
      [() => storage.objects.set(pointerName, Buffer.from("{}")), "cannot be read"],
      [
        () => storage.objects.set(pointerName, Buffer.from(JSON.stringify({ ...pointer, current: "0".repeat(64) }))),
        "cannot be read",
      ],
      [() => storage.objects.delete(pointerName), "No catalogue is published"],
      [() => (storage.faults.status = 403), "status 403 (SlowDown)"],
    ];
    const old = readFileSync(node.path);
    const objects = new Map(storage.objects);
    for (const [prepare, why] of refusals) {
      for (const [key, bytes] of objects) storage.objects.set(key, bytes);
      Object.assign(storage.faults, { damages: false, status: undefined });
      prepare();
      await expect(fetchTo(node, storage)).rejects.toThrow(why);
      expect(readFileSync(node.path)).toEqual(old);
      expect(readdirSync(folderOf(node.path)).filter((file) => file.endsWith(".unpacked"))).toEqual([]);
    }
    Object.assign(storage.faults, { status: undefined });
    for (const [key, bytes] of objects) storage.objects.set(key, bytes);
    await fetchTo(node, storage);
    expect(entriesOf(node)).toBe(40);
  });

  test("leaves nothing of processes that were killed at it, also where nothing newer is published", async () => {
    await using storage = await startStorage();
    using builder = emptyShelf();
    using node = emptyShelf();
    await build(builder, "a");
    await publishCatalog(builder.path, storeOf(storage), NEVER);
    await fetchTo(node, storage);
    const [folder, dead] = [folderOf(node.path), Bun.spawnSync([process.execPath, "-e", ""]).pid];
    const rests = [
      `${node.path}.${dead}.new`,
      `${node.path}.${dead}.new.${dead}.copy`,
      join(folder, `applied.${dead}.new`),
      join(folder, `digest.json.${dead}.new`),
      `${pathOf(node.path, "0".repeat(64))}.${dead}.copy`,
      `${pathOf(node.path, "0".repeat(64))}.part`,
      `${pathOf(node.path, "0".repeat(64))}.unpacked`,
    ];
    const ofAnother = `${pathOf(node.path, "1".repeat(64))}.${process.ppid}.copy`;
    const leave = (): void => [...rests, ofAnother].forEach((each) => writeFileSync(each, "half"));
    const left = (): readonly string[] => [...rests, ofAnother].filter((each) => existsSync(each));

    leave();
    tidyReleases(node.path);
    expect(left()).toEqual([ofAnother]);
    leave();
    await build(builder, "a", "b");
    await publishCatalog(builder.path, storeOf(storage), NEVER);
    await fetchTo(node, storage);
    expect(left()).toEqual([ofAnother]);
    expect(entriesOf(node)).toBe(80);
  });

  test("a file that was built here since stays until another is published", async () => {
    await using storage = await startStorage();
    using builder = emptyShelf();
    using node = emptyShelf();
    await build(builder, "a");
    await publishCatalog(builder.path, storeOf(storage), NEVER);
    await fetchTo(node, storage);
    await build(node, "own", "own-too");
    expect((await fetchTo(node, storage)).isNew).toBe(false);
    expect(entriesOf(node)).toBe(80);
    await build(builder, "a", "b", "c");
    await publishCatalog(builder.path, storeOf(storage), NEVER);
    await fetchTo(node, storage);
    expect(entriesOf(node)).toBe(120);
    // What was built here can still be gone back to.
    expect(keptReleases(node.path).length).toBeGreaterThan(1);
  });

  test("two that publish at once are both told of, and neither is lost", async () => {
    await using storage = await startStorage();
    const shelves = Array.from({ length: 4 }, () => emptyShelf());
    for (const [at, shelf] of shelves.entries()) await build(shelf, `n${at}`);
    const reports = await Promise.all(shelves.map(({ path }) => publishCatalog(path, storeOf(storage), NEVER)));
    const text = [...storage.objects].find(([name]) => name.endsWith(".json"))?.[1].toString() ?? "";
    const { releases, current } = readPointer(text);
    expect(releases.map(({ digest }) => digest).toSorted()).toEqual(
      reports.map(({ release }) => release.digest).toSorted(),
    );
    expect(reports.map(({ release }) => release.digest)).toContain(current);
    for (const shelf of shelves) shelf[Symbol.dispose]();
  });

  test("may have entries that no word names", async () => {
    await using storage = await startStorage();
    using builder = emptyShelf();
    await builder.build([described("🚀", { servers: [{ url: "https://api.x.dev" }], paths: { "/": get("🚀 (…)") } })]);
    expect((await publishCatalog(builder.path, storeOf(storage), NEVER)).release.entries).toBe(1);
  });

  test("is nothing that a damaged file can become", async () => {
    await using storage = await startStorage();
    using builder = emptyShelf();
    await build(builder, "a");
    const whole = readFileSync(builder.path);
    const torn = Buffer.concat([whole.subarray(0, 8192), Buffer.alloc(whole.length - 8192, 0xff)]);
    writeFileSync(builder.path, torn);
    await expect(publishCatalog(builder.path, storeOf(storage), NEVER)).rejects.toThrow();
    expect(storage.objects.size).toBe(0);
  });
});

describe("while an import is under way", () => {
  /** Its description is read to its end once `goOn` is called. */
  async function importing(shelf: Shelf, ...paths: readonly string[]) {
    const [begun, going] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const slow = described("slow.dev", {
      paths: Object.fromEntries(paths.map((path) => [path, get(`Answer ${path}`)])),
    });
    const read = async () => {
      begun.resolve();
      await going.promise;
      return slow.read();
    };
    const ended = shelf.build([{ ...slow, read }], { source: "slow" });
    await begun.promise;
    return { ended, goOn: going.resolve };
  }

  test("this machine goes back only after it, and to what was there before it", async () => {
    using shelf = emptyShelf();
    await build(shelf, "a");
    await keepPresent(shelf.path);
    await build(shelf, "a", "b");
    await keepPresent(shelf.path);
    const { ended, goOn } = await importing(shelf, "/one");
    await Promise.all([goBack({ path: shelf.path, onWait: goOn }, undefined), ended]);
    expect(entriesOf(shelf)).toBe(80);
  });

  test("the next one waits for it, and what it keeps to go back to is what that has brought", async () => {
    using shelf = emptyShelf();
    await build(shelf, "a");
    const { ended, goOn } = await importing(shelf, "/one", "/two");
    const documents = [described("next.dev", { paths: { "/next": get("Answer next") } })];
    await buildCatalog({
      path: shelf.path,
      now: NOW,
      source: { name: "next", documents },
      onWait: goOn,
      onHeld: async () => void (await keepPresent(shelf.path)),
    });
    await ended;
    expect(entriesOf(shelf)).toBe(43);
    await goBack({ path: shelf.path }, undefined);
    expect(entriesOf(shelf)).toBe(42);
  });
});

test("a catalogue that is replaced while it is read is kept under its own digest, and so is the other", async () => {
  using shelf = emptyShelf();
  await build(shelf, "a");
  // Long enough to be read in several pieces.
  truncateSync(shelf.path, 64 * 1024 ** 2);
  const first = await readDigest(shelf.path);
  const other = `${shelf.path}.other`;
  writeFileSync(other, "another catalogue");
  const keeping = keepPresent(shelf.path);
  // The first is open, and not read to its end.
  while (!openFiles().includes(shelf.path)) await setImmediate();
  renameSync(other, shelf.path);
  const digest = await keeping;
  expect(digest).not.toBe(first);
  for (const each of [digest, await digestOf(shelf.path)]) {
    expect(await readDigest(shelf.path)).toBe(each);
    expect(await readDigest(pathOf(shelf.path, each))).toBe(each);
  }
  for (const { path, digest: name } of keptReleases(shelf.path)) expect(await readDigest(path)).toBe(name);
  expect(readdirSync(folderOf(shelf.path)).filter((name) => name.endsWith(".new"))).toEqual([]);
});

function openFiles(): string[] {
  const own = "/proc/self/fd";
  return readdirSync(own).map((fd) => {
    try {
      return readlinkSync(join(own, fd));
    } catch {
      return ""; // It was closed meanwhile.
    }
  });
}

describe("the digest of the catalogue's file", () => {
  test("is noted, and believed for as long as the file looks the same", async () => {
    using shelf = emptyShelf();
    await build(shelf, "a");
    const digest = await digestOf(shelf.path);
    expect(digest).toBe(await readDigest(shelf.path));
    const note = join(folderOf(shelf.path), "digest.json");
    const other = "0".repeat(64);
    writeFileSync(note, readFileSync(note, "utf8").replace(digest, other));
    expect(await digestOf(shelf.path)).toBe(other); // It was not read again.

    utimesSync(shelf.path, new Date(0), new Date(0));
    expect(await digestOf(shelf.path)).toBe(digest);
    appendFileSync(shelf.path, "more");
    expect(await digestOf(shelf.path)).toBe(await readDigest(shelf.path));
  });

  test.each(["", "{", "[]", '{"digest":"x","stamp":"y"}'])("is read again where the note is %j", async (text) => {
    using shelf = emptyShelf();
    await build(shelf, "a");
    mkdirSync(folderOf(shelf.path));
    writeFileSync(join(folderOf(shelf.path), "digest.json"), text);
    expect(await digestOf(shelf.path)).toBe(await readDigest(shelf.path));
  });

  test("is told although it cannot be noted", async () => {
    using shelf = emptyShelf();
    await build(shelf, "a");
    mkdirSync(join(folderOf(shelf.path), "digest.json"), { recursive: true });
    expect(await digestOf(shelf.path)).toBe(await readDigest(shelf.path));
  });
});
