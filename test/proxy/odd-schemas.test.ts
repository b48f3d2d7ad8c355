/** What descriptions say in odd ways, as far as a call meets it: each is right, or refused with its name. */
import { expect, test } from "bun:test";
import { inputSchema } from "../../src/catalog/spec/definitions.ts";
import { buildRequest } from "../../src/proxy/request/build.ts";
import { readOperation } from "../../src/proxy/request/operation.ts";
import { described, emptyShelf } from "../catalog/support.ts";

/** What a body comes to as JSON, or what is wrong with it. */
async function builder(schema: object, schemas: object = {}) {
  using shelf = emptyShelf();
  const post = {
    operationId: "op",
    requestBody: { required: true, content: { "application/json": { schema } } },
    responses: { 200: { description: "ok" } },
  };
  await shelf.build([described("odd.dev", { paths: { "/odd": { post } }, components: { schemas } })]);
  using catalog = shelf.open();
  const [entry, fragment] = [catalog.entry("odd-dev--op")!, (await catalog.spec("odd-dev--op"))!];
  const operation = readOperation(entry, fragment);
  const build = (body: unknown): unknown => {
    const built = buildRequest(operation, { body }, { credentials: {}, userAgent: "hub" });
    return built.ok ? JSON.parse(Buffer.from(built.request.body ?? []).toString()) : built.issues;
  };
  return { build, asked: inputSchema(fragment) };
}

const CAT = { type: "object", properties: { kind: { type: "string" }, lives: { type: "integer" } } };
const DOG = { type: "object", properties: { kind: { type: "string" }, tricks: { type: "integer" } } };
const FORMS = [{ $ref: "#/components/schemas/Cat" }, { $ref: "#/components/schemas/Dog" }];

test("a discriminator says which of several forms is meant, by its mapping or by their names", async () => {
  const mapping = { cat: "#/components/schemas/Cat", dog: "Dog", bird: "#/components/schemas/Bird" };
  const { build } = await builder(
    { oneOf: FORMS, discriminator: { propertyName: "kind", mapping } },
    { Cat: CAT, Dog: DOG },
  );
  expect(build({ kind: "cat", lives: 9 })).toEqual({ kind: "cat", lives: 9 });
  expect(build({ kind: "Dog", tricks: 1 })).toEqual({ kind: "Dog", tricks: 1 });
  expect(build({ kind: "cat", lives: "nine" })).toEqual([{ pointer: "/body/lives", detail: "must be integer" }]);
  // One that leads nowhere is no form.
  expect(build({ kind: "bird" })).toEqual([{ pointer: "/body/kind", detail: "must be one of cat, dog" }]);
});

test("without a discriminator what fits two forms of oneOf that ask for something is refused", async () => {
  const [Cat, Dog] = [CAT, DOG].map((form) => ({ ...form, required: ["kind"] }));
  const { build } = await builder({ oneOf: FORMS }, { Cat, Dog });
  expect(build({ kind: "cat" })).toEqual([
    { pointer: "/body", detail: "fits 2 of the forms of which it must have one" },
  ]);
});

test("a discriminator without a schema refuses nothing", async () => {
  const { build } = await builder({
    type: "object",
    discriminator: { propertyName: "kind", mapping: { cat: "#/components/schemas/Nowhere" } },
  });
  expect(build({ kind: "cat" })).toEqual({ kind: "cat" });
});

test("what only answers hold is not asked for and not sent, at any depth", async () => {
  const made = { type: "string", readOnly: true };
  const item = { type: "object", required: ["id"], properties: { id: made, name: { type: "string" } } };
  const { build, asked } = await builder(
    {
      allOf: [
        { $ref: "#/components/schemas/Item" },
        { properties: { items: { type: "array", items: item }, etag: made } },
      ],
    },
    { Item: item },
  );
  expect(build({ id: "1", name: "n", etag: "e", items: [{ id: "2", name: "m" }], other: { id: "3" } })).toEqual({
    name: "n",
    items: [{ name: "m" }],
    other: { id: "3" },
  });
  expect(JSON.stringify(asked)).not.toMatch(/"id"|etag/);
});

test("members that are named as a reference are members", async () => {
  const { build } = await builder({
    type: "object",
    properties: { $ref: { type: "string" }, choice: { enum: ["$ref", { $ref: "#/nowhere" }] } },
  });
  expect(build({ $ref: "v", choice: "$ref" })).toEqual({ $ref: "v", choice: "$ref" });
  expect(build({ choice: { $ref: "#/nowhere" } })).toEqual({ choice: { $ref: "#/nowhere" } });
  expect(build({ $ref: 1 })).toEqual([{ pointer: "/body/$ref", detail: "must be string" }]);
});

test("a pattern as JavaScript writes it, between slashes, is the one between them", async () => {
  const { build } = await builder({
    type: "object",
    properties: {
      code: { type: "string", pattern: "/^[a-z]{3}$/i" },
      path: { type: "string", pattern: "/v1/[a-z]+/" },
    },
  });
  expect(build({ code: "AbC" })).toEqual({ code: "AbC" });
  expect(build({ code: "ab" })).toMatchObject([{ pointer: "/body/code" }]);
  // What only stands between slashes is a path.
  expect(build({ path: "/v1/users/" })).toEqual({ path: "/v1/users/" });
  expect(build({ path: "users" })).toMatchObject([{ pointer: "/body/path" }]);
});
