/** What becomes of runs, money and the actor when a child dies, and when it is replaced under load. */
import { afterAll, describe, expect, test } from "bun:test";
import { createDeaths } from "../../src/isolation/deaths.ts";
import type { HubError } from "../../src/runtime/errors.ts";
import { createLifetime } from "../../src/runtime/actors/lifetime.ts";
import { openTestAccount } from "../support/accounts.ts";
import { startHub } from "../support/hub.ts";
import { actorText, type FencedFolder, fencedFolder, NO_FENCE, runIn, served } from "./support.ts";

const folder: FencedFolder = await fencedFolder();
afterAll(() => folder[Symbol.asyncDispose]());
const LIMIT_MS = 60_000;
const codeOf = (run: Promise<unknown>) =>
  run.then(
    () => "answered",
    (error: HubError) => error.code,
  );

/** Dies, hangs, throws or answers, as it is asked. */
const FRAIL = actorText(`async ({ q }, { fetch }) => {
  if (q === "die") Deno.exit(3);
  if (q === "hang") for (;;);
  if (q === "wait") await fetch("https://example.org/wait");
  if (q === "post") await fetch("https://example.org/post", { method: "POST" });
  return [{ q }];
}`);

test("five deaths within a minute pause an actor for five, and three pauses switch it off", () => {
  let now = 1_000_000;
  const said: string[] = [];
  const deaths = createDeaths({ now: () => now, warn: (sentence) => void said.push(sentence) });
  const die = (): void => {
    for (let count = 0; count < 5; count++) deaths.record("frail");
  };
  for (let count = 0; count < 4; count++) deaths.record("frail");
  now += 61_000;
  deaths.record("frail");
  expect(deaths.fault("frail")).toBeUndefined();
  die();
  expect(deaths.fault("frail")).toMatchObject({ code: "overloaded", details: { retryAfterMs: 300_000 } });
  expect(deaths.fault("other")).toBeUndefined();
  now += 300_000;
  expect(deaths.fault("frail")).toBeUndefined();
  die();
  now += 300_000;
  die();
  now += 10_000_000;
  expect(deaths.fault("frail")?.message).toBe('"frail" is off: it failed again and again.');
  expect(said).toHaveLength(3);
});

describe.skipIf(NO_FENCE !== undefined)(`a child that dies${NO_FENCE ? ` (skipped: ${NO_FENCE})` : ""}`, () => {
  test(
    "fails its own run; another that only read is repeated, one that wrote is not",
    async () => {
      const one = served((await folder.open(FRAIL)).actors[0]);
      await runIn(one, { q: "up" });
      const begun: string[] = [];
      const both = Promise.withResolvers<void>();
      let isDead = false;
      const fetch = (url: string) => {
        begun.push(url);
        if (begun.length === 2) both.resolve();
        const answer = { url, status: 200, headers: new Headers(), bytes: new Uint8Array() };
        return isDead ? Promise.resolve(answer) : new Promise<never>(() => undefined);
      };
      const reader = codeOf(runIn(one, { q: "wait" }, { fetch }));
      const writer = codeOf(runIn(one, { q: "post" }, { fetch }));
      await both.promise;
      isDead = true;
      expect(await codeOf(runIn(one, { q: "die" }))).toBe("actor_failed");
      expect([await reader, await writer]).toEqual(["answered", "actor_failed"]);
      expect(begun.filter((url) => url.endsWith("wait"))).toHaveLength(2);
    },
    LIMIT_MS,
  );

  test(
    "is never charged for, and the actor answers the next run",
    async () => {
      const one = served((await folder.open(FRAIL)).actors[0]);
      await using hub = await startHub({ chargedTiers: ["standard"] });
      expect(hub.registry.offer("probe.ts", "probe.ts", one.actor, "1", undefined, one.placement)).toBeUndefined();
      const { key } = await openTestAccount(hub.services, "per_call", 1_000_000n);
      const run = async (q: string) => {
        const response = await hub.run("probe", { q }, { "x-api-key": key });
        const said = (await response.json()) as any;
        return [
          response.status,
          said.error?.code,
          response.headers.get("x-charge-xrp"),
          response.headers.get("x-balance-xrp"),
        ];
      };
      expect(await run("die")).toEqual([502, "actor_failed", "0", "1"]);
      expect(await run("hang")).toEqual([504, "actor_timeout", "0", "1"]);
      expect(await run("well")).toEqual([200, undefined, "0.12", "0.88"]);
    },
    LIMIT_MS,
  );

  test(
    "again and again has its actor refused before anything is paid",
    async () => {
      const one = served((await folder.open(FRAIL)).actors[0]);
      await using hub = await startHub({ chargedTiers: ["standard"] });
      hub.registry.offer("probe.ts", "probe.ts", one.actor, "1", undefined, one.placement);
      const { key } = await openTestAccount(hub.services, "per_call", 1_000_000n);
      for (let count = 0; count < 5; count++) await hub.run("probe", { q: "die" }, { "x-api-key": key });
      const refused = await hub.run("probe", { q: "well" });
      expect([refused.status, ((await refused.json()) as any).code]).toEqual([503, "overloaded"]);
      expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(200);
    },
    LIMIT_MS,
  );
});

test.skipIf(NO_FENCE !== undefined)(
  "200 swaps of an actor under load lose no run",
  async () => {
    const versions = await Promise.all(
      ["one", "two"].map((version) =>
        folder.bundle({ "actor.ts": actorText(`async () => [{ version: "${version}" }]`) }),
      ),
    );
    await using hub = await startHub();
    const swap = async (count: number): Promise<void> => {
      const { code, sha256 } = versions[count % 2]!;
      const fenced = await folder.isolation.open([{ code, level: "own" }]);
      const one = served(fenced.actors[0]);
      const lifetime = createLifetime(() => undefined);
      lifetime.onDispose(() => fenced.retire());
      expect(
        hub.registry.offer("probe.ts", "probe.ts", one.actor, `${sha256}${count}`, lifetime, one.placement),
      ).toBeUndefined();
    };
    await swap(0);
    let isOver = false;
    const endings = new Map<number, number>();
    const runners = Array.from({ length: 4 }, async () => {
      while (!isOver) {
        const { status } = await hub.run("probe", {});
        endings.set(status, (endings.get(status) ?? 0) + 1);
      }
    });
    for (let count = 1; count <= 200; count++) {
      await swap(count);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    isOver = true;
    await Promise.all(runners);
    expect([...endings.keys()]).toEqual([200]);
    expect(endings.get(200)).toBeGreaterThan(20);
  },
  120_000,
);
