/** An honest actor that says or asks more than the pipe takes: it is told so, and its process serves on. */
import { afterAll, describe, expect, test } from "bun:test";
import { actorText, type FencedFolder, fencedFolder, NO_FENCE, runIn, served } from "./support.ts";

const folder: FencedFolder = await fencedFolder();
afterAll(() => folder[Symbol.asyncDispose]());

const LIMIT_MS = 60_000;
/** Long enough for a machine that has much else to do. */
const PATIENT = `timeoutMs: 20_000,`;
const TOO_LARGE = { code: "invalid_input", message: "The answer would be too large: ask for less in one run." };

describe.skipIf(NO_FENCE !== undefined)(`more than a message holds${NO_FENCE ? ` (skipped: ${NO_FENCE})` : ""}`, () => {
  test.each([
    ["values", `Array.from({ length: 150_000 }, (_, n) => ({ n }))`],
    ["bytes", `[{ text: "ä".repeat(9_000_000) }]`],
  ])(
    "an answer of too many %s is the caller's to ask less of",
    async (_, items) => {
      const fenced = await folder.open(actorText(`async ({ q }) => (q === "all" ? ${items} : [{ q }])`, PATIENT));
      const one = served(fenced.actors[0]);
      await expect(runIn(one, { q: "all" })).rejects.toMatchObject(TOO_LARGE);
      expect(await runIn(one, { q: "less" })).toEqual([{ q: "less" }]);
      expect(folder.warnings).toEqual([]);
    },
    LIMIT_MS,
  );

  test(
    "an answer that nests too deeply is the actor's fault",
    async () => {
      const fenced = await folder.open(
        actorText(
          `async () => { let item = {}; for (let n = 0; n < 50_000; n++) item = { item }; return [item]; }`,
          PATIENT,
        ),
      );
      await expect(runIn(served(fenced.actors[0]))).rejects.toMatchObject({
        code: "actor_failed",
        cause: { message: expect.stringContaining("nests deeper than 200 levels") },
      });
      expect(folder.warnings).toEqual([]);
    },
    LIMIT_MS,
  );

  test(
    "a call with more than a MiB, and the 1,001st, throw where the actor makes them",
    async () => {
      const fenced = await folder.open(
        actorText(
          `async (_, { fetch, actors }) => {
        const why = (error) => error.message;
        const long = await fetch("https://example.org/", { method: "POST", body: "x".repeat(2 ** 20) }).catch(why);
        const all = await Promise.allSettled(Array.from({ length: 1_499 }, () => actors.validate("x", {})));
        const refused = all.filter(({ status }) => status === "rejected");
        return [{ long, refused: refused.length, last: why(refused.at(-1).reason) }];
      }`,
          PATIENT,
        ),
      );
      const [item] = (await runIn(served(fenced.actors[0]))) as object[];
      expect(item).toEqual({
        long: "A call sends at most 1 MiB",
        refused: 500,
        last: "One run makes at most 1,000 calls of its context",
      });
      expect(folder.warnings).toEqual([]);
    },
    LIMIT_MS,
  );

  test(
    "of many faults of an input twenty are told, each as far as there is room",
    async () => {
      const fault = `Object.assign(new Error("No."), { name: "HubError", code: "invalid_input", details: { issues:
      Array.from({ length: 30 }, (_, n) => ({ pointer: "/" + n, detail: "x".repeat(900) })) } })`;
      const fenced = await folder.open(
        actorText(`async () => { throw ${fault}; }`, `check: ({ q }) => { if (q === "bad") throw ${fault}; },`),
      );
      const one = served(fenced.actors[0]);
      const issues = Array.from({ length: 20 }, (_, n) => ({ pointer: `/${n}`, detail: "x".repeat(500) }));
      await expect(runIn(one)).rejects.toMatchObject({ code: "invalid_input", details: { issues } });
      expect(await one.placement.fenced?.check?.({ q: "bad" })).toEqual(issues);
      expect(folder.warnings).toEqual([]);
    },
    LIMIT_MS,
  );

  test(
    "what does not fit a long pattern is a fault of the input, and not of the actor",
    async () => {
      const input = `Type.Object({ q: Type.String({ pattern: "^(?:${"a|".repeat(400)}b)$" }) })`;
      const text = actorText(`async () => []`).replace(/input: Type\.Object\(.*?\}\)\) \}\)/, `input: ${input}`);
      const fenced = await folder.open(text.replaceAll(`input: { q: "one" }`, `input: { q: "b" }`));
      const one = served(fenced.actors[0]);
      expect(await one.placement.fenced?.check?.({ q: "c" })).toMatchObject([{ pointer: "/q" }]);
    },
    LIMIT_MS,
  );
});
