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
