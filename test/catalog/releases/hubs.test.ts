/** Hubs that serve a published catalogue: it is swapped under load, set back, and given on from hub to hub. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { rename } from "node:fs/promises";
import { dirname } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { loadConfig } from "../../../src/app/settings/config.ts";
import { releaseStoreOf } from "../../../src/app/catalog/release-source.ts";
import { publishCatalog, rollBack } from "../../../src/catalog/releases/publish.ts";
import { type HubProcess, startHubProcess } from "../../support/hub-process.ts";
import { startStorage, type TestStorage } from "../../support/object-storage.ts";
import { described, emptyShelf, get, type Shelf } from "../support.ts";

const NEVER = new AbortController().signal;
const SHARE_TOKEN = "the other hubs show this";
const SECRET = "a secret of the tests, long enough";

let storage: TestStorage;
let builder: Shelf;
let folders: Shelf[];
beforeAll(async () => {
  storage = await startStorage();
  builder = emptyShelf();
  folders = [emptyShelf(), emptyShelf()];
});
afterAll(async () => {
  await storage[Symbol.asyncDispose]();
  for (const shelf of [builder, ...folders]) shelf[Symbol.dispose]();
});

const settings = () => ({
  CATALOG_STORAGE_URL: storage.url,
  CATALOG_STORAGE_KEY_ID: storage.keys.id,
  CATALOG_STORAGE_SECRET: storage.keys.secret,
});

async function publish(...names: readonly string[]): Promise<string> {
  await builder.build(
    names.map((name) => described(`${name}.dev`, { paths: { [`/${name}`]: get(`Answer ${name}`) } })),
  );
  const { release } = await publishCatalog(builder.path, storeOf(), NEVER);
  return release.digest;
}

function storeOf() {
  const store = releaseStoreOf(loadConfig(settings()), { now: Date.now });
  if (store === undefined) throw new Error("The settings name a storage");
  return store;
}

function start(at: number, env: Readonly<Record<string, string>>): Promise<HubProcess> {
  const folder = dirname(folders[at]?.path ?? "");
  return startHubProcess({
    HUB_DATA_DIR: folder,
    HUB_SECRET: SECRET,
    CATALOG_LOOK_SECONDS: "1",
    LIMIT_ANON_PER_MINUTE: "0",
    LIMIT_ANON_PER_DAY: "0",
    LIMIT_UI_PER_MINUTE: "0",
    ...env,
  });
}

interface Standing {
  readonly version: string | null;
  readonly entries: number;
  readonly source: { readonly kind: string; readonly wanted: string | null; readonly fault: string | null } | null;
}

async function standingOf({ url }: HubProcess): Promise<Standing> {
  const ready = (await (await fetch(`${url}/ready`)).json()) as { catalog: Standing };
  return ready.catalog;
}

/** Asks until it is so; the test's own limit of time ends it. */
async function until(hub: HubProcess, isSo: (standing: Standing) => boolean): Promise<Standing> {
  for (;;) {
    const standing = await standingOf(hub);
    if (isSo(standing)) return standing;
    await pause(25);
  }
}

