/** Operations of our own making, each odd in one way, with a call of it: what few of the catalogue's descriptions use. */
import type { MadeUp } from "./generate.ts";

export interface OddCall extends MadeUp {
  readonly name: string;
  /** An OpenAPI document of this one operation. */
  readonly document: object;
  readonly path: string;
  readonly method: string;
  readonly baseUrl: string;
}

const SERVER = "https://api.odd.dev/v1";
const LIST = { type: "array", items: { type: "string" } };
const OBJECT = { type: "object", properties: { a: { type: "string" }, b: { type: "integer" } } };
const NESTED = { type: "object", properties: { c: OBJECT, d: LIST } };
const TEXT = { type: "string" };

/** A value of each kind, with what an address must encode. */
const VALUES = {
  text: [TEXT, "a b/ü&=?#"],
  number: [{ type: "number" }, -1.5],
  flag: [{ type: "boolean" }, false],
  list: [LIST, ["x y", "b,c"]],
  object: [OBJECT, { a: "x y", b: 2 }],
} as const;
type Kind = keyof typeof VALUES;

function call(
  name: string,
  more: object,
  given: MadeUp,
  { path = "/call", method = "get", baseUrl = SERVER, ...whole }: Whole = {},
): OddCall {
  const operation = { responses: { 200: { description: "ok" } }, ...more };
  const info = { title: name, version: "1" };
  const document = {
    openapi: "3.1.0",
    info,
    servers: [{ url: SERVER }],
    ...whole,
    paths: { [path]: { [method]: operation } },
  };
  return { name, document, path, method, baseUrl, ...given };
}

type Whole = { path?: string; method?: string; baseUrl?: string } & Record<string, unknown>;

function parameter(place: string, style: string | undefined, explode: boolean | undefined, kind: Kind): OddCall {
  const [schema, value] = VALUES[kind];
  const plain = place === "header" && kind === "text" ? "plain text" : value;
  const name = `${place} ${style ?? "default"} ${explode ?? "default"} ${kind}`;
  const one = {
    name: "p",
    in: place,
    required: true,
    schema,
    ...(style && { style }),
    ...(explode !== undefined && { explode }),
  };
  return call(name, { parameters: [one] }, { params: { p: plain } }, place === "path" ? { path: "/call/{p}/end" } : {});
}

const PATHS = ["simple", "label", "matrix"].flatMap((style) =>
  [true, false].flatMap((explode) =>
    (["text", "list", "object"] as const).map((kind) => parameter("path", style, explode, kind)),
  ),
);
const QUERIES = [
  ...[true, false, undefined].flatMap((explode) =>
    (["text", "number", "flag", "list", "object"] as const).map((kind) => parameter("query", "form", explode, kind)),
  ),
  ...["spaceDelimited", "pipeDelimited"].flatMap((style) =>
    [true, false].map((explode) => parameter("query", style, explode, "list")),
  ),
  parameter("query", "deepObject", true, "object"),
  parameter("query", undefined, undefined, "list"),
];
const HEADERS = [true, false].flatMap((explode) =>
  (["text", "number", "list", "object"] as const).map((kind) => parameter("header", "simple", explode, kind)),
);

/** Names and texts that an address has a meaning for. */
const NAMES = ["filter[name]", "$top", "a.b", "a b", "ü", "x-y", "q&r", "page[]", "a+b", "50%"].map((name) =>
  call(`query named ${name}`, { parameters: [{ name, in: "query", schema: TEXT }] }, { params: { [name]: "v w" } }),
);
const RESERVED = [":/?@!$()*,;", "a&b=c#d+e", "[x]", "50%", "a/b c"].map((value) =>
  call(
    `query allowReserved ${value}`,
    { parameters: [{ name: "p", in: "query", schema: TEXT, allowReserved: true }] },
    { params: { p: value } },
  ),
);

const segment = (name: string, schema: object = TEXT) => ({ name, in: "path", required: true, schema });
const TEMPLATES: readonly (readonly [path: string, params: Record<string, unknown>])[] = [
  ["/a/{x}-{y}", { x: "1", y: "2" }],
  ["/a/{x},{y}", { x: "1", y: "2" }],
  ["/a/{id}/{ids}", { id: "1", ids: "2" }],
  ["/a/{id}/b/{id}", { id: "x y" }],
  ["/a/{x.y}", { "x.y": "1" }],
  ["/a/{x-y}", { "x-y": "1" }],
  ["/a/{x_y}:undo", { x_y: "1" }],
  ["/a('{x}')", { x: "it's" }],
  ["/a(x={x},y={y})", { x: "1", y: "2" }],
  ["/a/{x}.json", { x: "v1.2" }],
  ["/a/{x}/", { x: "1" }],
  ["/ä/{x}", { x: "ö" }],
  ["/a b/{x}", { x: "1" }],
  ["/a;v=1/{x}", { x: "1" }],
  ["/@{x}/~me", { x: "me" }],
];
const PATHS_OF_TEMPLATES = TEMPLATES.map(([path, params]) =>
  call(`path ${path}`, { parameters: Object.keys(params).map((name) => segment(name)) }, { params }, { path }),
);

