/** Fragments: one operation, self-contained, valid OpenAPI 3.1, whatever the description was. */
import { describe, expect, test } from "bun:test";
import { Validator } from "@seriousme/openapi-schema-validator";
import { upgradeDescription } from "../../src/catalog/import/upgrade/upgrade.ts";
import { inputSchema, toolDefinition, toolName } from "../../src/catalog/spec/definitions.ts";
import type { AccessMethod } from "../../src/runtime/access.ts";
import { described, emptyShelf, get } from "./support.ts";

async function fragmentOf(description: object, slug = "pets-dev--op"): Promise<Record<string, unknown>> {
  using shelf = emptyShelf();
  await shelf.build([described("pets.dev", description)]);
  using catalog = shelf.open();
  const fragment = await catalog.spec(slug);
  const { valid, errors } = await new Validator().validate(structuredClone({ ...fragment }));
  expect(errors).toBeUndefined();
  expect(valid).toBeTrue();
  return { ...fragment };
}

const body = (schema: object) => ({ content: { "application/json": { schema } } });
const ref = (name: string, kind = "schemas") => ({ $ref: `#/components/${kind}/${name}` });

test("only what the operation reaches comes along, circles included", async () => {
  const fragment = await fragmentOf({
    security: [{ key: [] }],
    paths: {
      "/pets": {
        parameters: [ref("page", "parameters")],
        get: { operationId: "op", responses: { 200: { description: "Pets", ...body(ref("Pet")) } } },
        post: { operationId: "other", responses: { 200: { description: "", ...body(ref("Unused")) } } },
      },
    },
    components: {
      parameters: { page: { name: "page", in: "query", schema: { type: "integer" } } },
      securitySchemes: {
        key: { type: "apiKey", in: "header", name: "X-Key" },
        unused: { type: "http", scheme: "basic" },
      },
      schemas: {
        Pet: { type: "object", properties: { owner: ref("Owner") } },
        Owner: { type: "object", properties: { pets: { type: "array", items: ref("Pet") } } },
        Unused: { type: "string" },
      },
    },
  });
  expect(fragment).toMatchObject({ openapi: "3.1.0", servers: [{ url: "https://api.pets.dev" }] });
  expect(Object.keys(fragment.paths as object)).toEqual(["/pets"]);
  const components = fragment.components as Record<string, object>;
  expect(Object.keys(components.schemas ?? {}).sort()).toEqual(["Owner", "Pet"]);
  expect(Object.keys(components.securitySchemes ?? {})).toEqual(["key"]);
  expect(Object.keys(components.parameters ?? {})).toEqual(["page"]);
});

test("the schemas of 3.0 become those of 3.1", async () => {
  const schema = {
    type: "object",
    required: true,
    properties: {
      nullable: { type: "string", nullable: true, enum: ["a"], example: "a" },
      example: { type: "number", minimum: 0, exclusiveMinimum: true },
      pet: { nullable: true, allOf: [{ type: "object" }] },
      file: { type: "file" },
      list: { type: "array" },
      odd: { type: "any", pattern: "(", minLength: "3" },
    },
  };
  const fragment = await fragmentOf({
    paths: { "/a": { post: { operationId: "op", requestBody: body(schema), responses: {} } } },
  });
  expect(inputSchema(fragment)).toMatchObject({
    properties: {
      body: {
        type: "object",
        properties: {
          nullable: { type: ["string", "null"], enum: ["a", null], examples: ["a"] },
          example: { type: "number", exclusiveMinimum: 0 },
          pet: { anyOf: [{ allOf: [{ type: "object" }] }, { type: "null" }] },
          file: { type: "string", format: "binary" },
          list: { type: "array", items: {} },
          odd: {},
        },
      },
    },
  });
});

test("values of an enum are of the type beside them: written as that type has them, or left out", async () => {
  const properties = {
    flags: { type: "integer", enum: ["1", "2", 4, "many"] },
    seconds: { type: "string", enum: [15, 30, true] },
    sent: { type: "boolean", enum: ["true", "no"] },
    none: { type: "number", enum: ["low", "high"] },
    size: { type: "string", nullable: true, enum: ["s", null] },
    free: { enum: ["1", 1] },
  };
  const fragment = await fragmentOf({
    paths: { "/a": { post: { operationId: "op", requestBody: body({ type: "object", properties }), responses: {} } } },
  });
  expect(inputSchema(fragment).properties).toEqual({
    body: {
      type: "object",
      properties: {
        flags: { type: "integer", enum: [1, 2, 4] },
        seconds: { type: "string", enum: ["15", "30", "true"] },
        sent: { type: "boolean", enum: [true] },
        none: { type: "number" },
        size: { type: ["string", "null"], enum: ["s", null] },
        free: { enum: ["1", 1] },
      },
    },
  });
});

