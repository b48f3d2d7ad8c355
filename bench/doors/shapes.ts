/** What a stranger may send to make the hub work: each a request that costs its sender nothing. */
import type { Requirements } from "../../src/payment/requirements.ts";
import { paymentFields, proofOf, signed, walletOf } from "../../test/support/payer.ts";

type Headers = Readonly<Record<string, string>> | (() => Readonly<Record<string, string>>);

export interface Shape {
  readonly name: string;
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly headers?: Headers;
  readonly body?: string;
  /** It is a service that costs what it costs; only what others wait and what it takes of memory counts. */
  readonly isWork?: true;
}

const MIB = 1024 * 1024;
const RUN = (slug: string) => `/api/v1/genius/actors/${slug}/run/`;
const filled = (part: string, bytes: number) => part.repeat(Math.floor(bytes / part.length));
const LARGEST = "the largest of 300 specifications";
const LONG_NAME = "n".repeat(300);
const MCP = { accept: "application/json, text/event-stream" };
const mcpCall = (name: string, args: object) => {
  return { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } };
};
const textFor = (bytes: number) => ({ slug: "data-clean", input: { text: filled("<p>some text</p> ", bytes) } });
/** Free keys: of each only so much is kept. */
const KEYS = 8;
/** Its numbers stay text, since a double would change them. */
const WIDE_ROW = Array.from({ length: 20 }, (_, index) => `"c${index}":12345678901234567`).join(",");
const names = (count: number) => Array.from({ length: count }, (_, index) => `name${index}`);

/** `url` is the hub's: some shapes name an invoice, an order or an entry of it. Only those of which the name holds `part`. */
export async function shapesFor(url: string, part = ""): Promise<Shape[]> {
  return (await allShapes(url, part)).filter(({ name }) => name.includes(part));
}

