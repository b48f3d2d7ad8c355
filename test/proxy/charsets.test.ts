/** What an answer of text comes to, by what says its charset. */
import { expect, test } from "bun:test";
import { answerMembers } from "../../src/proxy/answer.ts";
import { wholeText } from "../../src/text/json-text.ts";

async function dataOf(type: string | null, bytes: Uint8Array) {
  const headers = new Headers(type === null ? {} : { "content-type": type });
  const sent = { status: 200, headers, chunks: [bytes], truncated: false, durationMs: 1, url: "https://x.dev/" };
  const { data, data_encoding } = JSON.parse(`{${wholeText(await answerMembers(sent, "https://x.dev/"))}}`);
  return [data_encoding, data];
}

const LATIN = Buffer.from("gr\u00fcn", "latin1");

test.each<[string | null, Uint8Array, string, unknown]>([
  ["text/plain", Buffer.from("grün"), "text", "grün"],
  ["text/plain; charset=iso-8859-1", LATIN, "text", "grün"],
  // Nobody knows which letter it was: the bytes are handed on.
  ["text/plain", LATIN, "base64", LATIN.toString("base64")],
  ["application/json", Buffer.from(`{"a":"grün"}`), "json", { a: "grün" }],
  [
    "application/json",
    Buffer.from(`{"a":"gr\u00fcn"}`, "latin1"),
    "base64",
    Buffer.from(`{"a":"gr\u00fcn"}`, "latin1").toString("base64"),
  ],
  [null, LATIN, "base64", LATIN.toString("base64")],
  // A charset that nobody knows says nothing.
  ["application/json; charset=klingon", Buffer.from("[1]"), "json", [1]],
  ["text/plain; charset=klingon", LATIN, "base64", LATIN.toString("base64")],
  // Said twice, as by a proxy before its service: the last one counts.
  ["application/json; charset=utf-8, application/json", Buffer.from("[1]"), "json", [1]],
  ["text/html, application/json", Buffer.from("[1]"), "json", [1]],
  ["application/json, charset=utf-8", Buffer.from("[1]"), "json", [1]],
  ['application/vnd.api+json; profile="https://a.dev/x,https://a.dev/y"', Buffer.from("[1]"), "json", [1]],
  ["application/geo+json", Buffer.from("[1]"), "json", [1]],
  ["application/geojson", Buffer.from("[1]"), "json", [1]],
  ["application/x-yaml", Buffer.from("a: 1"), "text", "a: 1"],
  ["application/csv", Buffer.from("a,b"), "text", "a,b"],
  ["application/sparql-update", Buffer.from("CLEAR ALL"), "text", "CLEAR ALL"],
  ["application/vnd.apple.mpegurl", Buffer.from("#EXTM3U"), "text", "#EXTM3U"],
  ["application/x-protobuf", Buffer.from("a"), "base64", "YQ=="],
  ["application/octet-stream", Buffer.from("[1]"), "base64", "WzFd"],
])("%s", async (type, bytes, encoding, data) => {
  expect(await dataOf(type, bytes)).toEqual([encoding, data]);
});

const LONG = `[${"12345678901234567890,".repeat(5_000)}1]`;

test.each<[string, string, boolean]>([
  ["a list", LONG, true],
  ["behind a mark", `\ufeff${LONG}`, true],
  ["as deep as may be", `${"[".repeat(199)}${LONG}${"]".repeat(199)}`, true],
  ["deeper", `${"[".repeat(200)}${LONG}${"]".repeat(200)}`, false],
  ["that breaks off", LONG.slice(0, -1), false],
  ["with more behind it", `${LONG}x`, false],
])(
  "long JSON keeps nobody waiting, and is handed on as it was written where it is JSON: %s",
  async (_, text, isJson) => {
    let turns = 0;
    let isOver = false;
    const others = (async () => {
      for (; !isOver; turns++) await new Promise(setImmediate);
    })();
    const [encoding, data] = await dataOf("application/json", Buffer.from(text));
    isOver = true;
    await others;
    expect([encoding, typeof data]).toEqual(isJson ? ["json", "object"] : ["text", "string"]);
    expect(turns).toBeGreaterThan(1);
  },
);
