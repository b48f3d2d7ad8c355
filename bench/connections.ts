/**
 * What a connection adds to a call: with it and without in turn, one at a time, in one process with hub, caller and
 * upstream. Latency is the difference of medians in the calmest tenth of the rounds; processor time is that of the whole
 * process, whose other parts do the same with and without.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AccessRow } from "../src/access/row.ts";
import { openSqlite } from "../src/store/drivers/sqlite/sqlite.ts";
import { browser, codeIn, KEY_API, LIST, send } from "../test/connections/support.ts";
import { openTestAccount } from "../test/support/accounts.ts";
import { startEchoWorld } from "../test/support/echo-upstream.ts";

const ROUNDS = 60;
const CALLS = 20;
const WARM_UP = 200;
const CALMEST = 0.1;

const KINDS: readonly { name: string; goalMs: number; secret: Record<string, string>; row?: Partial<AccessRow> }[] = [
  { name: "api key", goalMs: 1, secret: { key_0: "sk_bench_5f1c9a77e2d04b6c" } },
  {
    name: "AWS signature",
    goalMs: 1.5,
    secret: { access_key_id: "AKIDBENCH", secret_access_key: "wJalrXUtnFEMI/K7MDENG" },
    row: { methods: ["aws_sigv4"] },
  },
];

interface Round {
  /** Of each call, in milliseconds. */
  readonly times: readonly number[];
  /** Of all calls, in milliseconds. */
  readonly cpu: number;
}

const folder = await mkdtemp(join(tmpdir(), "hub-bench-"));
try {
  for (const { name, goalMs, secret, row } of KINDS) {
    const store = await openSqlite(join(folder, `${name}.sqlite`));
    await using world = await startEchoWorld(KEY_API, {
      store,
      settings: { LIMIT_KEY_PER_MINUTE: "0" },
      ...(row && { rows: (place) => [{ hosts: [place], methods: [], ...row }] }),
    });
    const { key } = await openTestAccount(world.hub.services, "enterprise");
    const agent = { hub: world.hub, key };
    const begun = await send(agent, "POST", "connections/", { for: LIST });
    const given = await browser().submit(begun.json["connect_url"], secret);
    await send(agent, "POST", `connections/${begun.json["id"]}/confirm/`, { code: codeIn(given.html) });
    const bodies = { with: "{}", without: JSON.stringify({ connection: "none" }) };
    const round = async (body: string, calls: number): Promise<Round> => {
      const times: number[] = [];
      const before = process.cpuUsage();
      for (let count = 0; count < calls; count++) {
        const startedAt = performance.now();
        const answer = await world.call(LIST, body, { "x-api-key": key });
        await answer.arrayBuffer();
        times.push(performance.now() - startedAt);
        if (answer.status !== 200) throw new Error(`A call was answered ${answer.status}`);
        world.seen.length = 0;
      }
      const { user, system } = process.cpuUsage(before);
      return { times, cpu: (user + system) / 1000 };
    };
    for (const body of Object.values(bodies)) await round(body, WARM_UP);
    const rounds: { with: Round; without: Round }[] = [];
    for (let count = 0; count < ROUNDS; count++) {
      // First one, then the other: neither always follows a pause.
      const isFirst = count % 2 === 0;
      const one = await round(isFirst ? bodies.with : bodies.without, CALLS);
      const other = await round(isFirst ? bodies.without : bodies.with, CALLS);
      rounds.push(isFirst ? { with: one, without: other } : { with: other, without: one });
    }
    const calm = (kind: "with" | "without") =>
      median(
        rounds
          .map((each) => median(each[kind].times))
          .toSorted((a, b) => a - b)
          .slice(0, Math.max(1, ROUNDS * CALMEST)),
      );
    const all = (kind: "with" | "without") => median(rounds.flatMap((each) => each[kind].times));
    const cpu = (kind: "with" | "without") => median(rounds.map((each) => each[kind].cpu / CALLS));
    const added = calm("with") - calm("without");
    console.log(`${name}: ${added <= goalMs ? "meets" : "MISSES"} its goal of ${goalMs} ms`);
    console.log(`  calmest tenth  p50 ${ms(calm("without"))} → ${ms(calm("with"))}, added ${ms(added)}`);
    console.log(
      `  all rounds     p50 ${ms(all("without"))} → ${ms(all("with"))}, added ${ms(all("with") - all("without"))}`,
    );
    console.log(
      `  processor time     ${ms(cpu("without"))} → ${ms(cpu("with"))}, added ${ms(cpu("with") - cpu("without"))}`,
    );
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function ms(value: number): string {
  return `${value.toFixed(2)} ms`;
}
