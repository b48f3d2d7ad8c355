/** Descriptions that by the letter allow less than they mean, or nothing: what they mean is sent. */
import { describe, expect, test } from "bun:test";
import { buildRequest } from "../../src/proxy/request/build.ts";
import { readOperation } from "../../src/proxy/request/operation.ts";

type Asked = Parameters<typeof buildRequest>[1];

/** The request of an operation, or its faults. */
function built(operation: object, asked: Asked, schemas: object = {}) {
  const fragment = { paths: { "/a": { post: { responses: {}, ...operation } } }, components: { schemas } };
  const callable = { slug: "a", method: "POST", path: "/a", baseUrl: "https://pets.dev" };
  const result = buildRequest(readOperation(callable, fragment), asked, { credentials: {}, userAgent: "hub" });
  if (!result.ok) return { issues: result.issues };
  const { url, headers, body } = result.request;
  return { url, headers, body: Buffer.from(body ?? []).toString() };
}

const bodied = (schema: object, mediaType = "application/json") => ({
  requestBody: { content: { [mediaType]: { schema } } },
});
const text = { type: "string" };

describe("a member that is an object of which nothing is said", () => {
  const patch = bodied({
    type: "array",
    items: { type: "object", required: ["value"], properties: { path: text, value: { type: "object" } } },
  });
  test.each(["My name", 5, true, ["a"], { a: 1 }])("is any value, such as %j", (value) => {
    const body = [{ path: "/name", value }];
    expect(built(patch, { body })).toMatchObject({ body: JSON.stringify(body) });
  });

  test("is one where something is said, and so is the whole body", () => {
    const told = bodied({ type: "object", properties: { a: { type: "object", additionalProperties: text } } });
    expect(built(told, { body: { a: "b" } })).toEqual({ issues: [{ pointer: "/body/a", detail: "must be object" }] });
    expect(built(bodied({ type: "object" }), { body: [1] })).toEqual({
      issues: [{ pointer: "/body", detail: "must be object" }],
    });
  });
});

test("a plain text that is described by its fields is JSON", () => {
  const told = bodied({ type: "object", properties: { a: { type: "integer" } } }, "text/plain");
  expect(built(told, { body: { a: 1 } })).toMatchObject({ body: '{"a":1}', headers: { "content-type": "text/plain" } });
  expect(built(told, { body: { a: "one" } })).toEqual({ issues: [{ pointer: "/body/a", detail: "must be integer" }] });
  expect(built(told, { body: "a: 1" })).toMatchObject({ body: "a: 1" });
  const silent = { issues: [{ pointer: "/body", detail: "must be text, written as text/plain" }] };
  expect(built(bodied(text, "text/plain"), { body: { a: 1 } })).toEqual(silent);
});

describe("what is put together and closed", () => {
  const schemas = {
    Part: { type: "object", properties: { city: text } },
    Closed: { type: "object", properties: { street: text }, additionalProperties: false },
  };
  const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
  test.each<[string, object]>([
    ["by the whole", { allOf: [ref("Part")], properties: { street: text }, additionalProperties: false }],
    ["by one of its parts", { allOf: [ref("Part"), ref("Closed")] }],
    ["by a form of several", { ...schemas.Part, oneOf: [ref("Closed"), { required: ["zip"] }] }],
  ])("%s knows the properties of all of it, and no others", (_, schema) => {
    const body = { city: "Bern", street: "Kramgasse" };
    expect(built(bodied(schema), { body }, schemas)).toMatchObject({ body: JSON.stringify(body) });
    expect(built(bodied(schema), { body: { ...body, country: "CH" } }, schemas)).toHaveProperty("issues");
  });

  test("tells forms apart that are closed to each other", () => {
    const closed = (name: string) => ({ type: "object", properties: { [name]: text }, additionalProperties: false });
    const schema = { oneOf: [closed("a"), closed("b")] };
    expect(built(bodied(schema), { body: { a: "1" } })).toMatchObject({ body: '{"a":"1"}' });
    expect(built(bodied(schema), { body: { a: "1", b: "2" } })).toHaveProperty("issues");
  });
});

test("forms that ask for nothing are not told apart: what fits several is sent", () => {
  const form = (name: string) => ({ type: "object", properties: { [name]: { type: "array" }, shared: text } });
  const body = { shared: "x", from: [1] };
  expect(built(bodied({ oneOf: [form("from"), form("points")] }), { body })).toMatchObject({
    body: JSON.stringify(body),
  });
});

describe("parameters", () => {
  const asked = (schema: object) => ({ parameters: [{ name: "p", in: "query", schema }] });

  test("values of a list that was cut at its commas are known without their blanks", () => {
    const listed = asked({ type: "string", enum: ["yes", " no", " only"] });
    expect(built(listed, { params: { p: "no" } })).toMatchObject({ url: "https://pets.dev/a?p=no" });
    expect(built(listed, { params: { p: "maybe" } })).toHaveProperty("issues");
  });

  test("a text stands for a list of one, which is judged as such", () => {
    const list = asked({ type: "array", items: { type: "string", enum: ["voice", "sms"] } });
    expect(built(list, { params: { p: "sms" } })).toMatchObject({ url: "https://pets.dev/a?p=sms" });
    expect(built(list, { params: { p: "fax" } })).toMatchObject({ issues: [{ pointer: "/params/p/0" }] });
    expect(built(asked({ type: "array", minItems: 2 }), { params: { p: "a" } })).toHaveProperty("issues");
    expect(built(bodied({ type: "object", properties: { p: { type: "array" } } }), { body: { p: "a" } })).toEqual({
      issues: [{ pointer: "/body/p", detail: "must be array" }],
    });
  });
});