test("the addresses of a login that start at a slash are those of its server", async () => {
  const flows = {
    authorizationCode: { authorizationUrl: "/oauth/authorize", tokenUrl: "/oauth/token", scopes: { read: "Read" } },
    clientCredentials: { tokenUrl: "ask your administrator", scopes: {} },
    password: { tokenUrl: "https://login.pets.dev/token", scopes: {} },
    implicit: { authorizationUrl: "/", scopes: {} },
  };
  const fragment = await fragmentOf({
    paths: { "/pets": { get: { operationId: "op", security: [{ login: ["read"] }], responses: {} } } },
    components: { securitySchemes: { login: { type: "oauth2", flows } } },
  });
  expect(fragment.components).toMatchObject({ securitySchemes: { login: { type: "oauth2" } } });
  const { login } = (fragment.components as { securitySchemes: Record<string, { flows: object }> }).securitySchemes;
  expect(login?.flows).toEqual({
    password: { tokenUrl: "https://login.pets.dev/token", scopes: {} },
    authorizationCode: {
      authorizationUrl: "https://api.pets.dev/oauth/authorize",
      tokenUrl: "https://api.pets.dev/oauth/token",
      scopes: { read: "Read" },
    },
  });
});

test("the address of OpenID Connect that starts at a slash is that of its server, and what is none names no login", async () => {
  const connect = (openIdConnectUrl: string) => ({ type: "openIdConnect", openIdConnectUrl });
  const whole = "https://login.pets.dev/.well-known/openid-configuration";
  const fragment = await fragmentOf({
    paths: {
      "/pets": { get: { operationId: "op", security: [{ path: [] }, { whole: [] }, { none: [] }], responses: {} } },
    },
    components: {
      securitySchemes: {
        path: connect("/.well-known/openid-configuration"),
        whole: connect(whole),
        none: connect("/"),
      },
    },
  });
  expect(fragment.components).toEqual({
    securitySchemes: {
      path: connect("https://api.pets.dev/.well-known/openid-configuration"),
      whole: connect(whole),
      none: { type: "http", scheme: "unknown" },
    },
  });
});

test("references that lead nowhere, elsewhere or to odd names do no harm", async () => {
  const fragment = await fragmentOf({
    paths: {
      "/a/{id}": {
        get: {
          operationId: "op",
          parameters: [ref("missing", "parameters"), { $ref: "https://elsewhere.dev/x.json#/p" }],
          responses: {
            200: {
              description: "",
              ...body({ oneOf: [ref("Odd Name/«x»"), ref("missing"), ref("Pet/properties/name")] }),
            },
            400: ref("missing", "responses"),
          },
        },
      },
    },
    components: {
      schemas: {
        "Odd Name/«x»": { type: "string" },
        Pet: { type: "object", properties: { name: { type: "string" } } },
      },
    },
  });
  expect(JSON.stringify(fragment)).not.toContain("elsewhere.dev");
  expect(inputSchema(fragment)).toMatchObject({ properties: { params: { properties: { id: { type: "string" } } } } });
});

test("what is too large is cut, and the document says so", async () => {
  const wide = (name: string) => ({ type: "object", description: "x".repeat(30_000), properties: { next: ref(name) } });
  const schemas = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`S${index}`, wide(`S${index + 1}`)]));
  const fragment = await fragmentOf({
    paths: { "/a": { get: { operationId: "op", responses: { 200: { description: "", ...body(ref("S0")) } } } } },
    components: { schemas: { ...schemas, S20: { type: "string" } } },
  });
  expect(JSON.stringify(fragment).length).toBeLessThan(300_000);
  expect(fragment["x-cut"]).toEqual(["#/components/schemas/S6"]);
  expect(fragment).toMatchObject({ info: { description: expect.stringContaining("left out for size") } });
});

