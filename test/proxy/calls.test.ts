import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { startEchoWorld, type EchoWorld } from "../support/echo-upstream.ts";
import { openTestAccount } from "../support/accounts.ts";
import { testClock } from "../support/operations.ts";

const ITEMS = {
  "/items/{id}": {
    get: {
      operationId: "getItem",
      summary: "Read an item",
      parameters: [
        { name: "id", in: "path", required: true, schema: { type: "integer", minimum: 1 } },
        {
          name: "fields",
          in: "query",
          style: "form",
          explode: false,
          schema: { type: "array", items: { type: "string" } },
        },
        { name: "filter", in: "query", style: "deepObject", explode: true, schema: { type: "object" } },
        { name: "X-Trace", in: "header", schema: { type: "string" } },
        { name: "session", in: "cookie", schema: { type: "string" } },
        { name: "lang", in: "query", required: true, schema: { type: "string", default: "en" } },
      ],
      responses: { 200: { description: "Done", content: { "application/json": {} } } },
      security: [{ key: [] }, { login: [] }, {}],
    },
  },
  "/items": {
    post: {
      operationId: "postItem",
      summary: "Create an item",
      requestBody: {
        required: true,
        content: {
          "application/json": {
            schema: {
              type: "object",
              required: ["name"],
              properties: { name: { type: "string" }, size: { type: "integer" } },
            },
          },
          "application/x-www-form-urlencoded": { schema: { type: "object" } },
          "multipart/form-data": {
            schema: {
              type: "object",
              properties: { file: { type: "string", format: "binary" }, note: { type: "string" } },
            },
          },
        },
      },
      responses: { 201: { description: "Created" } },
    },
  },
  "/answers/{status}": {
    get: {
      operationId: "answers",
      summary: "Answer with a status",
      parameters: [{ name: "status", in: "path", required: true, schema: { type: "string" } }],
      responses: { 200: { description: "Done" } },
    },
  },
};
const COMPONENTS = {
  securitySchemes: {
    key: { type: "apiKey", in: "query", name: "api_key" },
    login: { type: "http", scheme: "basic" },
  },
};
const GET_ITEM = "echo-dev--getitem";
const POST_ITEM = "echo-dev--postitem";
const ANSWERS = "echo-dev--answers";

let world: EchoWorld;
beforeAll(async () => {
  world = await startEchoWorld({ paths: ITEMS, components: COMPONENTS });
});
afterAll(() => world[Symbol.asyncDispose]());

