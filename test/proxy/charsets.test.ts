/** What an answer of text comes to, by what says its charset. */
import { expect, test } from "bun:test";
import { answerMembers } from "../../src/proxy/answer.ts";
import { wholeText } from "../../src/text/json-text.ts";

function dataOf(type: string | null, bytes: Uint8Array) {
  const headers = new Headers(type === null ? {} : { "content-type": type });
  const sent = { status: 200, headers, chunks: [bytes], truncated: false, durationMs: 1, url: "https://x.dev/" };
  const { data, data_encoding } = JSON.parse(`{${wholeText(answerMembers(sent, "https://x.dev/"))}}`);
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
])("%s", (type, bytes, encoding, data) => {
  expect(dataOf(type, bytes)).toEqual([encoding, data]);
});
