/** A long input is worked on in a thread, and answered as any other. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { fileURLToPath } from "node:url";
import dataClean from "../../actors/data-clean/index.ts";
import dataConvert from "../../actors/data-convert/index.ts";
import { createPool, type ThreadPool } from "../../src/offload/pool.ts";
import type { Actor } from "../../src/runtime/actor.ts";
import { parseJson, parseLongJson } from "../../src/runtime/json.ts";
import { actorFault } from "../../src/runtime/actors/actor-fault.ts";
import { createRegistry, type Registry } from "../../src/runtime/actors/registry.ts";
import { wholeText } from "../../src/text/json-text.ts";
import { echoActor } from "../support/actors.ts";
import { noCatalog, SILENT } from "../support/operations.ts";

const ADMISSION = {
  standing: { state: "anonymous" },
  isCovered: true,
  client: () => ({ name: "a", isStranger: true }),
  address: () => "192.0.2.1",
} as const;

let pool: ThreadPool;
let registry: Registry;
/** Runs that a thread was asked for. */
let jobs = 0;
beforeAll(() => {
  pool = createPool({ threads: 1, waiting: { total: 2, perClient: 2 }, deadlineMs: 20_000, maxGrowthBytes: 1 << 30 });
  registry = createRegistry((_actor, signal, client) => ({
    signal,
    fetch: () => Promise.reject(new Error("nothing is fetched")),
    now: () => 0,
    log: SILENT,
    catalog: noCatalog,
    offload: (...job) => {
      jobs++;
      return pool.offload(signal, client)(...job);
    },
  }));
  for (const actor of [dataClean, dataConvert] as unknown as Actor[]) {
    const file = fileURLToPath(new URL(`../../actors/${actor.slug}/index.ts`, import.meta.url));
    expect(registry.offer(file, actor.slug, actor, "1")).toBeUndefined();
  }
});
afterAll(() => pool[Symbol.asyncDispose]());

async function perform(slug: string, body: string, read: (text: string) => unknown) {
  const { operation } = registry.get(slug)!;
  const validation = await operation.validate(await read(body));
  if (!validation.ok) throw new TypeError("not valid");
  const answer = await operation.perform(validation.value, new AbortController().signal, ADMISSION);
  return { ...answer, itemsJson: wholeText(answer.itemsJson) };
}
const apart = (text: string) => parseLongJson(Buffer.from(text), true);

const ROWS = Array.from({ length: 500 }, (_, id) => ({ id, zip: "00501", name: ` <b>Ann ${id}</b>`, note: null }));
const XML = `<r k="v"><s/>${`<w>é𝄞${"<x>1</x>".repeat(200)}</w><v>${"<x/>".repeat(200)}</v>`.repeat(20)}</r>`;
const CSV = `id;zip\n${"1;00501\n".repeat(3000)}`;

test.each([
  ["data-clean", JSON.stringify({ items: ROWS })],
  ["data-clean", JSON.stringify({ items: ROWS, text: "Some text.\n\n".repeat(2000) })],
  ["data-clean", JSON.stringify({ text: "Some text.\n\n".repeat(2000), items: ROWS })],
  ["data-convert", JSON.stringify({ payload: CSV, from: "csv" })],
  ["data-convert", JSON.stringify({ payload: XML })],
  ["data-convert", JSON.stringify({ payload: XML, to: "csv" })],
  ["data-convert", JSON.stringify({ payload: `a;b\n${"é𝄞;2\n".repeat(50_000)}`, to: "csv" })],
  ["data-convert", `{"payload":${JSON.stringify(`[${"12345678901234567890,".repeat(2000)}1]`)},"to":"csv"}`],
])("%s answers the same", async (slug, body) => {
  const answer = await perform(slug, body, apart);
  expect(answer).toEqual(await perform(slug, body, parseJson));
  expect(answer.count).toBeGreaterThan(0);
});

/** Few characters, and much that is made of them. */
const FEW_IN_COMMON = JSON.stringify(Array.from({ length: 150 }, (_, id) => ({ [`field${id}`]: id })));

test.each([
  ["data-convert", { payload: FEW_IN_COMMON, to: "csv" }, 1],
  ["data-convert", { payload: `${"a".repeat(1000)}\n${"1\n".repeat(20)}`, from: "csv" }, 1],
  ["data-clean", { items: JSON.parse(FEW_IN_COMMON) }, 1],
  ["data-clean", { items: Array.from({ length: 1025 }, () => 0) }, 1],
  ["data-convert", { payload: "id;zip\n1;00501" }, 0],
  ["data-clean", { items: [{ name: "<b>Ann</b>" }] }, 0],
])(
  "%s keeps nobody waiting by what is built already, unless it is too short for that",
  async (slug, input, expected) => {
    jobs = 0;
    const { count } = await perform(slug, JSON.stringify(input), parseJson);
    expect([count > 0, jobs]).toEqual([true, expected]);
  },
);

test("a refusal keeps its code, its words and its pointers", async () => {
  const body = JSON.stringify({ from: "xml", payload: `<a>${"x".repeat(20_000)}` });
  const refusals = [apart, parseJson].map((read) => perform("data-convert", body, read).catch((error) => error));
  const [there, here] = await Promise.all(refusals);
  expect([there.code, there.message, there.details.issues]).toEqual([here.code, here.message, here.details.issues]);
  expect(there.details.issues[0].pointer).toBe("/payload");
});

test("an actor with a check of its own is not self-contained: a long input would not meet it", () => {
  const actor = { ...(echoActor() as object), selfContained: true };
  expect(actorFault(actor)).toBeUndefined();
  expect(actorFault({ ...actor, check: () => undefined })).toContain("self-contained");
});