describe("the document as a whole is bounded, and still says what a call needs, where", () => {
  const long = "x".repeat(10_000_000);
  const manySchemas = Object.fromEntries(
    Array.from({ length: 4_000 }, (_, index) => [`field${index}`, { title: "t".repeat(200) }]),
  );
  const parameters = [
    { name: "id", in: "path", required: true, schema: { type: "integer" } },
    { name: "wide", in: "query", schema: { type: "string", enum: [long] } },
  ];
  const many = Array.from({ length: 20_000 }, (_, index) => ({
    name: `p${index}`,
    in: "query",
    schema: { type: "string" },
  }));
  test.each<[string, object]>([
    ["a description is long", { description: long }],
    ["an example is long", { requestBody: body({ type: "string", example: long }) }],
    ["an answer is long", { responses: { 200: { description: "", ...body({ description: long }) } } }],
    [
      "a body has many fields",
      { requestBody: { required: true, ...body({ type: "object", properties: manySchemas }) } },
    ],
    ["there are many parameters", { parameters: [...parameters, ...many] }],
    [
      "many answers are long",
      {
        responses: Object.fromEntries(
          Array.from({ length: 500 }, (_, at) => [String(at + 100), { description: long.slice(0, 20_000) }]),
        ),
      },
    ],
    ["a parameter elsewhere is long", { parameters: [...parameters, ref("Long", "parameters")] }],
    ["an answer elsewhere is long", { responses: { 200: ref("Long", "responses") } }],
  ])("%s", async (_, more) => {
    const fragment = await fragmentOf({
      paths: { "/a/{id}": { get: { operationId: "op", parameters, responses: {}, ...more } } },
      components: {
        parameters: { Long: { name: "long", in: "query", schema: { type: "string" }, description: long } },
        responses: { Long: { description: long, ...body({ description: long }) } },
      },
    });
    expect(JSON.stringify(fragment).length).toBeLessThan(400_000);
    expect(JSON.stringify(fragment)).toContain('"name":"id","in":"path"');
  });
});

test("references that only lead to each other are as good as none", async () => {
  const ref = (kind: string, name: string) => ({ $ref: `#/components/${kind}/${name}` });
  const json = (schema: object) => ({ description: "ok", content: { "application/json": { schema } } });
  const fragment = await fragmentOf({
    paths: {
      "/a": {
        post: {
          operationId: "op",
          parameters: [ref("parameters", "one"), ref("parameters", "good")],
          requestBody: ref("requestBodies", "self"),
          responses: {
            200: json(ref("schemas", "One")),
            201: json(ref("schemas", "Alias")),
            400: ref("responses", "one"),
          },
        },
      },
    },
    components: {
      parameters: { one: ref("parameters", "two"), two: ref("parameters", "one"), good: { name: "q", in: "query" } },
      requestBodies: { self: ref("requestBodies", "self") },
      responses: { one: ref("responses", "two"), two: ref("responses", "one") },
      schemas: {
        One: ref("schemas", "Two"),
        Two: ref("schemas", "One"),
        Alias: ref("schemas", "Any"),
        Any: true,
      },
    },
  });
  expect(await new Validator().validate(structuredClone(fragment))).toMatchObject({ valid: true });
  const { schemas, ...others } = fragment.components as any;
  expect(JSON.stringify(others)).not.toContain("$ref");
  expect(schemas.One).toEqual({ description: "Not described: the reference leads nowhere." });
  expect(schemas.Alias).toEqual({ $ref: "#/components/schemas/Any" });
});

test("Swagger 2.0 and YAML are taken in", async () => {
  const upgraded = upgradeDescription(`
swagger: "2.0"
info: { title: Pets, version: "1" }
host: api.pets.dev
schemes: [https]
basePath: /v2
paths:
  /pets:
    post:
      operationId: op
      parameters: [{ in: body, name: pet, schema: { $ref: "#/definitions/Pet" } }]
      responses: { 200: { description: ok } }
definitions: { Pet: { type: object, properties: { name: { type: string } } } }
`);
  const fragment = await fragmentOf(upgraded);
  expect(fragment).toMatchObject({ servers: [{ url: "https://api.pets.dev/v2" }] });
  expect(inputSchema(fragment)).toMatchObject({ $defs: { Pet: { properties: { name: { type: "string" } } } } });
});