describe("a form", () => {
  const FORM = "application/x-www-form-urlencoded";
  const fields = { type: "object", required: ["title"], properties: { title: text, count: { type: "integer" } } };

  test.each<[string, object]>([
    ["has its fields described", fields],
    ["is described as a text", text],
  ])("that %s is taken as it is written, and as its fields", (_, schema) => {
    for (const body of [
      "title=Pork roast&count=2&tag=a&tag=b%26c",
      { title: "Pork roast", count: 2, tag: ["a", "b&c"] },
    ])
      expect(built(bodied(schema, FORM), { body })).toMatchObject({
        body: "title=Pork%20roast&count=2&tag=a&tag=b%26c",
        headers: { "content-type": FORM },
      });
  });

  test("that is written is judged like one that is given by its fields", () => {
    expect(built(bodied(fields, FORM), { body: "count=two" })).toEqual({
      issues: [
        { pointer: "/body/title", detail: "is required" },
        { pointer: "/body/count", detail: "must be integer" },
      ],
    });
    expect(built(bodied(fields, FORM), { body: "just words" })).toEqual({
      issues: [{ pointer: "/body", detail: "must be an object of the form's fields" }],
    });
    expect(built(bodied(text, FORM), { body: "__proto__=1&toString=2" })).toMatchObject({
      body: "__proto__=1&toString=2",
    });
  });

  test("that repeats a field a hundred thousand times holds nobody up", () => {
    const body = "a=1&".repeat(100_000);
    const startedAt = process.cpuUsage();
    expect(built(bodied(text, FORM), { body }).body).toBe(body.slice(0, -1));
    expect(process.cpuUsage(startedAt).user / 1000).toBeLessThan(3000);
  });
});

test("a header that is required and that the hub writes by itself is not asked for", () => {
  const named = ["Content-Length", "Host", "User-Agent", "Accept-Encoding", "X-Other"];
  const parameters = named.map((name) => ({ name, in: "header", required: true, schema: text }));
  expect(built({ parameters }, {})).toEqual({ issues: [{ pointer: "/params/X-Other", detail: "is required" }] });
});

test("nor is it refused where the description says what it shall be", () => {
  const parameters = [
    { name: "User-Agent", in: "header", required: true, schema: { type: "string", default: "curl" } },
    { name: "Transfer-Encoding", in: "header", required: true, schema: { type: "string", enum: ["chunked"] } },
  ];
  const { headers } = built({ parameters }, {});
  expect(headers).toMatchObject({ "user-agent": "hub" });
  expect(headers).not.toHaveProperty("transfer-encoding");
});

test.each([
  ["/things/{a%}/parts", "a%", "https://pets.dev/things/v%201/parts"],
  ["/things/{the%20id}", "the%20id", "https://pets.dev/things/v%201"],
  ["/things/{the id}?of={b%7D}", "b%7D", "https://pets.dev/things/x?of=v%201"],
])("a name of a path's parameter is taken as it is written: %s", (path, name, url) => {
  const fragment = { paths: { [path]: { get: { responses: {} } } } };
  const operation = readOperation({ slug: "a", method: "GET", path, baseUrl: "https://pets.dev" }, fragment);
  const params = { "the id": "x", [name]: "v 1" };
  const named = Object.fromEntries(operation.parameters.map((one) => [one.name, params[one.name]]));
  const result = buildRequest(operation, { params: named }, { credentials: {}, userAgent: "hub" });
  expect(result.ok && result.request.url).toBe(url);
});

describe("a header that means another method", () => {
  const asked = (name: string, schema: object) => ({ parameters: [{ name, in: "header", required: true, schema }] });

  test("is sent where the description fixes it, and it reads", () => {
    const fixed = asked("X-HTTP-Method-Override", { type: "string", default: "GET" });
    for (const params of [{}, { "X-HTTP-Method-Override": "GET" }])
      expect(built(fixed, { params })).toMatchObject({ headers: { "x-http-method-override": "GET" } });
  });

  test.each<[string, object, Record<string, string>]>([
    ["another", { type: "string", default: "GET" }, { "X-HTTP-Method": "DELETE" }],
    ["one that changes something", { type: "string", default: "DELETE" }, {}],
    ["one that a caller chooses", { type: "string" }, { "X-HTTP-Method": "GET" }],
  ])("is refused as %s", (_, schema, params) => {
    expect(built(asked("X-HTTP-Method", schema), { params })).toEqual({
      issues: [{ pointer: "/params/X-HTTP-Method", detail: "is a header that is never a caller's to set" }],
    });
  });
});