async function allShapes(url: string, part: string): Promise<Shape[]> {
  const post = (name: string, path: string, body: unknown, headers?: Shape["headers"]): Shape => {
    return {
      name,
      method: "POST",
      path,
      body: typeof body === "string" ? body : JSON.stringify(body),
      ...(headers && { headers }),
    };
  };
  const keys = await freeKeys(url);
  let count = 0;
  const named = (name: string) => ({ "x-api-key": keys[count % KEYS] ?? "", "idempotency-key": `doors-${name}` });
  // Its answer is a little less than what is kept under a key.
  const csv = { payload: `a;b;c\n${filled("1;2;some text\n", 5 * MIB)}`, from: "csv", to: "csv" };
  const work: typeof post = (...given) => ({ ...post(...given), isWork: true });
  const get = (name: string, path: string, headers?: Shape["headers"]): Shape => {
    return { name, method: "GET", path, ...(headers && { headers }) };
  };
  const premium = await termsOf(url, get("", "/api/v1/demo/402/"));
  const sequence = paymentFields(premium, walletOf("stranger"), 1, 100);
  const wrong = {
    ...sequence,
    ...(premium.network.endsWith(":0") ? {} : { NetworkID: Number(premium.network.split(":")[1]) }),
  };
  const blob = signed(wrong, walletOf("stranger")).replace(/(?<=7446.{40})[0-9A-F]/, (digit) =>
    digit === "A" ? "B" : "A",
  );
  const noHash = proofOf(premium, { txHash: "A".repeat(64) });
  const order = await (
    await fetch(`${url}/api/v1/webhook/create/`, json({ email: "a@b.example", tier: "basic" }))
  ).json();
  const entry = await numberEntry(url);
  const digits = entry && { params: { [entry.name]: `${"1".repeat(160_000)}x` } };
  const callPath = `/api/v1/agent/proxy/${entry?.slug ?? "none"}/call/`;
  const call = digits && (await termsOf(url, post("", callPath, digits)));
  return [
    post("JSON that is none, 1 MiB", RUN("intent-router"), `[${filled('{"a":[1,"b",null]},', MIB - 10)}?]`),
    post("JSON that is none, 8 MiB", RUN("data-convert"), `[${filled('{"a":[1,"b",null]},', 8 * MIB - 10)}?]`),
    post("brackets, 8 MiB", RUN("data-convert"), "[".repeat(8 * MIB - 1)),
    post("empty objects, 8 MiB", RUN("data-convert"), `[${filled("{},", 8 * MIB - 10)}{}]`),
    post("numbers beyond a double, 8 MiB", RUN("data-convert"), `[${filled("12345678901234567890,", 8 * MIB - 30)}1]`),
    post("numbers, 8 MiB", RUN("data-convert"), `[${filled("1,", 8 * MIB - 10)}1]`),
    post(
      "names, 8 MiB",
      RUN("data-clean"),
      `{${names(600_000)
        .map((name) => `"${name}":1`)
        .join(",")}}`,
    ),
    post("empty objects as rows, 8 MiB", RUN("data-clean"), `{"items":[${filled("{},", 8 * MIB - 30)}{}]}`),
    post(
      "a text of escapes that no field takes, 8 MiB",
      RUN("data-clean"),
      `{"other":"${filled("\\n", 8 * MIB - 30)}"}`,
    ),
    post("empty objects, 1 MiB", RUN("intent-router"), `[${filled("{},", MIB - 10)}{}]`),
    post("JSON that is none, 8 MiB, for the proxy", callPath, `{"body":[${filled('{"a":1},', 8 * MIB - 30)}?]}`),
    post("unknown fields, 1 MiB", RUN("intent-router"), Object.fromEntries(names(50_000).map((name) => [name, 1]))),
    ...(digits && call
      ? [
          post("160 KB of digits for a number, with a payment nobody made", callPath, digits, {
            "payment-signature": proofOf(call, { txHash: "B".repeat(64) }),
          }),
        ]
      : []),
    post(
      "1,000 names of credentials",
      callPath,
      { credentials: { api_key: Object.fromEntries(names(1_000).map((name) => [name, name])) } },
      { "payment-signature": noHash },
    ),
    post("10,000 parameters", callPath, { params: Object.fromEntries(names(10_000).map((name) => [name, 1])) }),
    get("2,000 names in a query", `/api/v1/agent/search/?${names(2_000).join("=1&")}`),
    get("the feed from entry 90,000", "/api/v1/agent/feed.json/?offset=90000"),
    get("a payment with a wrong signature", "/api/v1/demo/402/", {
      "payment-signature": proofOf(premium, { signedTxBlob: blob }),
    }),
    get("a payment that nobody made", "/api/v1/demo/402/", { "payment-signature": noHash }),
    get("a guessed Idempotency-Key with a payment", "/api/v1/demo/402/", {
      "payment-signature": proofOf(premium, { signedTxBlob: blob }),
      "idempotency-key": "guessed-0123456789",
    }),
    post("a transaction looked up for an order", "/api/v1/webhook/verify/", {
      order_id: order.order_id,
      tx_hash: "C".repeat(64),
    }),
    post("a wish of questions, 10,000 characters", RUN("intent-router"), {
      q: filled("how is what's A tell me ", 9_990),
    }),
    post("a wish of tabs, 10,000 characters", RUN("intent-router"), { q: `how is${filled("\t", 9_990)}` }),
    post("a wish of quotes, 10,000 characters", RUN("intent-router"), { q: filled(' "a', 9_990) }),
    ...[" 12", " ab1c", ' "a title"', " Anna Berta", " 12%", " x"].map((piece) =>
      work(
        `a wish of${piece} again and again, 1,000 characters`,
        "/api/v1/agent/dynamic-tool/",
        { description: `create a payment${filled(piece, 980)}`, dry_run: true },
        { "x-api-key": keys[0] ?? "" },
      ),
    ),
    // Served, and so beyond what a refusal may cost: others must not wait for it all the same.
    work("lines of CSV, 8 MiB", RUN("data-convert"), {
      payload: `a;b;c\n${filled("1;2;some text\n", 7 * MIB)}`,
      from: "csv",
    }),
    work("lines of CSV to CSV, 8 MiB", RUN("data-convert"), {
      payload: `a;b;c\n${filled("1;2;some text\n", 7 * MIB)}`,
      from: "csv",
      to: "csv",
    }),
    work("a long answer that is kept, 6 MiB", RUN("data-convert"), csv, () => named(`${++count}-of-many-answers`)),
    work("a long answer that is told again, 6 MiB", RUN("data-convert"), csv, () => {
      return { ...named("the-same-answer"), "x-api-key": keys[0] ?? "" };
    }),
    work("rows of JSON, 350,000", RUN("data-convert"), { payload: `[${filled('{"a":1},', 8 * 350_000)}{"a":1}]` }),
    work("running text, 7 MiB", RUN("data-clean"), {
      text: filled("Some <b>running</b> text &amp; more of it.  It goes on.\n\nA next paragraph\u200b here. ", 7 * MIB),
    }),
    work("elements of XML, 7 MiB", RUN("data-convert"), { payload: `<r>${filled("<a><b>1</b></a>", 7 * MIB)}</r>` }),
    work("XML whose root is no list, 7 MiB", RUN("data-convert"), {
      payload: `<r><z/>${filled("<a><b>1</b></a>", 7 * MIB)}</r>`,
    }),
    work("XML with its list under one element, 7 MiB", RUN("data-convert"), {
      payload: `<r><list>${filled("<a><b>1</b></a>", 7 * MIB)}</list></r>`,
    }),
    work("JSON that is one item of many names, 6 MiB", RUN("data-convert"), {
      payload: `{"a":{${names(290_000)
        .map((name) => `"${name}":"some"`)
        .join(",")}}}`,
    }),
    work("JSON that is one item with a list, 6 MiB", RUN("data-convert"), {
      payload: `{"a":[${filled('"some text",', 6 * MIB)}1],"b":2}`,
    }),
    work(
      "wide rows of numbers beyond a double, 8 MiB",
      RUN("data-clean"),
      `{"items":[${filled(`{${WIDE_ROW}},`, 8 * MIB - 2_000)}{"a":1}]}`,
    ),
    work("rows, 8 MiB", RUN("data-clean"), {
      items: Array.from({ length: 90_000 }, (_, id) => ({
        id,
        zip: "00501",
        name: ` <b>Ann ${id}</b> & Lee`,
        note: null,
      })),
    }),
    work("lines of CSV under a long name", RUN("data-convert"), {
      payload: `${LONG_NAME};b\n${filled("\u00e9\u20ac;2\n", 400_000)}`,
      from: "csv",
    }),
    work("rows of one field, 390,000", RUN("data-clean"), `{"items":[${filled('{"a":1},', 8 * 389_999)}{"a":1}]}`),
    post("brackets as a batch of runs, 1 MiB", "/api/v1/runs/", "[".repeat(MIB - 1)),
    get("a cursor that is none", `/api/v1/runs/?cursor=${filled("A", 8_000)}`),
    post("brackets as an order's status, 1 MiB", "/api/v1/webhook/status/", "[".repeat(MIB - 1)),
    post("empty objects as an order's status, 1 MiB", "/api/v1/webhook/status/", `[${filled("{},", MIB - 10)}{}]`),
    post("an invoice nobody made", "/api/v1/webhook/status/", { invoice_id: "A".repeat(54) }),
    post("brackets for MCP, 1 MiB", "/mcp", "[".repeat(MIB - 1), MCP),
    post("a batch of 20,000 MCP messages", "/mcp", `[${filled('{"jsonrpc":"2.0","method":"x"},', MIB - 60)}{}]`, MCP),
    post("a part of an answer that nobody was told", "/mcp", mcpCall("get_more", { cursor: "A".repeat(1_000) }), MCP),
    work("160 KB in a query over MCP", "/mcp", mcpCall("search_apis", { q: "weather ".repeat(20_000) }), MCP),
    work("160 KB of text for an actor over MCP", "/mcp", mcpCall("run_actor", textFor(160_000)), MCP),
    work("900 KB of text for an actor over MCP", "/mcp", mcpCall("run_actor", textFor(900_000)), MCP),
    get("1,000 names in the query of /mcp's documents", `/.well-known/mcp.json?${names(1_000).join("=1&")}`),
    post(
      "a connection of 5,000 fields",
      "/api/v1/agent/connections/",
      Object.fromEntries(names(5_000).map((one) => [one, 1])),
    ),
    get("the page of connections with 1,000 names", `/connections?${names(1_000).join("=1&")}`),
    get("the page of the operator with 1,000 names", `/operator?${names(1_000).join("=1&")}`),
    get("the form of an actor filled with brackets", `/actors/data-clean?input=${"[".repeat(8_000)}`),
    get("the form of an actor filled with 1,000 names", `/actors/data-clean?${names(1_000).join("=1&")}`),
    get("a page of a search, far on", "/ui/search?q=weather&offset=1000000"),
    // To find it takes a while.
    ...(LARGEST.includes(part) ? await largestSpec(url) : []).map((path) => get(LARGEST, path)),
  ];
}