test("bodies and form fields that operations of a Swagger 2.0 description share belong to each of them", () => {
  const name = { name: "name", in: "formData", type: "string", required: true };
  const tags = { name: "tags", in: "formData", type: "array", items: { type: "string" }, collectionFormat: "multi" };
  const pet = { name: "pet", in: "body", required: true, schema: { $ref: "#/definitions/Pet" } };
  const { paths } = upgradeDescription(
    JSON.stringify({
      swagger: "2.0",
      info: { title: "Pets", version: "1" },
      host: "api.pets.dev",
      consumes: ["application/json"],
      paths: {
        "/pets/{id}": {
          parameters: [{ $ref: "#/parameters/id" }],
          put: { parameters: [{ $ref: "#/parameters/a~1pet" }] },
          post: {
            consumes: ["application/x-www-form-urlencoded"],
            parameters: [{ $ref: "#/parameters/name" }, { $ref: "#/parameters/tags" }, { $ref: "#/parameters/dry" }],
          },
        },
        "/pets": {
          parameters: [{ $ref: "#/parameters/again" }, { $ref: "#/parameters/dry" }],
          post: {},
          put: { parameters: [{ name: "pets", in: "body", schema: { type: "array", items: {} } }] },
        },
        "/loop": { put: { parameters: [{ $ref: "#/parameters/one" }, { $ref: "#/parameters/none" }] } },
      },
      parameters: {
        id: { name: "id", in: "path", required: true, type: "string" },
        dry: { name: "dry", in: "query", type: "boolean" },
        "a/pet": pet,
        again: { $ref: "#/parameters/a~1pet" },
        one: { $ref: "#/parameters/two" },
        two: { $ref: "#/parameters/one" },
        name,
        tags,
      },
      definitions: { Pet: { type: "object" } },
    }),
  ) as any;
  const body = { required: true, content: { "application/json": { schema: { $ref: "#/components/schemas/Pet" } } } };
  const dry = { $ref: "#/components/parameters/dry" };
  const one = paths["/pets/{id}"];
  expect(one.parameters).toEqual([{ $ref: "#/components/parameters/id" }]);
  expect(one.put).toMatchObject({ requestBody: body });
  expect(one.put.parameters ?? []).toEqual([]);
  expect(one.post.parameters).toEqual([dry]);
  const { schema, encoding } = one.post.requestBody.content["application/x-www-form-urlencoded"];
  expect(schema.properties).toEqual({
    name: { type: "string" },
    tags: { type: "array", items: { type: "string" } },
  });
  expect(schema.required).toEqual(["name"]);
  expect(encoding).toEqual({ tags: { style: "form", explode: true } });
  const all = paths["/pets"];
  expect(all.parameters).toEqual([dry]);
  expect(all.post).toMatchObject({ requestBody: body });
  expect(all.put.requestBody.content["application/json"].schema).toMatchObject({ type: "array" });
  expect(paths["/loop"].put.requestBody).toBeUndefined();
});

