/** An actor is the same wherever it is met: one schema and one text, over REST, OpenAPI, MCP, the page and the shell. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { parseHTML } from "linkedom";
import { helpOf } from "../../src/cli/flags.ts";
import type { Actor } from "../../src/runtime/actor.ts";
import { actorSlugs, loadActor } from "../support/actor-files.ts";
import { startHub, type TestHub } from "../support/hub.ts";
import { type ListedTool, WAYS } from "../support/mcp-clients.ts";
import { smallCatalog } from "../support/small-catalog.ts";

const slugs = await actorSlugs();
const actors = new Map(await Promise.all(slugs.map(async (slug) => [slug, (await loadActor(slug)) as Actor] as const)));

let hub: TestHub;
let catalog: Awaited<ReturnType<typeof smallCatalog>>;
/** What each face says, read once. */
let listed: ReadonlyMap<string, any>;
let paths: Readonly<Record<string, any>>;
let tools: ReadonlyMap<string, ListedTool>;
let llms: string;
beforeAll(async () => {
  catalog = await smallCatalog();
  hub = await startHub({ actors: [...actors.values()], catalog });
  const read = async (path: string): Promise<any> => (await fetch(hub.url + path)).json();
  listed = new Map((await read("/api/v1/genius/actors/")).actors.map((one: any) => [one.slug, one]));
  ({ paths } = await read("/openapi.json"));
  const [, connect] = WAYS[0] ?? [];
  await using client = await connect?.(`${hub.url}/mcp?tools=${slugs.join(",")}`);
  tools = new Map((await client?.list())?.map((tool) => [tool.name, tool]));
  llms = await (await fetch(`${hub.url}/llms.txt`)).text();
});
afterAll(async () => {
  await hub[Symbol.asyncDispose]();
  catalog[Symbol.dispose]();
});

describe.each(slugs)("%s", (slug) => {
  const actor = actors.get(slug) as Actor; // Of this very list.
  const input = JSON.parse(JSON.stringify(actor.input));
  const path = `/api/v1/genius/actors/${slug}/run/`;

  test("has one schema", async () => {
    const spec = (await (await fetch(`${hub.url}/api/v1/agent/tool/${slug}/spec/`)).json()) as any;
    const bodyOf = (documented: Readonly<Record<string, any>>) =>
      documented[path].post.requestBody.content["application/json"];
    expect({
      list: listed.get(slug).input_schema,
      openapi: bodyOf(paths).schema,
      spec: bodyOf(spec.paths).schema,
      mcp: tools.get(slug)?.inputSchema,
    }).toEqual({ list: input, openapi: input, spec: input, mcp: input });
    expect(Object.values(bodyOf(paths).examples)).toEqual(actor.examples.map(({ input: value }) => ({ value })));
  });

  test("has one text", () => {
    expect({
      list: listed.get(slug).description,
      openapi: paths[path].post.summary,
      mcp: tools.get(slug)?.description,
      llms: new RegExp(`^- ${slug}: (.*) POST `, "m").exec(llms)?.[1],
    }).toEqual({
      list: actor.description,
      openapi: actor.description,
      mcp: actor.description,
      llms: actor.description,
    });
  });

  test("has the same fields in its form and in the shell", async () => {
    const { document } = parseHTML(await (await fetch(`${hub.url}/actors/${slug}`)).text());
    const form = [...document.querySelectorAll("form.run .field")];
    const said = (name: string): string | undefined =>
      form.find((field) => field.querySelector(`[data-at="/${name}"]`))?.textContent?.replace(/\s+/g, " ");
    const help = helpOf(actor).replace(/\s+/g, " ");
    for (const [name, field] of Object.entries(actor.input.properties)) {
      // How a run is paid is no field of a form.
      if (name === "payment_signature") expect(said(name)).toBeUndefined();
      else expect(said(name)).toContain(String(field.description).replace(/\s+/g, " "));
      if (name !== "payment_signature") expect(help).toContain(`--${name}`);
      if (name !== "payment_signature") expect(help).toContain(String(field.description).replace(/\s+/g, " "));
    }
  });
});
