/** What a paid run is owed when the process of its actor dies, in each state that the run passes. */
import { afterAll, describe, expect, test } from "bun:test";
import type { Store } from "../../src/store/store.ts";
import { type PayingHub, startPayingHub } from "../support/paid-runs.ts";
import { SILENT } from "../support/operations.ts";
import { describeStores } from "../support/stores.ts";
import { actorText, type FencedFolder, fencedFolder, NO_FENCE, served } from "./support.ts";

const folder: FencedFolder = await fencedFolder();
afterAll(() => folder[Symbol.asyncDispose]());
const LIMIT_MS = 60_000;
const Q = { q: "x" };

/** What an answer looks like on the wire of a child, written past the program that runs there. */
const FORGED = `const body = new TextEncoder().encode("\\u0001" + JSON.stringify({ kind: "done", run: 1e6, value: [{ q: "forged" }] }));
  const frame = new Uint8Array(4 + body.length);
  new DataView(frame.buffer).setUint32(0, body.length);
  frame.set(body, 4);
  Deno.stdout.writeSync(frame);
  await new Promise(() => undefined);`;

/** What the hub answers an actor that asks whether it is to die. */
const IS_DOWN = `(await fetch("https://hub.test/")).bytes.length > 0`;
/** What the actor does in its process, by the state in which that ends. */
const STATES: readonly (readonly [state: string, run: string])[] = [
  ["loads", `return [{ q }];`],
  ["runs", `if (${IS_DOWN}) Deno.exit(3); return [{ q }];`],
  ["runs for ever", `if (${IS_DOWN}) for (;;); return [{ q }];`],
  [
    "fetches",
    `if (${IS_DOWN}) { const page = fetch("https://hub.test/slow"); setTimeout(() => Deno.exit(3)); await page; } return [{ q }];`,
  ],
  [
    "has posted",
    `if (${IS_DOWN}) { await fetch("https://hub.test/post", { method: "POST" }); Deno.exit(3); } return [{ q }];`,
  ],
  ["forges an answer", `if (${IS_DOWN}) { ${FORGED} } return [{ q }];`],
  [
    "answers, before all of it is written",
    `if (${IS_DOWN}) { Deno.stdout.writeSync(new Uint8Array([0, 0, 1, 0, 1, 123])); Deno.exit(0); } return [{ q }];`,
  ],
];

describe.skipIf(NO_FENCE !== undefined)(`a paid run${NO_FENCE ? ` (skipped: ${NO_FENCE})` : ""}`, () => {
  describeStores("whose process dies", (open) => {
    test.each(STATES)(
      "while it %s is charged nothing, and the same payment buys the next",
      async (state, run) => {
        const { code } = await folder.bundle({ "actor.ts": textOf(run) });
        const isDown = { value: true };
        await using hub = await hubWith(code, isDown, open().store);
        const sound = code.slice();
        if (state === "loads") code.fill(32).set(new TextEncoder().encode("Deno.exit(3);"));
        const proof = await hub.proofFor("probe", Q);

        const failed = await hub.run("probe", Q, proof);
        const said = (await failed.json()) as any;
        const ending = state === "runs for ever" ? [504, "actor_timeout"] : [502, "actor_failed"];
        expect([failed.status, said.error.code]).toEqual(ending);
        expect([failed.headers.get("x-charge-xrp"), failed.headers.get("x-payment-receipt")]).toEqual(["0", null]);

        isDown.value = false;
        code.set(sound);
        await expectBought(hub, proof);
        expect((await hub.run("probe", { q: "other" }, proof)).status).toBe(402);
        expect([...hub.ledger.submissions.values()]).toEqual([1]);
      },
      LIMIT_MS,
    );

    test(
      "as it has answered is paid for once, or not at all if the answer was lost with it",
      async () => {
        const text = textOf(`if (${IS_DOWN}) setTimeout(() => Deno.exit(3)); return [{ q }];`);
        const { code } = await folder.bundle({ "actor.ts": text });
        const isDown = { value: true };
        await using hub = await hubWith(code, isDown, open().store);
        const proof = await hub.proofFor("probe", Q);
        const first = await hub.run("probe", Q, proof);
        const receipt = first.headers.get("x-payment-receipt");
        const ending = first.status === 200 ? [200, "0.12", true] : [502, "0", false];
        expect([first.status, first.headers.get("x-charge-xrp"), receipt !== null]).toEqual(ending as never);
        isDown.value = false;
        expect(receipt ?? (await expectBought(hub, proof))).toBe(await expectBought(hub, proof));
        expect([...hub.ledger.submissions.values()]).toEqual([1]);
      },
      LIMIT_MS,
    );
  });
});

function textOf(run: string): string {
  return actorText(`async ({ q }, { fetch }) => { ${run} }`).replace("hosts: []", 'hosts: ["hub.test"]');
}

/** A hub that serves the actor and tells it, when it fetches, whether it is down. */
async function hubWith(code: Uint8Array, isDown: { readonly value: boolean }, store: Store): Promise<PayingHub> {
  const fenced = await folder.isolation.open([{ code, level: "own" }]);
  const one = served(fenced.actors[0]);
  const hub = await startPayingHub({
    store,
    chargedTiers: ["standard"],
    lend: (_actor, signal) => ({
      signal,
      now: Date.now,
      log: SILENT,
      fetch: (url: string) => {
        if (url.endsWith("slow")) return new Promise<never>(() => undefined);
        const bytes = new Uint8Array(isDown.value ? 1 : 0);
        return Promise.resolve({ url, status: 200, headers: new Headers(), bytes });
      },
      catalog: () => Promise.reject(new Error("There is none")),
    }),
  });
  expect(hub.registry.offer("probe.ts", "probe.ts", one.actor, "1", undefined, one.placement)).toBeUndefined();
  return hub;
}

/** The payment buys the run, asked again the same one; its receipt, told alike in head and body. */
async function expectBought(hub: PayingHub, proof: Record<string, string>): Promise<string> {
  const bought = await hub.run("probe", Q, proof);
  const answer = (await bought.json()) as any;
  expect([bought.status, answer.items]).toEqual([200, [{ q: "x" }]]);
  expect(bought.headers.get("x-charge-xrp")).toBe("0.12");
  expect(answer.meta.receipt).toBeString();
  expect(answer.meta.receipt).toBe(bought.headers.get("x-payment-receipt"));
  const again = (await (await hub.run("probe", Q, proof)).json()) as any;
  expect(again.meta.run_id).toBe(answer.meta.run_id);
  return answer.meta.receipt;
}
