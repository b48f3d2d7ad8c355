/** Every attack of test/hostile/actors on a hub as it is served: each ends as said, and nobody else notices. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { NO_FENCE } from "../isolation/support.ts";
import { startHttp } from "../support/http-server.ts";
import { type HubProcess, startHubProcess } from "../support/hub-process.ts";

const ATTACKS = fileURLToPath(new URL("actors", import.meta.url));
/** A process of the hub may take so long when the machine is busy. */
const LIMIT_MS = 60_000;

let hub: HubProcess;
let folder: string;
const latencies: number[] = [];
/** Of a server that nobody attacks: what is slow there is slow by the machine. */
const peers: number[] = [];
let peer: Awaited<ReturnType<typeof startHttp>>;
let calm = 0;
let isOver = false;
let probing: Promise<void>;

describe.skipIf(NO_FENCE !== undefined)(
  `an attack from behind the fence${NO_FENCE ? ` (skipped: ${NO_FENCE})` : ""}`,
  () => {
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), "hub-hostile-"));
      hub = await startHubProcess({
        HUB_DATA_DIR: folder,
        HUB_ACTORS_DIR: ATTACKS,
        HUB_SECRET: "a secret that nobody behind a fence may read",
      });
      peer = await startHttp((_, response) => void response.end("{}"));
      for (let count = 0; count < 300; count++) await healthMs();
      calm = p99(latencies.splice(0));
      probing = (async () => {
        while (!isOver) {
          await healthMs();
          await new Promise((resolve) => setTimeout(resolve, 2));
        }
      })();
    }, LIMIT_MS);
    afterAll(async () => {
      isOver = true;
      await probing;
      await hub?.kill();
      await peer[Symbol.asyncDispose]();
      await rm(folder, { recursive: true, force: true });
    }, LIMIT_MS);

    test("is served as any other actor, and says its level", async () => {
      const { actors } = (await (await fetch(`${hub.url}/api/v1/genius/actors/`)).json()) as any;
      const files = (await readdir(ATTACKS)).filter((name) => !name.startsWith("_")).map((name) => name.slice(0, -3));
      const own = actors.filter(({ level }: { level: string }) => level === "own");
      expect(own.map(({ slug }: { slug: string }) => slug).toSorted()).toEqual(files.toSorted());
      const ready = (await (await fetch(`${hub.url}/ready`)).json()) as any;
      expect(ready.actors).toMatchObject({ refused: [], fence: { strength: "full" } });
    });

    test.each(["read-files", "read-environment", "reach-out", "start-programs", "flood-log"])(
      "%s gets nothing",
      async (slug) => {
        expect(await attack(slug)).toEqual({ status: 200, items: [] });
      },
      LIMIT_MS,
    );

    test.each([
      ["forge-frames", [502, "actor_failed"]],
      ["huge-frame", [502, "actor_failed"]],
      ["half-frame", [502, "actor_failed"]],
      ["other-runs", [502, "actor_failed"]],
      ["exit-now", [502, "actor_failed"]],
      ["deep-answer", [502, "actor_failed"]],
      ["slow-schema", [502, "actor_failed"]],
      ["fill-heap", [502, "actor_failed"]],
      ["loop-forever", [504, "actor_timeout"]],
      ["loop-promises", [504, "actor_timeout"]],
    ])(
      "%s ends its own run and no other",
      async (slug, ending) => {
        const { status, code } = await attack(slug);
        expect([status, code]).toEqual(ending as [number, string]);
        expect(await attack("read-files")).toEqual({ status: 200, items: [] });
      },
      LIMIT_MS,
    );

    test.each(["fill-buffers", "fill-workers", "start-worker"])(
      "%s is stopped by its memory, its threads or its time",
      async (slug) => {
        const { status } = await attack(slug);
        expect([502, 504]).toContain(status);
      },
      LIMIT_MS,
    );

    test(
      "slow-pattern judges nothing in the hub, and is given up in the child",
      async () => {
        const { status, code } = await attack("slow-pattern", { q: `${"a".repeat(40)}!` });
        expect([status, code]).toEqual([504, "actor_timeout"]);
        // A child has a quarter of a second for a pattern, which is short where the machine is busy.
        let fair = await attack("slow-pattern", { q: "aaa" });
        for (let again = 0; again < 3 && fair.status === 504; again++)
          fair = await attack("slow-pattern", { q: "aaa" });
        expect(fair).toEqual({ status: 200, items: [] });
      },
      LIMIT_MS,
    );

    test(
      "many at once leave a run of another actor alone",
      async () => {
        const attacks = ["loop-forever", "forge-frames", "exit-now", "fill-buffers"].map((slug) => attack(slug));
        const built = await fetch(`${hub.url}/api/v1/genius/actors/data-convert/run/`, {
          method: "POST",
          body: JSON.stringify({ from: "csv", payload: "id\n007" }),
        });
        expect(((await built.json()) as any).data).toMatchObject([{ id: "007" }]);
        for (const { status } of await Promise.all(attacks)) expect(status).toBeGreaterThanOrEqual(500);
      },
      LIMIT_MS,
    );

    test("is not noticed by who asks for /health", () => {
      const busy = p99(latencies);
      console.log(
        `/health, p99 of ${latencies.length}: ${busy.toFixed(1)} ms; before the attacks ${calm.toFixed(1)} ms, a server apart ${p99(peers).toFixed(1)} ms`,
      );
      // A machine that is busy with other things is slow by itself.
      expect(busy).toBeLessThan(Math.max(20, 3 * p99(peers)));
    });

    test(
      "leaves no process behind when the hub ends",
      async () => {
        expect(await attack("read-files")).toEqual({ status: 200, items: [] });
        const children = await descendantsOf(hub.child.pid!);
        expect(children.length).toBeGreaterThan(0);
        isOver = true;
        await probing;
        await hub.kill();
        for (let turn = 0; turn < 100 && (await alive(children)).length > 0; turn++)
          await new Promise((resolve) => setTimeout(resolve, 20));
        expect(await alive(children)).toEqual([]);
      },
      LIMIT_MS,
    );
  },
);

async function attack(slug: string, input: object = {}): Promise<{ status: number; items?: unknown; code?: string }> {
  const response = await fetch(`${hub.url}/api/v1/genius/actors/${slug}/run/`, {
    method: "POST",
    body: JSON.stringify(input),
  });
  const said = (await response.json()) as any;
  const code = said.error?.code ?? said.code;
  return code === undefined ? { status: response.status, items: said.data } : { status: response.status, code };
}

async function healthMs(): Promise<void> {
  for (const [url, times] of [
    [`${hub.url}/health`, latencies],
    [peer.origin, peers],
  ] as const) {
    const started = performance.now();
    await (await fetch(url)).text();
    times.push(performance.now() - started);
  }
}

function p99(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0;
}

/** Every process below this one. */
async function descendantsOf(root: number): Promise<number[]> {
  const parents = new Map<number, number>();
  for (const name of (await readdir("/proc")).filter((each) => /^\d+$/.test(each))) {
    const stat = await readFile(`/proc/${name}/stat`, "latin1").catch(() => "");
    parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]));
  }
  const found = new Set([root]);
  for (let before = 0; before !== found.size;) {
    before = found.size;
    for (const [pid, parent] of parents) if (found.has(parent)) found.add(pid);
  }
  found.delete(root);
  return [...found];
}

async function alive(pids: readonly number[]): Promise<number[]> {
  const states = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/stat`, "latin1").catch(() => undefined)));
  return pids.filter((_, at) => states[at] !== undefined && !states[at]!.includes(") Z "));
}