test("a hub takes what is published, while it serves without one failed request, goes back, and gives it to another hub", async () => {
  const first = await publish("a");
  await using hub = await start(0, { ...settings(), CATALOG_SHARE_TOKEN: SHARE_TOKEN });
  const served = await until(hub, ({ version }) => version === first);
  expect(served).toMatchObject({ entries: 1, source: { kind: "storage", wanted: first, fault: null } });

  const statuses = new Map<number, number>();
  let isOver = false;
  const load = Promise.all(
    Array.from({ length: 2 }, async () => {
      while (!isOver) {
        const { status } = await fetch(`${hub.url}/api/v1/agent/categories/`);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
    }),
  );
  const second = await publish("a", "b");
  await until(hub, ({ version, entries }) => version === second && entries === 2);
  await rollBack(storeOf(), undefined, NEVER);
  await until(hub, ({ version, entries }) => version === first && entries === 1);
  isOver = true;
  await load;
  expect([...statuses.keys()]).toEqual([200]);
  expect(await (await fetch(`${hub.url}/metrics`)).text()).toContain(
    `hub_catalog_info{version="${first.slice(0, 12)}"} 1`,
  );

  // The second hub has no storage: it takes what the first one serves.
  await using other = await start(1, { CATALOG_HUB_URL: hub.url, CATALOG_HUB_TOKEN: SHARE_TOKEN });
  expect(await until(other, ({ version }) => version === first)).toMatchObject({ entries: 1, source: { kind: "hub" } });
  await rollBack(storeOf(), second.slice(0, 12), NEVER);
  await until(other, ({ version, entries }) => version === second && entries === 2);

  // A storage that fails is told, and changes nothing.
  storage.faults.status = 500;
  const failing = await until(hub, ({ source }) => source?.fault !== null);
  expect(failing).toMatchObject({
    version: second,
    entries: 2,
    source: { fault: "The storage answered with status 500 (SlowDown)." },
  });
  delete storage.faults.status;
  await until(hub, ({ source }) => source?.fault === null);

  // What was wrong with it is told no more while what it has now is fetched, however long that takes.
  storage.objects.clear();
  await until(hub, ({ source }) => source?.fault === "No catalogue is published for this version of the hub.");
  const third = await publish("a", "b", "c");
  const fetching = await until(hub, ({ source }) => source?.wanted === third);
  expect(fetching.source?.fault).toBeNull();
}, 120_000);

test("the file is for whoever shows the token, as one that never changes, whole or from its middle", async () => {
  const digest = await publish("a", "b", "c");
  await rename(builder.path, folders[0]?.path ?? "");
  await using hub = await start(0, { CATALOG_SHARE_TOKEN: SHARE_TOKEN });
  await until(hub, ({ version }) => version === digest);
  const pointerUrl = `${hub.url}/api/v1/catalog/release/`;
  const fileUrl = `${pointerUrl}${digest}/`;
  const authorization = `Bearer ${SHARE_TOKEN}`;
  for (const url of [pointerUrl, fileUrl]) {
    expect((await fetch(url)).status).toBe(404);
    expect((await fetch(url, { headers: { authorization: "Bearer another token of theirs" } })).status).toBe(404);
  }
  const pointer = await fetch(pointerUrl, { headers: { authorization } });
  expect(await pointer.json()).toMatchObject({ current: digest, releases: [{ digest, packing: "none", entries: 3 }] });
  const etag = pointer.headers.get("etag") ?? "";
  expect((await fetch(pointerUrl, { headers: { authorization, "if-none-match": etag } })).status).toBe(304);

  const whole = await fetch(fileUrl, { headers: { authorization } });
  const bytes = Buffer.from(await whole.arrayBuffer());
  expect(new Bun.CryptoHasher("sha256").update(bytes).digest("hex")).toBe(digest);
  expect(whole.headers.get("cache-control")).toContain("immutable");
  const known = { authorization, "if-none-match": whole.headers.get("etag") ?? "" };
  expect((await fetch(fileUrl, { headers: known })).status).toBe(304);
  const rest = await fetch(fileUrl, { headers: { authorization, range: "bytes=5000-" } });
  expect([rest.status, rest.headers.get("content-range")]).toEqual([
    206,
    `bytes 5000-${bytes.length - 1}/${bytes.length}`,
  ]);
  expect(Buffer.from(await rest.arrayBuffer())).toEqual(bytes.subarray(5000));
  for (const [range, status] of [
    ["bytes=9999999999-", 416],
    ["lines=1-", 200],
    ["bytes=9-5", 200],
  ] as const)
    expect((await fetch(fileUrl, { headers: { authorization, range } })).status).toBe(status);
  for (const name of ["0".repeat(64), "..%2f..%2fhub.sqlite", "%00", "x".repeat(5000)])
    expect((await fetch(`${pointerUrl}${name}/`, { headers: { authorization } })).status).toBe(404);
}, 60_000);

test("a source that cannot be reached is told by the setting that names it", async () => {
  using shelf = emptyShelf();
  await using hub = await startHubProcess({
    HUB_DATA_DIR: dirname(shelf.path),
    CATALOG_LOOK_SECONDS: "1",
    CATALOG_STORAGE_URL: "http://127.0.0.1:1/bucket",
  });
  await hub.logged("The source of the catalogue (CATALOG_STORAGE_URL): The upstream service could not be reached.");
}, 30_000);
