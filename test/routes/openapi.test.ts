import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { Validator } from "@seriousme/openapi-schema-validator";
import type { Actor } from "../../src/runtime/actor.ts";
import { actorSlugs, loadActor } from "../support/actor-files.ts";
import { echoActor } from "../support/actors.ts";
import { startHub, type TestHub } from "../support/hub.ts";
import { CATEGORIES } from "../../src/catalog/categories.ts";
import { ERRORS } from "../../src/runtime/error-codes.ts";

interface Document {
  readonly info: Readonly<Record<string, unknown>>;
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, any>>>>;
  readonly components: {
    readonly responses: Readonly<Record<string, unknown>>;
    readonly headers: Readonly<Record<string, unknown>>;
    readonly schemas: Readonly<Record<string, any>>;
  };
}

let hub: TestHub;
let actors: Actor[];
beforeAll(async () => {
  actors = (await Promise.all((await actorSlugs()).map(loadActor))) as Actor[];
  hub = await startHub({ actors });
});
afterAll(() => hub[Symbol.asyncDispose]());

const read = async (): Promise<Document> => (await (await fetch(`${hub.url}/openapi.json`)).json()) as Document;

describe("/openapi.json", () => {
  test("is a valid OpenAPI 3.1 document, however one asks", async () => {
    const result = await new Validator().validate({ ...(await read()) });
    expect({ valid: result.valid, errors: result.errors }).toEqual({ valid: true, errors: undefined });
  });

  test("has a path for each actor, with the very schema that judges its input", async () => {
    const { paths } = await read();
    for (const { slug, input, description, examples } of actors) {
      const { post } = paths[`/api/v1/genius/actors/${slug}/run/`] ?? {};
      const { schema, examples: shown } = post.requestBody.content["application/json"];
      expect(schema).toEqual(JSON.parse(JSON.stringify(input)));
      expect([post.summary, Object.values(shown)]).toEqual([
        description,
        examples.map(({ input: value }) => ({ value })),
      ]);
    }
  });

  // A client begins with them: what they name is there.
  test("has examples of calls that a hub has something to answer to", async () => {
    const { paths } = await read();
    const exampleOf = (path: string) => paths[path]?.["parameters"]?.[0]?.example ?? named(path).parameters[0].example;
    const named = (path: string) => Object.values(paths[path] ?? {})[0];
    expect(CATEGORIES.map(({ slug }) => slug)).toContain(exampleOf("/api/v1/agent/proxy/{slug}/call/"));
    expect(actors.map(({ slug }) => slug)).toContain(exampleOf("/actors/{slug}"));
  });

  test("names every code of an error beside its status", async () => {
    const { info, components } = await read();
    // A method that a path does not answer is of no operation: it is told of all paths at once.
    const told = JSON.stringify([info, components.responses]);
    expect(ERRORS.filter(({ code }) => !told.includes(`\`${code}\``))).toEqual([]);
    expect(components.schemas["Problem"].properties.code.enum).toEqual(ERRORS.map(({ code }) => code));
  });

  test("says what stands in an answer of 202: the run that is done later", async () => {
    const { paths } = await read();
    const operations = Object.values(paths).flatMap((item) => Object.values(item));
    const runs = operations.filter(
      ({ operationId, responses }) => "202" in responses && "200" in responses && operationId !== "mcp",
    );
    expect(runs.map(({ operationId }) => operationId)).toEqual(
      expect.arrayContaining(["call_api", "create_tool", "run_data_convert"]),
    );
    for (const { responses } of runs) {
      expect(responses["202"].content["application/json"].schema).toEqual({ $ref: "#/components/schemas/QueuedRun" });
      expect(responses["202"].headers).toHaveProperty("Location");
    }
  });

  // A generator that has no type for one error of an operation has none for any of them.
  test("says of every error of an operation what its body is", async () => {
    const { paths, components } = await read();
    for (const [path, item] of Object.entries(paths))
      for (const { responses } of Object.values(item))
        for (const [status, answer] of Object.entries<any>(responses)) {
          const name = answer.$ref?.split("/").at(-1);
          const whole: any = name === undefined ? answer : components.responses[name];
          if (Number(status) >= 400 && status !== "416")
            expect([path, status, Object.keys(whole.content ?? {})]).not.toEqual([path, status, []]);
        }
  });

  test("says that fields may have any name as every reader knows it", async () => {
    expect(JSON.stringify(await read()).includes("patternProperties")).toBeFalse();
  });

  test("describes nothing that no operation refers to", async () => {
    const document = await read();
    const told = JSON.stringify(document);
    const { securitySchemes: _, ...components } = document.components as Readonly<Record<string, object>>;
    const refs = Object.entries(components).flatMap(([kind, named]) =>
      Object.keys(named).map((name) => `#/components/${kind}/${name}`),
    );
    expect(refs.filter((ref) => !told.includes(`"${ref}"`))).toEqual([]);
  });

  test("names every header that it describes at an answer", async () => {
    const { paths, components } = await read();
    const told = JSON.stringify([paths, components.responses]);
    const names = Object.keys(components.headers);
    expect(names.filter((name) => !told.includes(`"#/components/headers/${name}"`))).toEqual([]);
  });

  test("is the same version until an actor changes", async () => {
    await using own = await startHub({ actors: [echoActor()] });
    const first = await fetch(`${own.url}/openapi.json`);
    const etag = first.headers.get("etag") ?? "";
    const again = await fetch(`${own.url}/openapi.json`, { headers: { "if-none-match": `"other", W/${etag}` } });
    expect([again.status, await again.text(), again.headers.get("etag")]).toEqual([304, "", etag]);
    own.registry.offer("added.ts", "added.ts", echoActor({ slug: "added" }), "1");
    const changed = await fetch(`${own.url}/openapi.json`, { headers: { "if-none-match": etag } });
    expect([changed.status, changed.headers.get("etag") === etag]).toEqual([200, false]);
    expect(Object.keys(((await changed.json()) as Document).paths)).toContain("/api/v1/genius/actors/added/run/");
  });
});
