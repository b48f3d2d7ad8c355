import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { fundedSeed, startSandboxHub } from "./support/sandbox-hub.ts";
import { payAsPython } from "./payers/python-habits.ts";

/** Other processes are started here, on machines that may be busy. */
setDefaultTimeout(60_000);

const RECEIPTS = fileURLToPath(new URL("../docs/receipts.md", import.meta.url));
const RUNTIMES = [process.execPath, "node"].filter((runtime) => spawnSync(runtime, ["--version"]).status === 0);
const SEARCH_INPUT = { q: "weather", limit: 20, offset: 0, explain: false };
/** Keys that are numbers, and keys beyond ASCII, sort as the hub sorts them. */
const RUN_INPUT = { from: "json", payload: '[{"10":1,"9":"é"}]' };

let folder: string;
/** A search and a run that were really paid for. */
const bought: { search: string; run: string; searchReceipt: string; runReceipt: string } = {
  search: "",
  run: "",
  searchReceipt: "",
  runReceipt: "",
};
const at = (name: string) => join(folder, name);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "readme-"));
  const [, script = ""] = /```js\n(.*?)```/s.exec(await readFile(RECEIPTS, "utf8")) ?? [];
  expect(script.trimEnd().split("\n").length).toBeLessThanOrEqual(30);
  await writeFile(at("verify-receipt.mjs"), script);

  await using hub = await startSandboxHub({ CHARGED_TIERS: "standard" });
  const payer = { seed: await fundedSeed(hub), rpcUrl: `${hub.url}/sandbox/ledger`, networks: ["xrpl:21338"] };
  const search = await payAsPython(payer, `${hub.url}/api/v1/agent/search/?q=weather`);
  const post = { method: "POST", body: JSON.stringify(RUN_INPUT) };
  const run = await payAsPython(payer, `${hub.url}/api/v1/genius/actors/data-convert/run/`, post);
  bought.searchReceipt = search.headers.get("x-payment-receipt") ?? "";
  bought.search = await search.text();
  bought.runReceipt = run.headers.get("x-payment-receipt") ?? "";
  bought.run = await run.text();
  await writeFile(at("jwks.json"), await (await fetch(`${hub.url}/.well-known/jwks.json`)).text());
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Runs the script of the page, long after the hub has gone. */
async function verify(runtime: string, receipt: string, answer: string, slug?: string, input?: object) {
  await Promise.all([
    writeFile(at("receipt.txt"), receipt),
    writeFile(at("answer.json"), answer),
    writeFile(at("input.json"), JSON.stringify(input ?? {})),
  ]);
  const args = ["receipt.txt", "jwks.json", "answer.json", ...(slug === undefined ? [] : [slug, "input.json"])];
  const { status, stdout, stderr } = spawnSync(runtime, ["verify-receipt.mjs", ...args], { cwd: folder });
  return status === 0 ? stdout.toString() : stderr.toString();
}

for (const [index, runtime] of RUNTIMES.entries()) {
  describe(`the script of docs/receipts.md on ${index === 0 ? "Bun" : "Node.js"}`, () => {
    test("says what a real receipt was paid for", async () => {
      const searched = await verify(runtime, bought.searchReceipt, bought.search, "search", SEARCH_INPUT);
      expect(searched).toMatch(/^r\w+ paid 0\.05 XRP for GET http:.*\/search\/\n$/);
      const schema = { to: "json", ...RUN_INPUT };
      const ran = await verify(runtime, bought.runReceipt, bought.run, "data-convert", schema);
      expect(ran).toMatch(/^r\w+ paid 0\.12 XRP for POST http:.*\/data-convert\/run\/\n$/);
    });

    test("refuses a receipt with any part altered", async () => {
      const { searchReceipt: receipt, search } = bought;
      const dots = [receipt.indexOf("."), receipt.lastIndexOf(".")] as const;
      for (const place of [dots[0] + 5, dots[1] - 5, dots[1] + 5, receipt.length - 1]) {
        const altered = receipt.slice(0, place) + (receipt[place] === "A" ? "B" : "A") + receipt.slice(place + 1);
        expect(await verify(runtime, altered, search)).toContain("not signed by this hub");
      }
    });

    test("refuses another answer, and another input", async () => {
      const { searchReceipt, search, runReceipt, run } = bought;
      const told = search.replace("weather", "whether");
      expect(await verify(runtime, searchReceipt, told)).toContain("not the answer that was paid for");
      expect(await verify(runtime, searchReceipt, run)).toContain("not the answer that was paid for");
      expect(await verify(runtime, runReceipt, run.replaceAll("é", "e"))).toContain("not the answer that was paid for");
      const input = { ...SEARCH_INPUT, limit: 21 };
      expect(await verify(runtime, searchReceipt, search, "search", input)).toContain("not the input");
    });
  });
}
