/** Requests with bodies and addresses as their description says: styles of forms, parts, methods of 3.2, servers. */
import { describe, expect, test } from "bun:test";
import { upgradeDescription } from "../../src/catalog/import/upgrade/upgrade.ts";
import { buildRequest } from "../../src/proxy/request/build.ts";
import { readOperation } from "../../src/proxy/request/operation.ts";
import { described, emptyShelf } from "../catalog/support.ts";

const SENDER = { credentials: {}, userAgent: "hub" };
type Asked = Parameters<typeof buildRequest>[1];

/** The request of the only operation of a description, imported and published as any other. */
async function built(description: object, asked: Asked) {
  using shelf = emptyShelf();
  await shelf.build([described("pets.dev", description)]);
  using catalog = shelf.open();
  const entry = catalog.random();
  const fragment = entry && (await catalog.spec(entry.slug));
  if (entry === undefined || fragment === undefined) throw new Error("There is no entry");
  const result = buildRequest(readOperation(entry, fragment), asked, SENDER);
  if (!result.ok) return { issues: result.issues };
  const { method, url, headers, body } = result.request;
  return { method, url, type: headers["content-type"], body: Buffer.from(body ?? []).toString("latin1") };
}

const post = (mediaType: string, media: object) => ({
  paths: { "/a": { post: { requestBody: { content: { [mediaType]: media } }, responses: {} } } },
});
const FORM = "application/x-www-form-urlencoded";

