/** Requests that somebody writes out or pastes: the operation at that address, with what the request holds. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import fc from "fast-check";
import { compose } from "../../../src/dynamic-tools/compose.ts";
import { withoutCredentials } from "../../../src/dynamic-tools/http/credentials.ts";
import { requestIn } from "../../../src/dynamic-tools/http/request-said.ts";
import { createOperations } from "../../../src/proxy/operations.ts";
import { described, emptyShelf, type Shelf } from "../../catalog/support.ts";

const text = { type: "string" };
const inPath = (name: string, schema: object = text) => ({ name, in: "path", required: true, schema });
const inQuery = (name: string, schema: object = text) => ({ name, in: "query", schema });
const answer = { responses: { 200: { description: "ok" } } };
const bodyOf = (schema: object, type = "application/json") => ({ required: true, content: { [type]: { schema } } });

const PAYMENTS = {
  servers: [{ url: "https://api.pay.dev/v1" }],
  paths: {
    "/charges": {
      get: {
        operationId: "listCharges",
        parameters: [inQuery("limit", { type: "integer" }), inQuery("api_key")],
        ...answer,
      },
      post: {
        operationId: "createCharge",
        requestBody: bodyOf(
          {
            type: "object",
            required: ["amount"],
            properties: {
              amount: { type: "integer" },
              currency: text,
              address: { type: "object", properties: { city: text } },
              paid: { type: "boolean" },
            },
          },
          "application/x-www-form-urlencoded",
        ),
        ...answer,
      },
    },
    "/charges/{id}": {
      get: { operationId: "getCharge", parameters: [inPath("id")], ...answer },
      delete: { operationId: "deleteCharge", parameters: [inPath("id")], ...answer },
    },
    "/charges/{id}:cancel": { post: { operationId: "cancelCharge", parameters: [inPath("id")], ...answer } },
    "/charges/{id}/notes/{number}": {
      put: {
        operationId: "writeNote",
        parameters: [inPath("id"), inPath("number", { type: "integer" })],
        requestBody: bodyOf({ type: "object", properties: { lines: { type: "array", items: text } } }),
        ...answer,
      },
    },
  },
};
const OTHER = {
  servers: [{ url: "https://other.dev" }],
  paths: {
    "/v1/charges/{id}": {
      get: { operationId: "getOther", parameters: [inPath("id")], ...answer },
      delete: { operationId: "deleteOther", parameters: [inPath("id")], ...answer },
    },
  },
};

let shelf: Shelf;
beforeAll(async () => {
  shelf = emptyShelf();
  await shelf.build([described("pay.dev", PAYMENTS), described("other.dev", OTHER)]);
});
afterAll(() => shelf[Symbol.dispose]());

async function made(description: string) {
  using catalog = shelf.open();
  const found = await compose(catalog, createOperations(), { description, limit: 5 });
  if (!found.ok) return undefined;
  const { callee, constants, needs } = found.draft;
  return { slug: callee.entry.slug, ...constants, needs: needs.map(({ pointer }) => pointer) };
}

test.each<[string, object]>([
  ["GET https://api.pay.dev/v1/charges?limit=5", { slug: "pay-dev--listcharges", params: { limit: 5 }, needs: [] }],
  [
    "please call DELETE https://api.pay.dev/v1/charges/ch%201",
    { slug: "pay-dev--deletecharge", params: { id: "ch 1" }, needs: [] },
  ],
  [
    "POST https://api.pay.dev/v1/charges/ch_1:cancel",
    { slug: "pay-dev--cancelcharge", params: { id: "ch_1" }, needs: [] },
  ],
  [
    'PUT https://api.pay.dev/v1/charges/ch_1/notes/2 {"lines": ["a", "b"]}',
    { slug: "pay-dev--writenote", params: { id: "ch_1", number: 2 }, body: { lines: ["a", "b"] }, needs: [] },
  ],
  ["GET https://api.pay.dev/v1/charges/{id}", { slug: "pay-dev--getcharge", params: {}, needs: ["/params/id"] }],
  [
    "GET https://api.pay.dev/v1/charges/{id} with id=ch_9",
    { slug: "pay-dev--getcharge", params: { id: "ch_9" }, needs: [] },
  ],
  // Another host of the same provider, and the path alone where the service is named.
  ["GET https://eu.pay.dev/v1/charges/ch_1", { slug: "pay-dev--getcharge", params: { id: "ch_1" }, needs: [] }],
  ["pay: DELETE /charges/ch_1", { slug: "pay-dev--deletecharge", params: { id: "ch_1" }, needs: [] }],
  [
    "curl https://api.pay.dev/v1/charges \\\n  -u sk_live_1: -d amount=2000 -d 'currency=eur' -d 'address[city]=Bad Tölz' -d paid=true",
    {
      slug: "pay-dev--createcharge",
      params: {},
      body: { amount: 2000, currency: "eur", address: { city: "Bad Tölz" }, paid: true },
      needs: [],
    },
  ],
  [
    'curl -XPUT "https://api.pay.dev/v1/charges/ch_1/notes/2" -H "Authorization: Bearer abcdefgh" --data "{\\"lines\\": [\\"x\\"]}"',
    { slug: "pay-dev--writenote", params: { id: "ch_1", number: 2 }, body: { lines: ["x"] }, needs: [] },
  ],
  [
    "curl -G https://api.pay.dev/v1/charges -d limit=3",
    { slug: "pay-dev--listcharges", params: { limit: 3 }, needs: [] },
  ],
])("%s", async (words, expected) => {
  expect(await made(words)).toEqual(expected as never);
});

test("a form stays one, whatever its fields hold", () => {
  const said = requestIn(`curl https://api.pay.dev/v1/charges -F 'note={"a": 1}' -F amount=2`);
  expect(said).toMatchObject({
    method: "POST",
    form: [
      ["note", '{"a": 1}'],
      ["amount", "2"],
    ],
  });
  expect(said?.body).toBeUndefined();
});

test("a key in the address is the caller's own affair", async () => {
  expect(await made("GET https://api.pay.dev/v1/charges?api_key=abc&limit=2")).toMatchObject({ params: { limit: 2 } });
});

test("what is written out is called, or nothing", async () => {
  expect(await made("DELETE https://api.pay.dev/v1/customers/c1")).toBeUndefined();
  expect(await made("DELETE https://elsewhere.dev/v1/charges/ch_1")).toBeUndefined();
  expect(await made("POST https://api.pay.dev/v1/charges/ch_1:refund")).toBeUndefined();
});

test("a path that two services have is read at one of them, and changes nothing at either", async () => {
  expect((await made("GET /v1/charges/ch_1"))?.params).toEqual({ id: "ch_1" });
  expect(await made("DELETE /v1/charges/ch_1")).toBeUndefined();
});

test("an address within a sentence is a value", () => {
  expect(requestIn("create a webhook that does POST https://x.org/hook")?.isAlone).toBe(false);
  expect(requestIn("post https://x.org/hook to the channel")).toBeUndefined();
  expect(requestIn("what does DELETE /users/{id} do?")).toBeUndefined();
  expect(requestIn("never call DELETE /users/5")).toBeUndefined();
});

test("no tool keeps the credentials that a request was pasted with", () => {
  const pasted = [
    "curl https://api.pay.dev/v1/charges -u sk_live_SECRET: -d amount=1",
    "curl -usk_live_SECRET: https://api.pay.dev/v1/charges",
    'curl https://api.pay.dev/x -H "Authorization: Bearer SECRET" -H \'X-Api-Key: SECRET\' -b "session=SECRET"',
    "GET https://api.pay.dev/v1/charges?api_key=SECRET&limit=2",
    "GET https://api.pay.dev/v1/charges?limit=2&access_token=SECRET",
    'POST https://api.pay.dev/v1/charges {"token": "SECRET", "amount": 1}',
    "requests.post('https://api.pay.dev/v1/charges', headers={'Authorization': 'Bearer SECRET'})",
    "r = requests.get('https://api.pay.dev/v1/charges', auth=('user', 'SECRET'), params={'api_key': 'SECRET'})",
    'axios.get("https://api.pay.dev/v1/charges", { headers: { "X-API-Key": "SECRET" }, auth: { password: "SECRET" } })',
    "http POST https://api.pay.dev/v1/charges X-API-Key:SECRET access_token==SECRET",
    'Invoke-RestMethod -Uri https://api.pay.dev/v1/charges -Headers @{ Authorization = "Bearer SECRET" }',
    "GET /v1/charges HTTP/1.1\nHost: api.pay.dev\nAuthorization: Bearer SECRET\nCookie: id=SECRET\n\n",
  ];
  for (const one of pasted) expect(withoutCredentials(one)).not.toContain("SECRET");
  expect(withoutCredentials("set the api key: abc")).toBe("set the api key: abc");
});

test("whatever is pasted is a request or none, and never a fault", () => {
  const parts = fc.constantFrom(
    "curl ",
    "GET ",
    "https://",
    "/",
    "{",
    "}",
    "\\",
    "'",
    '"',
    "-d",
    " ",
    "=",
    "&",
    "%",
    "\n",
    "a",
    "requests.post(",
    "json=",
    "http ",
    ":=",
    "auth",
    "[",
  );
  fc.assert(
    fc.property(
      fc.array(parts, { maxLength: 40 }),
      (all) => void [requestIn(all.join("")), withoutCredentials(all.join(""))],
    ),
  );
});

const CHARGE = { slug: "pay-dev--createcharge", body: { amount: 5, currency: "eur" } };

test.each([
  'import requests\nr = requests.post("https://api.pay.dev/v1/charges", json={"amount": 5, "currency": "eur"})',
  "requests.post('https://api.pay.dev/v1/charges', headers={'Authorization': 'Bearer x'}, data={'amount': 5, 'currency': 'eur'})",
  'requests.request("POST", "https://api.pay.dev/v1/charges", json={"amount": 5, "currency": "eur",})',
  "axios.post('https://api.pay.dev/v1/charges', { amount: 5, currency: 'eur' })",
  "const { data } = await axios({ method: 'post', url: 'https://api.pay.dev/v1/charges', data: { amount: 5, currency: 'eur' } })",
  'fetch("https://api.pay.dev/v1/charges", {\n  method: "POST",\n  body: JSON.stringify({ amount: 5, currency: "eur" }),\n})',
  "http POST https://api.pay.dev/v1/charges amount:=5 currency=eur",
  'Invoke-RestMethod -Method Post -Uri https://api.pay.dev/v1/charges -Body \'{"amount": 5, "currency": "eur"}\'',
  'POST /v1/charges HTTP/1.1\nHost: api.pay.dev\nContent-Type: application/json\n\n{"amount": 5, "currency": "eur"}',
  "POST https://api.pay.dev/v1/charges { amount: 5, currency: 'eur' }",
])("a line of code calls what is at its address: %s", async (words) => {
  expect(await made(words)).toMatchObject(CHARGE);
});

test.each<[string, object]>([
  ["requests.get('https://api.pay.dev/v1/charges', params={'limit': 5})", { params: { limit: 5 } }],
  ["axios.get('https://api.pay.dev/v1/charges', { params: { limit: 5 } })", { params: { limit: 5 } }],
  ["http https://api.pay.dev/v1/charges limit==5", { params: { limit: 5 } }],
  ["fetch('https://api.pay.dev/v1/charges?limit=5')", { params: { limit: 5 } }],
])("a line of code that reads sends its query: %s", async (words, sent) => {
  expect(await made(words)).toMatchObject({ slug: "pay-dev--listcharges", ...sent });
});

test("code that calls an address that nothing has becomes no tool", async () => {
  expect(await made("requests.delete('https://api.pay.dev/v2/charges/5')")).toBeUndefined();
});

test("raw values of HTTPie are JSON, null among them", () => {
  expect(
    requestIn("http POST https://api.pay.dev/v1/charges amount:=5 paid:=true note:=null text:=plain")?.body,
  ).toEqual({ amount: 5, paid: true, note: null, text: "plain" });
});