describe("a proxy call", () => {
  test("sends the parameters in their places and styles, and hands the answer back under what it cost", async () => {
    const response = await world.call(GET_ITEM, {
      params: { id: 7, fields: ["a b", "c"], filter: { color: "red" }, "X-Trace": "t1" },
    });
    const answer = await response.json();
    expect(answer).toMatchObject({ success: true, slug: GET_ITEM, source: "proxy", truncated: false, error: null });
    expect(answer.data.url).toBe("/base/items/7?fields=a%20b,c&filter%5Bcolor%5D=red&lang=en");
    expect(answer.data.headers).toContain("t1");
    expect(answer.upstream).toMatchObject({ status: 200, content_type: "application/json" });
    expect(answer.meta).toMatchObject({ charged_xrp: 0, request_id: response.headers.get("x-request-id") });
    expect(response.headers.get("x-calls-remaining")).toBe("999");
    expect(response.headers.get("cache-control")).toBe("private, no-store");
  });

  test("names every fault at once, before anything is charged or sent", async () => {
    const sent = world.seen.length;
    const response = await world.call(GET_ITEM, {
      params: { id: "seven", feilds: ["a"], session: "s" },
      headers: { connection: "close" },
    });
    expect(response.status).toBe(400);
    const problem = await response.json();
    expect(problem.errors.map(({ pointer }: { pointer: string }) => pointer).sort()).toEqual([
      "/headers/connection",
      "/params/feilds",
      "/params/id",
      "/params/session",
    ]);
    expect(problem.errors.find(({ pointer }: { pointer: string }) => pointer === "/params/feilds").detail).toContain(
      `"fields"`,
    );
    expect((await (await world.call(GET_ITEM, {})).json()).errors).toEqual([
      { pointer: "/params/id", detail: "is required" },
    ]);
    expect((await (await world.call(POST_ITEM, { body: { size: "big" } })).json()).errors).toEqual([
      { pointer: "/body/name", detail: "is required" },
      { pointer: "/body/size", detail: "must be integer" },
    ]);
    expect(world.seen.length).toBe(sent);
  });

  test("names twenty of very many faults: an answer is no larger than its question", async () => {
    const unknown = Object.fromEntries(Array.from({ length: 900 }, (_, at) => [`k${at}`, 1]));
    const response = await world.call(GET_ITEM, { params: { id: 1, ...unknown } });
    const { errors, detail } = await response.json();
    expect([response.status, errors.length]).toEqual([400, 20]);
    expect(detail.length).toBeLessThan(10_000);
  });

  test("writes bodies as JSON, as a form and in parts", async () => {
    await world.call(POST_ITEM, { body: { name: "n", size: 2 } });
    expect(world.seen.at(-1)?.body).toBe(`{"name":"n","size":2}`);
    await world.call(POST_ITEM, {
      body: { a: "x&y", list: [1, 2] },
      headers: { "content-type": "application/x-www-form-urlencoded" },
    });
    expect(world.seen.at(-1)?.body).toBe("a=x%26y&list=1&list=2");
    await world.call(POST_ITEM, {
      body: { file: { base64: "aGVsbG8=", filename: "h.txt", content_type: "text/plain" }, note: "hi" },
      headers: { "content-type": "multipart/form-data" },
    });
    const { body, headers } = world.seen.at(-1) ?? { body: "", headers: [] };
    const boundary = headers.find((value) => value.startsWith("multipart/"))?.split("boundary=")[1];
    expect(body).toBe(
      [
        `--${boundary}`,
        `Content-Disposition: form-data; name="file"; filename="h.txt"`,
        "Content-Type: text/plain",
        "",
        "hello",
        `--${boundary}`,
        `Content-Disposition: form-data; name="note"`,
        "",
        "hi",
        `--${boundary}--`,
        "",
      ].join("\r\n"),
    );
  });

  test("a dry run shows the request, masks the credentials, sends nothing and costs nothing", async () => {
    const sent = world.seen.length;
    const before = (await world.call(GET_ITEM, { params: { id: 1 }, dry_run: true })).headers.get("x-calls-remaining");
    const response = await world.call(GET_ITEM, {
      params: { id: 1 },
      credentials: { api_key: "s3cret-key" },
      dry_run: true,
    });
    const shown = await response.json();
    expect(shown).toMatchObject({ method: "GET", body: null, dry_run: true });
    expect(shown.url).toBe(`http://127.0.0.1:${world.upstream.port}/base/items/1?lang=en&api_key=***`);
    expect(shown.headers["user-agent"]).toStartWith("agent-api-hub/");
    expect(JSON.stringify(shown)).not.toContain("s3cret");
    expect(response.headers.get("x-calls-remaining")).toBe(before);
    expect(world.seen.length).toBe(sent);
  });

  test("puts credentials where the description wants them, and tells nobody what they are", async () => {
    await world.call(GET_ITEM, { params: { id: 1 }, credentials: { api_key: "key-of-the-caller" } });
    expect(world.seen.at(-1)?.url).toEndWith("&api_key=key-of-the-caller");
    const basic = { username: "ann", password: "correct horse" };
    const answer = await (await world.call(GET_ITEM, { params: { id: 1 }, credentials: { basic } })).text();
    expect(world.seen.at(-1)?.headers).toContain(`Basic ${btoa("ann:correct horse")}`);
    expect(answer).not.toContain(btoa("ann:correct horse"));
    const refused = await world.call(POST_ITEM, { body: { name: "n" }, credentials: { api_key: "k" } });
    expect((await refused.json()).errors[0].pointer).toBe("/credentials");
  });

  test("a header that is no text is a fault, even where nobody can write it as one", async () => {
    const headers = { accept: { toString: 1, valueOf: 1 } };
    const response = await world.call(GET_ITEM, { params: { id: 1 }, headers });
    expect([response.status, (await response.json()).errors]).toEqual([
      400,
      [{ pointer: "/headers/accept", detail: "must be text" }],
    ]);
  });

  test("keys are texts, whatever they are called, and others are a fault before anything is sent", async () => {
    const sent = world.seen.length;
    for (const wrong of [5, "", { of: "objects" }]) {
      const credentials = { api_key: { key: "key-of-the-caller", "a\nb": wrong } };
      const response = await world.call(GET_ITEM, { params: { id: 1 }, credentials });
      expect([response.status, (await response.json()).errors[0].pointer]).toEqual([400, "/credentials/api_key"]);
    }
    expect(world.seen.length).toBe(sent);
  });

  test.each([
    ["a bearer", { bearer: "\ud800-and-more" }, "/credentials/bearer"],
    ["a key", { api_key: "\ud800-and-more" }, "/credentials/api_key"],
    ["a key by name", { api_key: { key: "\ud800-and-more" } }, "/credentials/api_key/key"],
    ["a password", { basic: { username: "ann", password: "\ud800-and-more" } }, "/credentials/basic/password"],
  ])(
    "half a character in the credentials, as %s, is a fault of the caller, before anything is sent",
    async (...given) => {
      const [, credentials, pointer] = given;
      const sent = world.seen.length;
      const response = await world.call(GET_ITEM, { params: { id: 1 }, credentials });
      expect([response.status, (await response.json()).errors]).toEqual([
        400,
        [{ pointer, detail: "must be well-formed text" }],
      ]);
      expect(world.seen.length).toBe(sent);
    },
  );

  test.each(["application/x-www-form-urlencoded", "multipart/form-data"])(
    "half a character in a field of %s is named, not sent as another",
    async (type) => {
      const sent = world.seen.length;
      const fields = { whole: "é", half: "\ud800", "name \udc00": "x", list: ["a", { in: "\ud800" }] };
      const response = await world.call(POST_ITEM, { body: fields, headers: { "content-type": type } });
      expect(response.status).toBe(400);
      const { errors } = await response.json();
      expect(errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual([
        "/body/half",
        "/body/name \udc00",
        "/body/list",
      ]);
      expect(world.seen.length).toBe(sent);
    },
  );

  test("without a key is 402 before anything is judged; an unknown slug is 404 with one", async () => {
    for (const body of ["{", `{"timeout_ms":"soon"}`, "{}", "null", "1", "[]"]) {
      const response = await world.call("no-such-thing", body, { "x-api-key": "" });
      expect(response.status).toBe(402);
    }
    expect((await world.call("no-such-thing", {})).status).toBe(404);
    expect((await (await world.call(GET_ITEM, "{")).json()).code).toBe("invalid_json");
  });

  test("repeated under its Idempotency-Key it is sent once; with other credentials it is another request", async () => {
    const headers = { "idempotency-key": "0123456789abcdef" };
    const body = { params: { id: 5 }, credentials: { api_key: "first-key" } };
    const first = await (await world.call(GET_ITEM, body, headers)).json();
    const sent = world.seen.length;
    const again = await world.call(GET_ITEM, body, headers);
    expect((await again.json()).meta.run_id).toBe(first.meta.run_id);
    expect(world.seen.length).toBe(sent);
    const other = await world.call(GET_ITEM, { ...body, credentials: { api_key: "other-key" } }, headers);
    expect([other.status, (await other.json()).code]).toEqual([409, "idempotency_conflict"]);
  });

  test("of a category takes the best match that needs no more than was given, and says why", async () => {
    const category = await categoryOf("read item");
    const response = await world.call(category, { q: "read an item", params: { id: 3 } });
    const answer = await response.json();
    expect(answer).toMatchObject({ success: true, slug: GET_ITEM, category });
    expect(answer.why).toContain(category);
    expect(answer.alternatives).toBeArray();
    expect((await (await world.call(category, {})).json()).errors).toEqual([
      { pointer: "/q", detail: "is required with a category" },
    ]);
  });

  test("of a category takes no credential, for nobody can say beforehand which host would get it", async () => {
    const category = await categoryOf("read item");
    const sent = world.seen.length;
    for (const [given, pointer] of [
      [{ credentials: { bearer: "token-of-one-provider" } }, "/credentials"],
      [{ connection: "mine" }, "/connection"],
    ] as const) {
      const refused = await world.call(category, { q: "read an item", params: { id: 3 }, ...given });
      const { code, errors } = await refused.json();
      expect([refused.status, code, errors?.[0]?.pointer]).toEqual([400, "invalid_input", pointer]);
    }
    expect(world.seen.length).toBe(sent);
    const without = await world.call(category, { q: "read an item", params: { id: 3 }, connection: "none" });
    expect(without.status).toBe(200);
  });
});

describe("what an upstream answers", () => {
  const clock = testClock(Date.now());
  let strange: EchoWorld;
  beforeAll(async () => {
    strange = await startEchoWorld(
      { paths: ITEMS },
      {
        clock,
        reply(request, response) {
          const status = /answers\/(\w+)/.exec(request.url ?? "")?.[1] ?? "";
          if (status === "away") return void response.writeHead(307, { location: `http://localhost:1/x` }).end();
          if (status === "cut") {
            response.writeHead(200, { "content-length": "100" });
            response.write("abc");
            return void setTimeout(() => response.destroy(), 5);
          }
          if (status === "never") return undefined;
          if (status === "later") {
            const [date, wait] = [0, 30_000].map((ms) => new Date(ms).toUTCString());
            return void response.writeHead(429, { date, "retry-after": wait }).end();
          }
          if (status === "untold") return void response.end(Buffer.from([0xff, 0x00, 0xfe]));
          response.writeHead(Number(status), {
            "content-type": "application/json",
            "set-cookie": "a=b",
            server: "secret",
            "access-control-allow-origin": "*",
            "payment-required": "terms",
          });
          response.end(`{"big":12345678901234567890,"status":${status}}`);
        },
      },
    );
  });
  afterAll(() => strange[Symbol.asyncDispose]());

  const ask = async (status: string, more: object = {}) => {
    const response = await strange.call(ANSWERS, { params: { status }, ...more });
    return { response, text: await response.text(), left: response.headers.get("x-calls-remaining") };
  };

  test("a 4xx is the caller's fault and costs one call; a 402 is told as it came", async () => {
    const { response, text, left } = await ask("404");
    expect([response.status, left]).toEqual([200, "999"]);
    expect(JSON.parse(text)).toMatchObject({ success: false, upstream: { status: 404 }, error: { retryable: false } });
    const paid = await ask("402");
    expect(JSON.parse(paid.text)).toMatchObject({
      success: false,
      upstream: { status: 402, headers: { "payment-required": "terms" } },
    });
    expect(paid.left).toBe("998");
  });

  test("how long it asks to be left alone is told in milliseconds, also where it says until when", async () => {
    const { text } = await ask("later");
    expect(JSON.parse(text)).toMatchObject({ upstream: { status: 429 }, error: { retry_after_ms: 30_000 } });
  });

  test("numbers stay as they were written, and what is of no use to the caller is left out", async () => {
    const { text } = await ask("200");
    expect(text).toContain(`"data":{"big":12345678901234567890,"status":200}`);
    expect(Object.keys(JSON.parse(text).upstream.headers).sort()).toEqual(["content-type", "date", "payment-required"]);
  });

  test("bytes that nothing is said of, and that are no text, come in base64", async () => {
    const { text } = await ask("untold");
    expect(JSON.parse(text)).toMatchObject({ success: true, data: "/wD+", data_encoding: "base64" });
  });

  test("a 5xx is told and costs nothing; what is away is asked once more", async () => {
    const { left: before } = await ask("200");
    const sent = strange.seen.length;
    const failed = await ask("500");
    expect(failed.response.status).toBe(200);
    expect(JSON.parse(failed.text)).toMatchObject({
      success: false,
      upstream: { status: 500 },
      meta: { charged_xrp: 0 },
    });
    expect([failed.left, failed.response.headers.get("x-charge-xrp")]).toEqual([before, "0"]);
    expect(strange.seen.length).toBe(sent + 1);
    await ask("503");
    expect(strange.seen.length).toBe(sent + 3);
  });

  test("one that breaks off is 502 and not charged", async () => {
    const { left: before } = await ask("200");
    const cut = await ask("cut");
    expect([cut.response.status, JSON.parse(cut.text).code, cut.left]).toEqual([502, "upstream_failed", before]);
  });

  test("one that is silent is 504; it costs a call where the deadline was the caller's own and below a second", async () => {
    const { left: before } = await ask("200");
    const patient = await ask("never", { timeout_ms: 1000 });
    expect([patient.response.status, JSON.parse(patient.text).code, patient.left]).toEqual([
      504,
      "upstream_timeout",
      before,
    ]);
    const impatient = await ask("never", { timeout_ms: 100 });
    expect([impatient.response.status, impatient.left]).toEqual([504, String(Number(before) - 1)]);
    expect(JSON.parse(impatient.text)).toMatchObject({
      success: false,
      code: "upstream_timeout",
      error: { code: "upstream_timeout", retryable: true },
      upstream: null,
      meta: { warnings: [expect.stringContaining("below a second")] },
    });
  });

  test("five failures that two accounts have seen open its breaker for thirty seconds; then one call sees whether it is back", async () => {
    const { key } = await openTestAccount(strange.hub.services, "pro");
    const other = (status: string, more: object = {}) =>
      strange.call(ANSWERS, { params: { status }, ...more }, { "x-api-key": key });
    for (let failure = 0; failure < 8; failure++) await ask("cut");
    for (let failure = 0; failure < 8; failure++) await other("never", { timeout_ms: 100 });
    expect((await ask("200")).response.status).toBe(200);
    for (let failure = 0; failure < 4; failure++) await ask("cut");
    await other("cut");
    const before = (await strange.call(ANSWERS, { params: { status: "200" }, dry_run: true })).headers.get(
      "x-calls-remaining",
    );
    const sent = strange.seen.length;
    const refused = await ask("200");
    expect([refused.response.status, JSON.parse(refused.text).code]).toEqual([503, "overloaded"]);
    expect([refused.left, refused.response.headers.get("x-charge-xrp")]).toEqual([before, "0"]);
    expect(Number(refused.response.headers.get("retry-after"))).toBeWithin(25, 31);
    expect(strange.seen.length).toBe(sent);
    clock.advance(30_000);
    expect((await ask("200")).response.status).toBe(200);
    expect((await ask("200")).response.status).toBe(200);
  });
});

async function categoryOf(words: string): Promise<string> {
  const address = `${world.hub.url}/api/v1/agent/search/?q=${encodeURIComponent(words)}`;
  const found = await fetch(address, { headers: { "x-api-key": world.key } });
  return (await found.json()).results[0].category;
}
