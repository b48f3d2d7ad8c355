/** OpenAPI 2.0 as people write it: single values for lists, addresses with too much or too little, extensions that say nothing. */
import { describe, expect, test } from "bun:test";
import { upgradeDescription } from "../../src/catalog/import/upgrade/upgrade.ts";
import { objectOf } from "../../src/text/foreign.ts";

const OPERATION = { summary: "List teas", responses: { 200: { description: "ok", schema: { type: "array" } } } };
const upgraded = (more: object, origin?: string) =>
  upgradeDescription(
    JSON.stringify({
      swagger: "2.0",
      info: { title: "Tea Shop", version: "1" },
      host: "api.teashop.dev",
      paths: { "/teas": { get: OPERATION } },
      ...more,
    }),
    { origin },
  );

describe("the server", () => {
  test.each<[string, object, string | undefined, string[]]>([
    ["is asked by https where no scheme is written", {}, undefined, ["https://api.teashop.dev"]],
    ["is asked as its description was", {}, "http://10.0.0.7/swagger.json", ["http://api.teashop.dev"]],
    ["takes one scheme for a list of one", { schemes: "https" }, undefined, ["https://api.teashop.dev"]],
    ["takes no scheme of an empty list", { schemes: [] }, undefined, ["https://api.teashop.dev"]],
    ["keeps the schemes that are written", { schemes: ["HTTP"] }, "https://x.dev/a", ["http://api.teashop.dev"]],
    ["is not another host where its path lacks a slash", { basePath: "v1" }, undefined, ["https://api.teashop.dev/v1"]],
    ["has no path where that is no text", { basePath: 3 }, undefined, ["https://api.teashop.dev"]],
    [
      "may be a whole address",
      { host: "https://api.teashop.dev/shop/", basePath: "/v1" },
      undefined,
      ["https://api.teashop.dev/shop/v1"],
    ],
    ["is where the description is when it names no host", { host: "", basePath: "v1" }, "https://x.dev/a", ["/v1"]],
  ])("%s", (_, more, origin, servers) => {
    expect(upgraded(more, origin).servers).toEqual(servers.map((url) => ({ url })));
  });

  test("is nowhere when nothing says where", () => {
    expect(upgraded({ host: undefined })).not.toHaveProperty("servers");
  });
});

describe("media types", () => {
  const answered = (more: object, operation: object = {}) => {
    const { paths } = upgraded({ paths: { "/teas": { get: { ...OPERATION, ...operation } } }, ...more });
    const { get } = objectOf(objectOf(paths)["/teas"]);
    return Object.keys(objectOf(objectOf(objectOf(objectOf(get).responses)["200"]).content));
  };

  test.each<[string, object, object, string[]]>([
    ["are JSON unless told", {}, {}, ["application/json"]],
    ["may be one without a list", { produces: "text/csv" }, {}, ["text/csv"]],
    ["may be one without a list, of an operation", {}, { produces: "text/csv" }, ["text/csv"]],
    ["of an operation come before those of all", { produces: ["text/csv"] }, { produces: ["text/xml"] }, ["text/xml"]],
    ["that are no text are none", { produces: [3, null] }, { consumes: {} }, ["application/json"]],
  ])("%s", (_, more, operation, types) => {
    expect(answered(more, operation)).toEqual(types);
  });

  test("of what is sent may be one without a list", () => {
    const body = { in: "body", name: "tea", schema: { type: "object" } };
    const post = { ...OPERATION, consumes: "text/xml", parameters: [body] };
    const { paths } = upgraded({ paths: { "/teas": { post } } });
    expect(JSON.stringify(paths)).toContain(`"requestBody":{"content":{"text/xml"`);
  });
});

test("nulls of extensions and of answers spoil nothing", () => {
  const { paths } = upgraded({
    paths: { "/teas": { "x-owner": null, get: { ...OPERATION, "x-since": null } }, "x-all": null },
  });
  expect(paths).toMatchObject({ "/teas": { get: { summary: "List teas" } } });
  const { responses } = { responses: { default: null, 200: { description: "ok", "x-old": null } } };
  expect(upgraded({ paths: { "/teas": { get: { ...OPERATION, responses } } } }).paths).toMatchObject({
    "/teas": { get: { responses: { 200: { description: "ok" } } } },
  });
});

test("a default that is null stays, and so does a property that is called so", () => {
  const Tea = { type: "object", properties: { note: { type: "string", default: null }, default: { type: "string" } } };
  expect(upgraded({ definitions: { Tea } }).components).toMatchObject({ schemas: { Tea } });
});
