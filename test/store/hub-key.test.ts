import { expect, test } from "bun:test";
import { hubFact } from "../../src/store/hub/hub-facts.ts";
import { openHubKey } from "../../src/store/hub/hub-key.ts";
import { describeStores } from "../support/stores.ts";

const OLD = "the secret that the hub began with";
const NEW = "the secret that it is replaced with";
const OTHER = "the secret of somebody else's hub";
const ONLY_OLD = { current: OLD, earlier: [] };
const ONLY_NEW = { current: NEW, earlier: [] };
const REPLACED = { current: NEW, earlier: [OLD] };

describeStores("the key of a hub", (open) => {
  test("is the same for all who know the secret, and nobody else opens the store", async () => {
    await using database = await open().database.another();
    await using store = await database.open();
    const keys = await Promise.all([openHubKey(store, ONLY_OLD), openHubKey(store, ONLY_OLD)]);
    const [key = ""] = keys;
    expect(keys).toEqual([key, key]);
    expect(key).toMatch(/^[0-9a-f]{64}$/);
    await expect(openHubKey(store, { current: OTHER, earlier: [] })).rejects.toThrow("HUB_SECRET is not the one");
    await expect(openHubKey(store, { current: OTHER, earlier: [NEW] })).rejects.toThrow("HUB_SECRET_PREVIOUS");
    const dump = await database.dump();
    for (const secret of [key, OLD]) expect(dump).not.toContain(secret);
  });

  test("of two that begin at once with different secrets, one does not start", async () => {
    await using database = await open().database.another();
    await using here = await database.open();
    await using there = await database.open();
    const started = await Promise.allSettled([openHubKey(here, ONLY_OLD), openHubKey(there, ONLY_NEW)]);
    expect(started.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  });

  test("stays when the secret is replaced, by several processes at once, and the old secret then opens nothing", async () => {
    await using database = await open().database.another();
    await using store = await database.open();
    const key = await openHubKey(store, ONLY_OLD);
    const replaced = await Promise.all([1, 2, 3].map(() => openHubKey(store, REPLACED)));
    expect(replaced).toEqual([key, key, key]);
    expect(await openHubKey(store, ONLY_NEW)).toBe(key);
    await expect(openHubKey(store, ONLY_OLD)).rejects.toThrow("HUB_SECRET is not the one");
  });

  test("a fact is what the first process said", async () => {
    await using database = await open().database.another();
    await using store = await database.open();
    const said = await Promise.all(["a", "b"].map((each) => hubFact(store, "wallet", () => each)));
    expect(said[0]).toBe(said[1] as string);
    expect(await hubFact(store, "wallet", () => "c")).toBe(said[0] as string);
  });
});
