/** What a tool definition asks of a model is what a call can be made of: no more, no less, and under every name. */
import { describe, expect, test } from "bun:test";
import { Validator } from "@seriousme/openapi-schema-validator";
import { inputSchema } from "../../src/catalog/spec/definitions.ts";
import { summarise } from "../../src/catalog/spec/summary.ts";
import { described, emptyShelf } from "./support.ts";

type Json = Readonly<Record<string, any>>;

/** `description` may be a text of JSON, for names that an object of this language does not take. */
async function fragmentOf(description: object | string): Promise<Json> {
  using shelf = emptyShelf();
  const document = described("pets.dev", typeof description === "string" ? {} : description);
  const whole = JSON.parse(new TextDecoder().decode(await document.read())) as object;
  const text = typeof description === "string" ? `${JSON.stringify(whole).slice(0, -1)},${description.slice(1)}` : "";
  await shelf.build([text === "" ? document : { ...document, read: () => new TextEncoder().encode(text) }]);
  using catalog = shelf.open();
  const fragment = structuredClone({ ...(await catalog.spec("pets-dev--op"))! });
  expect(await new Validator().validate(structuredClone(fragment))).toMatchObject({ valid: true });
  return fragment;
}

const text = { type: "string" };
const responses = { 200: { description: "Done" } };
const ref = (name: string, kind = "schemas") => ({ $ref: `#/components/${kind}/${name}` });
const posted = (schema: object) => ({
  "/a": { post: { operationId: "op", requestBody: { content: { "application/json": { schema } } }, responses } },
});

test("nothing is asked for that no caller may give: cookies, and headers that the hub writes", async () => {
  const parameters = [
    { name: "User-Agent", in: "header", required: true, schema: text },
    { name: "Content-Length", in: "header", schema: text },
    { name: "X-Forwarded-For", in: "header", schema: text },
    { name: "session", in: "cookie", required: true, schema: text },
    ref("Host", "parameters"),
    { name: "X-Own", in: "header", required: true, schema: text },
  ];
  const fragment = await fragmentOf({
    paths: { "/a": { get: { operationId: "op", parameters, responses } } },
    components: { parameters: { Host: { name: "Host", in: "header", required: true, schema: text } } },
  });
  expect(inputSchema(fragment).properties).toEqual({
    params: { type: "object", properties: { "X-Own": text }, required: ["X-Own"] },
  });
});

test("a parameter of the path that the description forgot is asked for, beside others behind references", async () => {
  const fragment = await fragmentOf({
    paths: { "/{org}/pets/{id}": { get: { operationId: "op", parameters: [ref("Org", "parameters")], responses } } },
    components: {
      parameters: { Org: ref("Other", "parameters"), Other: { name: "org", in: "path", required: true, schema: text } },
    },
  });
  expect(inputSchema(fragment)).toEqual({
    type: "object",
    properties: { params: { type: "object", properties: { org: text, id: text }, required: ["org", "id"] } },
    required: ["params"],
  });
});

test("schemas may be named as what every object has", async () => {
  const names = ["__proto__", "constructor", "toString"];
  const properties = names.map((name) => `"${name}":{"$ref":"#/components/schemas/${name}"}`).join();
  const schemas = names.map((name, at) => `"${name}":{"type":"string","maxLength":${at + 1}}`).join();
  const fragment = await fragmentOf(
    `{"paths":${JSON.stringify(posted({ AT: 1 })).replace('"AT":1', `"properties":{${properties}}`)},
      "components":{"schemas":{${schemas}}}}`,
  );
  for (const schema of [inputSchema(fragment), summarise(inputSchema(fragment), 400)] as Json[]) {
    const found = names.map((name) => [
      Object.hasOwn(schema.properties.body.properties, name),
      schema.$defs === undefined
        ? schema.properties.body.properties[name].maxLength
        : Object.getOwnPropertyDescriptor(schema.$defs, name)?.value.maxLength,
    ]);
    expect(found).toEqual([1, 2, 3].map((length) => [true, length]));
  }
});