describe("fields of a form are written by their encoding", () => {
  const deep = { style: "deepObject", explode: true };
  test.each<[string, object, unknown, string]>([
    ["nested", { f: deep }, { f: { a: { b: "1" }, c: "x y" } }, "f[a][b]=1&f[c]=x y"],
    ["a list in an object", { f: deep }, { f: { a: ["1", "2"] } }, "f[a][]=1&f[a][]=2"],
    ["objects in a list", { f: deep }, { f: [{ p: "1", q: 2 }, { p: "3" }] }, "f[0][p]=1&f[0][q]=2&f[1][p]=3"],
    ["comma-joined", { f: { explode: false } }, { f: ["a", "b,c"] }, "f=a,b%2Cc"],
    ["joined by pipes", { f: { style: "pipeDelimited", explode: false } }, { f: ["a", "b"] }, "f=a|b"],
    ["an object as its own fields", { f: { style: "form" } }, { f: { a: 1, b: 2 } }, "a=1&b=2"],
    ["an object in one field", { f: { explode: false } }, { f: { a: 1, b: 2 } }, "f=a,1,b,2"],
    ["reserved characters", { f: { allowReserved: true } }, { f: "a/b:c&d" }, "f=a/b:c%26d"],
    ["JSON", { f: { contentType: "application/json" } }, { f: [1, 2] }, "f=[1%2C2]"],
    ["no encoding", {}, { f: { a: 1 }, g: [1, 2] }, 'f={"a":1}&g=1&g=2'],
  ])("%s", async (_, encoding, body, expected) => {
    const sent = await built(post(FORM, { schema: { type: "object" }, encoding }), { body });
    const decoded = sent.body?.replace(/%(?!26|2C)../g, (escape) => decodeURIComponent(escape));
    expect(decoded).toBe(expected);
  });

  test("what is null is left out, as in `params`: a form has no word for it", async () => {
    const schema = {
      type: "object",
      required: ["must"],
      properties: { must: { type: "string" }, may: { type: ["string", "null"] }, text: { type: "string" } },
    };
    const body = { must: "m", may: null, text: null, deep: { a: null, b: 1 } };
    const encoding = { deep };
    expect((await built(post(FORM, { schema, encoding }), { body })).body).toBe("must=m&deep%5Bb%5D=1");
    const parts = await built(post("multipart/form-data", { schema, encoding }), { body });
    expect(parts.body?.match(/ name="[^"]*"/g)).toEqual([' name="must"', ' name="deep[b]"']);
    expect(parts.body).not.toContain("null");
    const missing = await built(post(FORM, { schema }), { body: { must: null } });
    expect(missing.issues).toEqual([{ pointer: "/body/must", detail: "is required" }]);
  });

  test("a reference to a shared body keeps them", async () => {
    const sent = await built(
      {
        paths: { "/a": { post: { requestBody: { $ref: "#/components/requestBodies/B" }, responses: {} } } },
        components: { requestBodies: { B: { content: { [FORM]: { encoding: { f: { style: "deepObject" } } } } } } },
      },
      { body: { f: { a: 1 } } },
    );
    expect(sent.body).toBe("f%5Ba%5D=1");
  });

  test("the lists of OpenAPI 2.0 are joined as their collectionFormat says, by commas where it is silent", async () => {
    const list = (name: string, more: object = {}) => ({ name, in: "formData", type: "array", items: {}, ...more });
    const upgraded = upgradeDescription(
      JSON.stringify({
        swagger: "2.0",
        info: { title: "x", version: "1" },
        host: "api.pets.dev",
        schemes: ["https"],
        parameters: { s: list("s", { collectionFormat: "pipes" }) },
        paths: {
          "/a": {
            post: {
              consumes: [FORM],
              parameters: [list("c"), list("m", { collectionFormat: "multi" }), list("v", { collectionFormat: "csv" })],
              responses: {},
            },
          },
        },
      }),
    );
    const sent = await built(upgraded, { body: { c: [1, 2], m: [3, 4], v: ["a", "b"] } });
    expect(sent.body).toBe("c=1,2&m=3&m=4&v=a,b");
  });
});

describe("parts", () => {
  const parts = (sent: { type?: string | undefined; body?: string | undefined }) => {
    const boundary = /boundary=(.+)$/.exec(sent.type ?? "")?.[1] ?? "";
    return (sent.body ?? "")
      .split(`--${boundary}`)
      .slice(1, -1)
      .map((part) => part.slice(2, -2));
  };

  test.each(["multipart/mixed", 'multipart/related; type="application/json"', "multipart/form-data"])(
    "%s is sent as what it is",
    async (mediaType) => {
      const schema = { type: "object", properties: { meta: { type: "object" }, note: { type: "string" } } };
      const sent = await built(post(mediaType, { schema }), { body: { meta: { a: 1 }, note: "hi" } });
      expect(sent.type).toStartWith(`${mediaType}; boundary=`);
      expect(parts(sent)).toEqual([
        'Content-Disposition: form-data; name="meta"\r\nContent-Type: application/json\r\n\r\n{"a":1}',
        'Content-Disposition: form-data; name="note"\r\n\r\nhi',
      ]);
    },
  );

  test("a list is parts without names", async () => {
    const sent = await built(post("multipart/mixed", { schema: { type: "array", items: { type: "object" } } }), {
      body: [{ a: 1 }, { a: 2 }],
    });
    expect(parts(sent)).toEqual([
      'Content-Type: application/json\r\n\r\n{"a":1}',
      'Content-Type: application/json\r\n\r\n{"a":2}',
    ]);
  });

  test.each<[string, object, object, string]>([
    ["binary", { type: "string", format: "binary" }, {}, "Content-Type: application/octet-stream\r\n\r\nhi!"],
    ["contentMediaType", { type: "string", contentMediaType: "image/png" }, {}, "Content-Type: image/png\r\n\r\nhi!"],
    [
      "contentEncoding",
      { type: "string", contentMediaType: "image/png", contentEncoding: "base64" },
      {},
      "Content-Type: image/png\r\nContent-Transfer-Encoding: base64\r\n\r\naGkh",
    ],
    [
      "a contentType of its own",
      { type: "string", contentMediaType: "image/png" },
      { contentType: "image/gif" },
      "Content-Type: image/gif\r\n\r\nhi!",
    ],
  ])("a file by %s", async (_, f, encoding, expected) => {
    const media = { schema: { type: "object", properties: { f } }, encoding: { f: encoding } };
    const sent = await built({ ...post("multipart/form-data", media), openapi: "3.1.0" }, { body: { f: "aGkh" } });
    expect(parts(sent)).toEqual([`Content-Disposition: form-data; name="f"; filename="f"\r\n${expected}`]);
  });

  test("text with a media type is text", async () => {
    const f = { type: "string", contentMediaType: "text/csv" };
    const media = { schema: { type: "object", properties: { f } } };
    const sent = await built({ ...post("multipart/form-data", media), openapi: "3.1.0" }, { body: { f: "a,b" } });
    expect(parts(sent)).toEqual(['Content-Disposition: form-data; name="f"\r\nContent-Type: text/csv\r\n\r\na,b']);
  });

  test("styles and fixed headers of an encoding", async () => {
    const encoding = {
      ids: { style: "form", explode: false },
      deep: { style: "deepObject", explode: true },
      note: { contentType: "text/plain", headers: { "X-Kind": { schema: { enum: ["memo"] } } } },
    };
    const media = { schema: { type: "object" }, encoding };
    const body = { ids: [1, 2], deep: { a: "x y" }, note: "n" };
    const sent = await built(post("multipart/form-data", media), { body });
    expect(parts(sent)).toEqual([
      'Content-Disposition: form-data; name="ids"\r\n\r\n1,2',
      'Content-Disposition: form-data; name="deep[a]"\r\n\r\nx y',
      'Content-Disposition: form-data; name="note"\r\nContent-Type: text/plain\r\nX-Kind: memo\r\n\r\nn',
    ]);
  });
});

describe("operations are found wherever a description keeps them", () => {
  const operation = { parameters: [{ name: "q", in: "query", schema: { type: "string" } }], responses: {} };
  test.each<[string, object]>([
    [
      "among the components",
      { paths: { "/a": { $ref: "#/components/pathItems/A" } }, components: { pathItems: { A: { get: operation } } } },
    ],
    [
      "in another path item",
      {
        paths: { "/a": { $ref: "#/paths/~1x-b" }, "/x-b": { get: operation, servers: [{ url: "http://localhost" }] } },
      },
    ],
  ])("behind a reference, %s", async (_, description) => {
    const sent = await built({ openapi: "3.1.0", ...description }, { params: { q: "1" } });
    expect(sent).toMatchObject({
      method: "GET",
      url: expect.stringMatching(/^https:\/\/api\.pets\.dev\/(?:a|x-b)\?q=1$/),
    });
  });

  test.each<[string, object]>([
    ["QUERY", { query: { requestBody: { content: { "text/plain": {} } }, responses: {} } }],
    ["COPY", { additionalOperations: { COPY: { requestBody: { content: { "text/plain": {} } }, responses: {} } } }],
  ])("%s of OpenAPI 3.2", async (method, item) => {
    const sent = await built({ openapi: "3.2.0", paths: { "/a": item } }, { body: "hi" });
    expect(sent).toMatchObject({ method, url: "https://api.pets.dev/a", body: "hi" });
  });

  test("media types behind references", async () => {
    const description = {
      openapi: "3.2.0",
      components: { mediaTypes: { F: { schema: { type: "object" }, encoding: { f: { explode: false } } } } },
      ...post(FORM, { $ref: "#/components/mediaTypes/F" }),
    };
    expect(await built(description, { body: { f: [1, 2] } })).toMatchObject({ body: "f=1,2" });
  });
});

describe("a server variable chooses among what the description lists, and never another host", () => {
  const choose = (url: string, values: string[], value: string) => {
    const server = { url, variables: { v: { default: values[0], enum: values } } };
    return built({ servers: [server], paths: { "/a": { get: { responses: {} } } } }, { server: { v: value } });
  };
  test.each([
    ["https://{v}.pets.dev", ["eu", "us"], "us", "https://us.pets.dev/a"],
    ["https://{v}/x", ["api.pets.dev", "eu.pets.dev"], "eu.pets.dev", "https://eu.pets.dev/x/a"],
    ["https://api.pets.dev/{v}", ["v1", "v2"], "v2", "https://api.pets.dev/v2/a"],
  ])("%s with %p: %s", async (url, values, value, expected) => {
    expect(await choose(url, values, value)).toMatchObject({ url: expected });
  });
  test.each([
    ["https://{v}.pets.dev", ["eu", "evil.com/"], "evil.com/"],
    ["https://{v}.pets.dev", ["eu", "evil.com#"], "evil.com#"],
    ["https://{v}.pets.dev", ["eu", "a@evil.com/"], "a@evil.com/"],
    ["https://{v}", ["api.pets.dev", "evil.com"], "evil.com"],
    ["https://api.pets.dev{v}", ["/v1", "@evil.com"], "@evil.com"],
    ["https://api.pets.dev{v}", ["/v1", ".evil.com"], ".evil.com"],
    ["{v}://api.pets.dev", ["https", "http"], "http"],
  ])("%s with %p refuses %s", async (url, values, value) => {
    expect(await choose(url, values, value)).toEqual({
      issues: [expect.objectContaining({ pointer: expect.stringMatching(/^\/server/) })],
    });
  });
});

describe("bodies", () => {
  test("a list is written line by line where the format is one of lines, and text as text", async () => {
    for (const type of ["application/x-ndjson", "application/jsonl"]) {
      expect(await built(post(type, {}), { body: [{ a: 1 }, 2] })).toMatchObject({ type, body: '{"a":1}\n2\n' });
      expect(await built(post(type, {}), { body: "1\n" })).toMatchObject({ type, body: "1\n" });
    }
  });

  test("a text beyond ASCII says its charset", async () => {
    expect(await built(post("text/plain", {}), { body: "grün" })).toMatchObject({ type: "text/plain; charset=utf-8" });
    expect(await built(post("text/plain", {}), { body: "plain" })).toMatchObject({ type: "text/plain" });
  });

  test("an object that fits two forms of oneOf is refused by name", async () => {
    const form = (name: string) => ({ type: "object", properties: { [name]: { type: "string" } } });
    const schema = {
      oneOf: [
        { ...form("a"), required: ["a"] },
        { ...form("b"), required: ["b"] },
      ],
    };
    expect(await built(post("application/json", { schema }), { body: { a: "1" } })).toMatchObject({
      body: '{"a":"1"}',
    });
    expect(await built(post("application/json", { schema }), { body: { a: "1", b: "2" } })).toEqual({
      issues: [{ pointer: "/body", detail: "fits 2 of the forms of which it must have one" }],
    });
  });
});
