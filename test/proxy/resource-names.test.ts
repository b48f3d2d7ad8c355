/** Path parameters that name a resource by several segments, where no description says so. */
import { expect, test } from "bun:test";
import { buildRequest } from "../../src/proxy/request/build.ts";
import { readOperation } from "../../src/proxy/request/operation.ts";

function urlOf(baseUrl: string, path: string, params: Record<string, string>): unknown {
  const parameters = Object.keys(params).map((name) => ({ name, in: "path", required: true, schema: {} }));
  const fragment = { paths: { [path]: { get: { parameters, responses: {} } } } };
  const operation = readOperation({ slug: "a", method: "GET", path, baseUrl }, fragment);
  const built = buildRequest(operation, { params }, { credentials: {}, userAgent: "hub" });
  return built.ok ? built.request.url.replace(baseUrl, "") : built.issues;
}

const KMS = "https://cloudkms.googleapis.com";
const AZURE = "https://management.azure.com";

test.each<[string, string, Record<string, string>, string]>([
  [KMS, "/v1/{name}:macSign", { name: "projects/p/keyRings/a b" }, "/v1/projects/p/keyRings/a%20b:macSign"],
  [`${KMS}/v1beta1`, "/{parent}/keys", { parent: "projects/p" }, "/projects/p/keys"],
  [
    "https://cloudsearch.googleapis.com",
    "/v1/indexing/{name}",
    { name: "datasources/d" },
    "/v1/indexing/datasources/d",
  ],
  [AZURE, "/{scope}/providers/X/{id}", { scope: "subscriptions/s", id: "a/b" }, "/subscriptions/s/providers/X/a%2Fb"],
  // As Azure itself writes them.
  [AZURE, "/{resourceId}", { resourceId: "/subscriptions/s/resourceGroups/g" }, "/subscriptions/s/resourceGroups/g"],
])("%s%s: %j", (baseUrl, path, params, expected) => {
  expect(urlOf(baseUrl, path, params)).toBe(expected);
});

test.each<[string, string, Record<string, string>, string]>([
  [
    "https://www.googleapis.com/webmasters/v3",
    "/sites/{url}",
    { url: "https://a.dev/" },
    "/sites/https%3A%2F%2Fa.dev%2F",
  ],
  ["https://storage.googleapis.com", "/storage/v1/b/{b}/o/{o}", { b: "b", o: "x/y" }, "/storage/v1/b/b/o/x%2Fy"],
  ["https://googleapis.com.evil.dev", "/v1/{name}", { name: "a/b" }, "/v1/a%2Fb"],
  ["https://api.pets.dev", "/v1/{name}", { name: "a/b" }, "/v1/a%2Fb"],
  ["https://api.pets.dev", "/{scope}/x", { scope: "a/b" }, "/a%2Fb/x"],
])("elsewhere a slash is a part of one segment: %s%s", (baseUrl, path, params, expected) => {
  expect(urlOf(baseUrl, path, params)).toBe(expected);
});

test("no such name climbs out of its place", () => {
  expect(urlOf(KMS, "/v1/{name}", { name: "projects/../../x" })).toMatchObject([{ pointer: "/params/name" }]);
});