describe("what stands beside a reference", () => {
  const Owner = { type: "object", properties: { id: text } };
  const properties = {
    plain: { ...ref("Owner"), description: "Whose it is" },
    told: { ...ref("Owner"), readOnly: true },
    bounded: { ...ref("Name"), maxLength: 5, default: "Rex" },
    wider: { ...ref("Owner"), properties: { since: text }, required: ["since"] },
  };
  const description = { paths: posted({ type: "object", properties }), components: { schemas: { Owner, Name: text } } };

  test("holds as well since OpenAPI 3.1", async () => {
    const schema = inputSchema(await fragmentOf({ openapi: "3.1.0", ...description })) as Json;
    expect(schema.properties.body.properties).toEqual({
      plain: { $ref: "#/$defs/Owner", description: "Whose it is" },
      bounded: { allOf: [{ $ref: "#/$defs/Name" }], maxLength: 5, default: "Rex" },
      wider: { allOf: [{ $ref: "#/$defs/Owner" }], properties: { since: text }, required: ["since"] },
    });
  });

  test("says in 3.0 what the value is for, and no more", async () => {
    const schema = inputSchema(await fragmentOf({ openapi: "3.0.3", ...description })) as Json;
    expect(schema.properties.body.properties).toEqual({
      plain: { $ref: "#/$defs/Owner", description: "Whose it is" },
      bounded: { allOf: [{ $ref: "#/$defs/Name" }], default: "Rex" },
      wider: { $ref: "#/$defs/Owner" },
    });
  });
});

test("a list says what its items are though it may be null, and no pattern is served that is none", async () => {
  const properties = {
    list: { type: ["array", "null"] },
    named: { type: "object", patternProperties: { "^x-": text, "[": text } },
  };
  const fragment = await fragmentOf({ openapi: "3.1.0", paths: posted({ type: "object", properties }) });
  expect(inputSchema(fragment)).toMatchObject({
    properties: {
      body: {
        properties: {
          list: { type: ["array", "null"], items: {} },
          named: { type: "object", patternProperties: { "^x-": text } },
        },
      },
    },
  });
  expect(JSON.stringify(inputSchema(fragment))).not.toContain('"["');
});

describe("a body", () => {
  const schema = { type: "object", properties: { a: text } };
  const bodyOf = async (...types: string[]) => {
    const content = Object.fromEntries(types.map((type) => [type, { schema: ref("Tea") }]));
    const fragment = await fragmentOf({
      paths: { "/a": { post: { operationId: "op", requestBody: { content }, responses } } },
      components: { schemas: { Tea: schema } },
    });
    const { properties, $defs } = inputSchema(fragment) as Json;
    expect($defs).toEqual({ Tea: schema });
    return properties.body;
  };

  test("that is a text, though its fields are described, is asked for as a text", async () => {
    const written = { type: "string", contentMediaType: "application/xml", contentSchema: { $ref: "#/$defs/Tea" } };
    expect(await bodyOf("application/xml; charset=utf-8")).toEqual(written);
  });

  test("of several forms is asked for as the one that a call takes", async () => {
    const tea = { $ref: "#/$defs/Tea" };
    expect(await bodyOf("application/xml", "application/x-www-form-urlencoded")).toEqual(tea);
    expect(await bodyOf("application/octet-stream", "text/xml", "application/json")).toEqual(tea);
    expect(await bodyOf("text/plain")).toEqual(tea);
  });
});

test("files are asked for as base64, the whole body and fields of it", async () => {
  const file = { type: "string", format: "binary" };
  const asked = async (type: string, schema: object) => {
    const content = { [type]: { schema } };
    const paths = { "/a": { post: { operationId: "op", requestBody: { content }, responses } } };
    const { properties } = inputSchema(await fragmentOf({ paths, components: { schemas: { Form: form } } })) as Json;
    expect(summarise({ type: "object", properties }, 600)).toEqual({ type: "object", properties });
    return properties.body;
  };
  const form = {
    type: "object",
    properties: { file, more: { type: "array", items: file }, note: text },
    required: ["file"],
  };
  const encoded = { ...file, contentEncoding: "base64" };
  expect(await asked("image/png", { ...file, description: "A picture" })).toEqual({
    type: "string",
    description: "A picture",
    contentEncoding: "base64",
    contentMediaType: "image/png",
  });
  expect(await asked("multipart/form-data", ref("Form"))).toEqual({
    ...form,
    properties: { file: encoded, more: { type: "array", items: encoded }, note: text },
  });
});

test("a parameter stands once, though a reference and the operation both have it", async () => {
  const id = { name: "id", in: "path", required: true, schema: { type: "integer" } };
  const fragment = await fragmentOf({
    paths: {
      "/a/{id}": {
        parameters: [ref("Id", "parameters"), ref("Page", "parameters")],
        get: { operationId: "op", parameters: [id], responses },
      },
    },
    components: {
      parameters: {
        Id: { ...id, schema: text },
        Page: { name: "page", in: "query", schema: { type: "integer" } },
      },
    },
  });
  expect(fragment.paths["/a/{id}"].get.parameters).toEqual([id, ref("Page", "parameters")]);
});