const SERVERS: readonly (readonly [name: string, baseUrl: string, servers: object[]])[] = [
  ["with a trailing slash", SERVER, [{ url: "https://api.odd.dev/v1/" }]],
  ["with a port", "https://api.odd.dev:8443", [{ url: "https://api.odd.dev:8443" }]],
  [
    "with a variable",
    "https://eu.odd.dev/v2",
    [{ url: "https://{region}.odd.dev/{v}", variables: { region: { default: "eu" }, v: { default: "v2" } } }],
  ],
  [
    "with variables in the path",
    "https://odd.dev/x/z",
    [{ url: "https://odd.dev/{a}/{b}", variables: { a: { default: "x", enum: ["x", "y"] }, b: { default: "z" } } }],
  ],
  ["of several", "https://one.odd.dev", [{ url: "https://one.odd.dev" }, { url: "https://two.odd.dev" }]],
];
const ADDRESSES = SERVERS.map(([name, baseUrl, servers]) =>
  call(`server ${name}`, {}, { params: {} }, { servers, baseUrl }),
);

function body(name: string, contentType: string, media: object, value: unknown): OddCall {
  const more = { requestBody: { required: true, content: { [contentType]: media } } };
  return call(`${contentType} ${name}`, more, { params: {}, body: value, contentType }, { method: "post" });
}

const FORM = "application/x-www-form-urlencoded";
const PARTS = "multipart/form-data";
const JSON_BODIES = [
  body("object", "application/json", { schema: OBJECT }, { a: "ü", b: 1 }),
  body("list", "application/json", { schema: LIST }, ["a", "b"]),
  body("number", "application/json", { schema: { type: "number" } }, 5),
  body("flag", "application/json", { schema: { type: "boolean" } }, false),
  body("object", "application/vnd.odd+json", { schema: OBJECT }, { a: "x", b: 1 }),
  body("object", "application/json; charset=utf-8", { schema: OBJECT }, { a: "x", b: 1 }),
  body("object", "application/merge-patch+json", { schema: OBJECT }, { a: "x" }),
  body("nothing in it", "application/json", { schema: OBJECT }, {}),
  body("nested", "application/json", { schema: NESTED }, { c: { a: "x", b: 1 }, d: [] }),
];
const TEXT_BODIES = [
  body("text", "text/plain", { schema: TEXT }, "plain & simple"),
  body("document", "application/xml", { schema: TEXT }, "<a>1</a>"),
  body("table", "text/csv", { schema: TEXT }, "a,b\n1,2\n"),
];
const forms = (contentType: string) => [
  body("texts", contentType, { schema: OBJECT }, { a: "x y&z=1+1", b: 2 }),
  body("a list", contentType, { schema: { type: "object", properties: { p: LIST } } }, { p: ["x y", "z"] }),
  ...(
    [
      ["form", true],
      ["form", false],
      ["spaceDelimited", false],
      ["pipeDelimited", false],
    ] as const
  ).map(([style, explode]) =>
    body(
      `a list as ${style} ${explode}`,
      contentType,
      { schema: { type: "object", properties: { p: LIST } }, encoding: { p: { style, explode } } },
      { p: ["x y", "z"] },
    ),
  ),
  body(
    "an object as deepObject",
    contentType,
    { schema: { type: "object", properties: { p: OBJECT } }, encoding: { p: { style: "deepObject", explode: true } } },
    { p: { a: "x y", b: 1 } },
  ),
  body(
    "an object by its fields",
    contentType,
    { schema: { type: "object", properties: { p: OBJECT } }, encoding: { p: { style: "form", explode: true } } },
    { p: { a: "x y", b: 1 } },
  ),
  body("an object", contentType, { schema: { type: "object", properties: { p: OBJECT } } }, { p: { a: "x y", b: 1 } }),
  body(
    "an object as JSON",
    contentType,
    { schema: { type: "object", properties: { p: OBJECT } }, encoding: { p: { contentType: "application/json" } } },
    { p: { a: "x y", b: 1 } },
  ),
];

const CONTENTS = [
  call(
    "query as JSON",
    { parameters: [{ name: "p", in: "query", content: { "application/json": { schema: OBJECT } } }] },
    { params: { p: { a: "x", b: 1 } } },
  ),
  call(
    "header as JSON",
    { parameters: [{ name: "X-P", in: "header", content: { "application/json": { schema: LIST } } }] },
    { params: { "X-P": ["x"] } },
  ),
];

export const ODD_CALLS: readonly OddCall[] = [
  ...PATHS,
  ...QUERIES,
  ...HEADERS,
  ...NAMES,
  ...RESERVED,
  ...PATHS_OF_TEMPLATES,
  ...ADDRESSES,
  ...CONTENTS,
  ...JSON_BODIES,
  ...TEXT_BODIES,
  ...forms(FORM),
  ...forms(PARTS),
];