test("a tool definition has the vendor's shape, and a name that fits", async () => {
  using shelf = emptyShelf();
  await shelf.build([described("pets.dev", { paths: { "/pets": { get: { operationId: "op", responses: {} } } } })]);
  using catalog = shelf.open();
  const entry = catalog.entry("pets-dev--op")!;
  const fragment = (await catalog.spec("pets-dev--op"))!;
  expect(toolDefinition(entry, fragment, "openai")).toMatchObject({
    type: "function",
    function: { name: "pets-dev--op" },
  });
  expect(toolDefinition(entry, fragment, "anthropic")).toMatchObject({ input_schema: { type: "object" } });
  expect(toolDefinition(entry, fragment, "mcp")).toMatchObject({ inputSchema: { type: "object" } });
  const names = [`${"a".repeat(40)}--${"b".repeat(58)}`, `${"a".repeat(40)}--c${"b".repeat(57)}`].map(toolName);
  expect(new Set(names).size).toBe(2);
  for (const name of names) expect(name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
});

test("a method that only OpenAPI 3.2 knows is published in a document of that version", async () => {
  const operation = { operationId: "op", responses: { 200: { description: "ok" } } };
  for (const item of [{ query: operation }, { additionalOperations: { COPY: operation } }]) {
    const fragment = await fragmentOf({ openapi: "3.2.0", paths: { "/a": item } });
    expect(fragment.openapi).toBe("3.2.0");
  }
});

test("the encoding of form fields is published, valid parts of it only", async () => {
  const encoding = {
    a: { style: "deepObject", explode: true, odd: 1 },
    b: { contentType: "image/png", headers: { "X-B": { schema: { type: "string" } } } },
    c: { style: "none" },
    d: null,
  };
  const content = { "multipart/form-data": { schema: { type: "object" }, encoding } };
  const fragment = await fragmentOf({
    paths: { "/a": { post: { operationId: "op", requestBody: { content }, responses: {} } } },
  });
  expect(fragment.paths).toMatchObject({
    "/a": {
      post: {
        requestBody: {
          content: { "multipart/form-data": { encoding: { a: { style: "deepObject", explode: true } } } },
        },
      },
    },
  });
});

test("a document is put together once, and nobody can change it for the next", async () => {
  using shelf = emptyShelf();
  const get = { operationId: "op", responses: { 200: { description: "", ...body(ref("Pet")) } } };
  const components = { schemas: { Pet: { type: "object" } } };
  await shelf.build([described("pets.dev", { paths: { "/pets": { get } }, components })]);
  using catalog = shelf.open();
  const spec = (await catalog.spec("pets-dev--op")) as unknown as { components: { schemas: object } };
  expect(await catalog.spec("pets-dev--op")).toBe(spec);
  expect(Object.isFrozen(spec.components.schemas)).toBeTrue();
});

test("a large document is built in turns, once for all who ask meanwhile", async () => {
  using shelf = emptyShelf();
  const names = Array.from({ length: 300 }, (_, index) => `Pet${index}`);
  const schemas = Object.fromEntries(
    names.map((name, index) => [name, { type: "object", properties: { next: ref(names[index + 1] ?? "Pet0") } }]),
  );
  const get = { operationId: "op", responses: { 200: { description: "", ...body(ref("Pet0")) } } };
  await shelf.build([described("pets.dev", { paths: { "/pets": { get } }, components: { schemas } })]);
  using catalog = shelf.open();
  let turns = 0;
  let next = setImmediate(function count() {
    turns++;
    next = setImmediate(count);
  });
  const [one, other] = await Promise.all([catalog.spec("pets-dev--op"), catalog.spec("pets-dev--op")]);
  clearImmediate(next);
  expect(other).toBe(one);
  expect(Object.keys((one as { components: { schemas: object } }).components.schemas)).toEqual(names);
  expect(turns).toBeGreaterThan(0);
});

test("a specification tells what the operation's upstream has asked for since it was first put together", async () => {
  using shelf = emptyShelf();
  await shelf.build([described("pets.dev", { paths: { "/pets": get("List pets", { operationId: "op" }) } })]);
  let asked: readonly AccessMethod[] = [];
  using catalog = shelf.open(undefined, [], () => asked);
  const told = async () => (await catalog.spec("pets-dev--op"))?.["x-access"];
  expect(await told()).toEqual(catalog.entry("pets-dev--op")?.access);
  const before = await catalog.spec("pets-dev--op");
  expect(await catalog.spec("pets-dev--op")).toBe(before);
  asked = ["basic"];
  expect(await told()).toEqual({ state: "needs_connection", methods: ["basic"], source: "observed" });
  const after = await catalog.spec("pets-dev--op");
  expect(await catalog.spec("pets-dev--op")).toBe(after);
});

test("values that nobody can write as a text are left out, wherever they stand", async () => {
  const odd = { toString: 1, valueOf: 1 };
  const variables = { region: { default: "eu", enum: ["us", odd] } };
  const fragment = await fragmentOf({
    servers: [{ url: "https://{region}.pets.dev", variables }],
    paths: {
      "/pets": {
        post: {
          operationId: "op",
          responses: {},
          requestBody: body({
            type: "object",
            properties: {
              a: { type: [odd] },
              b: { type: "boolean", enum: [odd, "true"] },
              c: { enum: [odd, [odd], "one"], default: odd, example: [odd] },
              d: { enum: [odd] },
            },
          }),
        },
      },
    },
  });
  expect(fragment.servers).toMatchObject([{}, { variables: { region: { default: "eu", enum: ["eu", "us"] } } }]);
  const { body: schema } = inputSchema(fragment).properties as Record<string, { properties: object }>;
  expect(schema?.properties).toEqual({ a: {}, b: { type: "boolean", enum: [true] }, c: { enum: ["one"] }, d: {} });
});
