import { expect, test } from "bun:test";
import { outcomeOf } from "../../src/runtime/health.ts";
import { createHealthRepository, healthFrom } from "../../src/usage/health-repository.ts";
import { describeStores } from "../support/stores.ts";
import { type Json, KEY_API, send, startEchoWorld } from "../connections/support.ts";

const NOW = Date.parse("2026-11-22T12:00:00Z");
const row = (account: string, outcome: string, day = "2026-11-22", calls = 1) => ({
  entry: "e",
  account,
  day,
  outcome,
  calls,
});

test.each([
  ["one who gets an answer", [row("a", "ok"), row("b", "gone"), row("c", "gone"), row("d", "gone")], "alive"],
  ["one who finds nothing, however often", [row("a", "gone", "2026-11-22", 1000)], "unproven"],
  ["two who find nothing", [row("a", "gone"), row("b", "gone")], "unproven"],
  ["three who find nothing", [row("a", "gone"), row("b", "gone"), row("c", "gone")], "gone"],
  [
    "three who find nothing and one who is refused",
    [..."abc"].map((one) => row(one, "gone")).concat(row("d", "refused")),
    "unproven",
  ],
  ["three who are refused", [..."abc"].map((one) => row(one, "refused")), "refusing"],
  ["three whose calls fail", [row("a", "failed"), row("b", "silent"), row("c", "failed")], "failing"],
  ["three who are limited", [..."abc"].map((one) => row(one, "limited")), "unproven"],
])("%s", (_, rows, state) => expect(healthFrom(rows, NOW).get("e")?.state).toBe(state as "alive"));

test("what was seen fades by half in ten days", () => {
  const health = healthFrom([row("a", "ok", "2026-11-12", 8)], Date.parse("2026-11-22"));
  expect(health.get("e")?.weights).toEqual({ ok: 4 });
});

test.each([
  [200, "ok"],
  [401, "refused"],
  [403, "refused"],
  [404, "gone"],
  [410, "gone"],
  [429, "limited"],
  [503, "failed"],
  [302, "other"],
])("a %i is %s", (status, outcome) => expect(outcomeOf(status)).toBe(outcome as "ok"));

describeStores("health", (open) => {
  test("is what all processes have noted, of the last thirty days", async () => {
    let now = NOW;
    const clock = { now: () => now };
    const [one, two] = [createHealthRepository(open().store, clock), createHealthRepository(open().store, clock)];
    for (const account of ["a", "b", "c"]) one.note({ entry: "e", account, outcome: "gone" });
    two.note({ entry: "e", account: "a", outcome: "gone" });
    await Promise.all([one.flush(), two.flush()]);
    await one.refresh();
    expect(one.of("e")).toEqual({ state: "gone", accounts: 3, weights: { gone: 3.9 } });
    now += 31 * 86_400_000;
    await one.flush();
    await one.refresh();
    expect(one.of("e")).toBeUndefined();
  });
});

test("an entry that is gone comes last in a search, with less quality and the evidence beside it", async () => {
  const gone = {
    of: (slug: string) =>
      slug.endsWith("listthings") ? { state: "gone" as const, accounts: 3, weights: { gone: 3 } } : undefined,
  };
  const { searchCallable } = await import("../../src/routes/catalog/callable.ts");
  await using world = await startEchoWorld(KEY_API);
  const found = (await send(world, "GET", "search/?q=list+things+open")).json["results"] as Json[];
  const hits = found.map((each) => ({ entry: { ...each, quality: { score: 0.8 } }, score: each["score"] }));
  const catalog = { search: () => ({ total: hits.length, hits }) } as any;
  const access = { hosts: [], of: (entry: any) => entry.access };
  const { hits: sorted } = await searchCallable(catalog, {
    query: { text: "x", limit: 10, offset: 0 },
    callable: undefined,
    access,
    health: gone,
  });
  expect(sorted.at(-1)?.entry).toMatchObject({
    slug: "echo-dev--listthings",
    health: { state: "gone" },
    quality: { score: 0.24 },
  });
});
