/** What the developer of an actor reads: why a file is not served and what to do, and whose run has failed. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { NO_FENCE } from "../isolation/support.ts";
import { type HubProcess, startHubProcess } from "../support/hub-process.ts";

const LIMIT_MS = 60_000;
const PROJECT = `import { defineActor, Type } from "../src/runtime/actor.ts";`;

function actorText(
  slug: string,
  more = "",
  before = `import { defineActor, Type } from "agent-api-hub/actor";`,
): string {
  return `${before}
    export default defineActor({
      slug: "${slug}", name: "Probe", description: "Does what a test wants of it, and nothing else.", category: "test",
      version: "1.0.0", tags: [], input: Type.Object({ unit: Type.Optional(Type.Union([Type.Literal("km"), Type.Literal("mi")])) }),
      output: Type.Object({ said: Type.String() }), examples: [{ title: "One", input: {} }], cacheTtlSeconds: 0,
      qualityScore: 1, computeUnits: 0, usesLlm: false, price: { tier: "standard" }, hosts: [], timeoutMs: 20000,
      nextActors: [], run: async () => [{ said: "hello" }], ${more}
    });`;
}

const throwing = (text: string): string => `import { defineActor, Type } from "agent-api-hub/actor"; ${text}`;
const FILES: Readonly<Record<string, string>> = {
  "script.js": actorText("script"),
  "module.mjs": actorText("module"),
  "in-folder/index.js": `import { said } from "./said.js"; ${actorText("in-folder", `run: async () => [{ said }]`)}`,
  "in-folder/said.js": `export const said = "beside";`,
  "compiled.js": `throw new Error("older than its source");`,
  "compiled.ts": actorText("compiled"),
  "trusted.js": actorText("trusted", `run: async () => [{ said: 5 }]`),
  "throws.js": actorText("throws", `run: async () => { throw { because: "no tea" }; }`),
  "silent.js": actorText("silent", `run: async () => { [{ said: "and not returned" }]; }`),
  "silent-behind.ts": actorText("silent-behind", `run: async () => { [{ said: "and not returned" }]; }`),
  "astray.js": actorText("astray", `run: async (_, { fetch }) => [await fetch("https://tea.example.org/a")]`),
  "astray-behind.ts": actorText(
    "astray-behind",
    `run: async (_, { fetch }) => [await fetch("https://tea.example.org/a")]`,
  ),
  "wrong.ts": actorText("wrong", `run: async () => [{ said: 5 }]`),
  "address.ts": actorText("address", `hosts: ["https://api.example.com/v1"]`),
  "wildcard.ts": actorText("wildcard", `hosts: ["*.example.com"]`),
  "project.ts": actorText("project", "", PROJECT),
  "secret.ts": actorText("secret", "", throwing(`export const key = process.env["SECRET_KEY"];`)),
  "nothing.ts": actorText("nothing", "", throwing(`throw null;`)),
  "tier.ts": actorText("tier", `price: { tier: "premium" }`),
  "dated.ts": actorText("dated", `output: Type.Object({ on: Type.Date() }), run: async () => [{ on: new Date(0) }]`),
  "format.ts": actorText("format", `output: Type.Object({ on: Type.String({ format: "date" }) })`),
};

describe.skipIf(NO_FENCE !== undefined)(`a developer${NO_FENCE ? ` (skipped: ${NO_FENCE})` : ""}`, () => {
  let folder: string;
  let hub: HubProcess;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "hub-developer-"));
    for (const [name, text] of Object.entries(FILES)) await Bun.write(join(folder, "mine", name), text);
    hub = await startHubProcess({
      HUB_DATA_DIR: join(folder, "data"),
      HUB_ACTORS_DIR: join(folder, "mine"),
      ACTORS_IN_PROCESS: "trusted,trustde,dated,throws,silent,astray",
      LOG_FORMAT: "json",
    });
  }, LIMIT_MS);
  afterAll(async () => {
    await hub?.kill();
    await rm(folder, { recursive: true, force: true });
  });

  const run = async (slug: string, input: object = {}): Promise<any> => {
    const answer = await fetch(`${hub.url}/api/v1/genius/actors/${slug}/run/`, {
      method: "POST",
      body: JSON.stringify(input),
    });
    return { status: answer.status, ...((await answer.json()) as object) };
  };

  test(
    "has plain JavaScript served, and what is compiled not in the place of its source",
    async () => {
      for (const slug of ["script", "module", "compiled"])
        expect(await run(slug)).toMatchObject({ status: 200, items: [{ said: "hello" }] });
      expect(await run("in-folder")).toMatchObject({ items: [{ said: "beside" }] });
    },
    LIMIT_MS,
  );

  test(
    "reads why a file is refused, and what to do",
    async () => {
      const { actors } = (await (await fetch(`${hub.url}/ready`)).json()) as any;
      const reasons = Object.fromEntries(actors.refused.map(({ source, reason }: any) => [source, reason]));
      const host = `which is neither a host name such as "api.example.com" nor "*" for any`;
      expect(reasons).toEqual({
        "mine/address.ts": `its hosts have "https://api.example.com/v1", ${host}`,
        "mine/wildcard.ts": `its hosts have "*.example.com", ${host}`,
        "mine/project.ts":
          'project.ts: imports "../src/runtime/actor.ts", which is not there: what the hub offers is imported from "agent-api-hub/actor"',
        "mine/secret.ts": 'NotCapable: Requires env access to "SECRET_KEY": nobody has that behind the fence',
        "mine/dated.ts": "its output says what JSON has not: a date is a string there, and so is a BigInt",
        "mine/nothing.ts": "it threw null",
        "mine/tier.ts": "its price.tier must be one of standard, enhanced, campaign, cached",
        "mine/format.ts":
          'its output says "format" in a schema string, which is not taken from strangers: say it by a pattern, or in the description',
      });
    },
    LIMIT_MS,
  );

  test(
    "reads at the start which name of the settings no actor has",
    () => hub.logged('ACTORS_IN_PROCESS: no actor \\"trustde\\" is served from '),
    LIMIT_MS,
  );

  test(
    "reads in the log whose run has failed, and why",
    async () => {
      expect(await run("wrong")).toMatchObject({ status: 502, error: { code: "actor_failed" } });
      expect(await run("trusted")).toMatchObject({ status: 500, error: { code: "internal" } });
      await hub.logged('failed: \\"wrong\\" did not answer as it promises.');
      await hub.logged('The run of \\"trusted\\" failed: Item 0 breaks the output schema: /said must be string');
    },
    LIMIT_MS,
  );

  test(
    "reads in the log what was thrown that is no Error, and that nothing was answered",
    async () => {
      for (const slug of ["throws", "silent"])
        expect(await run(slug)).toMatchObject({ status: 500, error: { code: "internal" } });
      expect(await run("silent-behind")).toMatchObject({ status: 502, error: { code: "actor_failed" } });
      await hub.logged(`The run of \\"throws\\" failed: It threw { because: 'no tea' }, which is no Error`);
      await hub.logged('The run of \\"silent\\" failed: The run answered no items: it returns a list of them');
    },
    LIMIT_MS,
  );

  test(
    "reads in the log which host is not among those of its actor",
    async () => {
      for (const slug of ["astray", "astray-behind"]) {
        expect(await run(slug)).toMatchObject({ error: { code: "url_not_allowed" } });
        await hub.logged(`\\"${slug}\\" asked for tea.example.org, or was led there, which is not among its hosts.`);
      }
    },
    LIMIT_MS,
  );

  test(
    "has callers told the choices that an input leaves",
    async () => {
      expect(await run("script", { unit: "m" })).toMatchObject({
        status: 400,
        errors: [{ pointer: "/unit", detail: "must be one of km, mi" }],
      });
    },
    LIMIT_MS,
  );
});