function json(body: object): RequestInit {
  return { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
}

export async function freeKeys(url: string): Promise<string[]> {
  const keys = Array.from({ length: KEYS }, async (_, number) => {
    const path = "/api/v1/agent/register/?tier=free_testnet";
    const answer = await (await fetch(url + path, json({ email: `doors${number}@example.com` }))).json();
    return (answer as { api_key: string }).api_key;
  });
  return Promise.all(keys);
}

async function termsOf(url: string, { method, path, body }: Shape): Promise<Requirements> {
  const sent = body === undefined ? { method } : { ...json({}), body };
  let response = await fetch(url + path, sent);
  // The ledger of the sandbox, or the catalogue, may still be opening.
  for (let tries = 0; response.status === 503 && tries < 100; tries++) {
    await new Promise((resolve) => setTimeout(resolve, 200));
    response = await fetch(url + path, sent);
  }
  const { accepts } = (await response.json()) as { accepts?: readonly [Requirements] };
  if (accepts === undefined) throw new Error(`Cannot measure: ${path} was answered ${response.status} without terms`);
  return accepts[0];
}

interface Spec {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { parameters?: readonly Parameter[] }>>>>;
}
interface Parameter {
  readonly name?: string;
  readonly schema?: { readonly type?: string };
}

async function randomSlug(url: string): Promise<string | undefined> {
  const response = await fetch(`${url}/api/v1/agent/random/`);
  return response.ok ? (await response.json()).api.slug : undefined;
}

/** An entry with a parameter that is a number; none where the hub has no catalogue. */
async function numberEntry(url: string): Promise<{ slug: string; name: string } | undefined> {
  for (let tries = 0; tries < 200; tries++) {
    const slug = await randomSlug(url);
    if (slug === undefined) return undefined;
    const spec = (await (await fetch(`${url}/api/v1/agent/tool/${slug}/spec/`)).json()) as Spec;
    const parameters = Object.values(spec.paths).flatMap((item) =>
      Object.values(item).flatMap((one) => one.parameters ?? []),
    );
    const name = parameters.find(({ schema }) => schema?.type === "number")?.name;
    if (name !== undefined) return { slug, name };
  }
  return undefined;
}

async function largestSpec(url: string): Promise<string[]> {
  let largest = { path: "", chars: 0 };
  for (let tries = 0; tries < 300; tries++) {
    const slug = await randomSlug(url);
    if (slug === undefined) return [];
    const path = `/api/v1/agent/tool/${slug}/spec/`;
    const chars = (await (await fetch(url + path)).text()).length;
    if (chars > largest.chars) largest = { path, chars };
  }
  return [largest.path];
}
