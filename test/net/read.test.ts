import { expect, test } from "bun:test";
import { Type } from "@sinclair/typebox";
import { expectOk, readJson, readText } from "../../src/net/read.ts";
import { asHubError, type HubError } from "../../src/runtime/errors.ts";

test.each([
  ["UTF-8 when nothing is said", [0xc3, 0xa4], "text/html", undefined, "ä"],
  ["Windows-1252 when it cannot be UTF-8", [0xe4, 0x80], "text/html", undefined, "ä€"],
  ["by the header", [0xe4], 'text/html; Charset="ISO-8859-1"', undefined, "ä"],
  ["by the header rather than the document", [0xc3, 0xa4], "text/html;charset=utf-8", "shift_jis", "ä"],
  ["by the document when the header is silent", [0x83, 0x65], "text/html", "Shift_JIS", "テ"],
  ["by the document when the header is nonsense", [0x83, 0x65], "text/html; charset=none", "shift_jis", "テ"],
  [
    "by the mark rather than the header, and without it",
    [0xef, 0xbb, 0xbf, 0xc3, 0xa4],
    "a/b; charset=big5",
    "gbk",
    "ä",
  ],
  ["UTF-16 by its mark, little end first", [0xff, 0xfe, 0xe4, 0], "text/html", undefined, "ä"],
  ["UTF-16 by its mark, big end first", [0xfe, 0xff, 0, 0xe4], "text/html", undefined, "ä"],
  ["as far as it can be read", [0x61, 0xff], "text/html; charset=utf-8", undefined, "a\ufffd"],
  ["empty", [], "text/html", undefined, ""],
])("readText() decodes %s", (_how, bytes, contentType, declared, text) => {
  const fetched = answer({ bytes: Uint8Array.from(bytes), headers: { "content-type": contentType } });
  expect(readText(fetched, () => declared)).toBe(text);
});

test("readText() shows the start of a document to the search for its charset", () => {
  const body = `<meta charset=big5>${"x".repeat(2000)}`;
  const heads: string[] = [];
  readText(answer({ bytes: Buffer.from(body) }), (head) => void heads.push(head));
  expect(heads).toEqual([body.slice(0, 1024)]);
});

const Price = Type.Object({ usd: Type.Number() });

test("readJson() gives what fits the schema", () => {
  expect(readJson(answer({ bytes: Buffer.from('\ufeff{"usd":1.5,"more":1}') }), Price).usd).toBe(1.5);
});

test.each([["{"], [""], ["<html>"], ['{"usd":"1"}'], ["null"], [`${"[".repeat(300)}${"]".repeat(300)}`]])(
  "readJson() finds %s not what the upstream promised",
  (body) => {
    expect(failure(() => readJson(answer({ bytes: Buffer.from(body) }), Price)).code).toBe("upstream_invalid");
  },
);

test.each([200, 204, 301, 304])("expectOk() lets %d pass", (status) => {
  const fetched = answer({ status });
  expect(expectOk(fetched)).toBe(fetched);
});

test.each([
  [429, { "retry-after": "30" }, 30_000],
  [503, { "retry-after": "Fri, 21 Nov 2025 10:02:00 GMT", date: "Fri, 21 Nov 2025 10:00:00 GMT" }, 120_000],
  [503, { "retry-after": "Fri, 21 Nov 2025 09:00:00 GMT", date: "Fri, 21 Nov 2025 10:00:00 GMT" }, 0],
  [503, { "retry-after": "Fri, 21 Nov 2025 10:02:00 GMT" }, undefined],
  [429, { "retry-after": "99999999999" }, 86_400_000],
  [429, { "retry-after": "soon" }, undefined],
  [429, { "retry-after": "-1" }, undefined],
  [404, {}, undefined],
])("expectOk() turns %d with %j into upstream_failed after %p ms", (status, headers, retryAfterMs) => {
  const { code, message, details } = failure(() => expectOk(answer({ status, headers })));
  expect([code, message]).toEqual(["upstream_failed", `The upstream service answered with status ${status}.`]);
  expect(details.retryAfterMs).toBe(retryAfterMs);
});

function answer({
  status = 200,
  headers = {},
  bytes = new Uint8Array(),
}: {
  status?: number;
  headers?: Record<string, string>;
  bytes?: Uint8Array;
}) {
  return { url: "https://a.com/", status, headers: new Headers(headers), bytes };
}

function failure(act: () => unknown): HubError {
  try {
    act();
  } catch (error) {
    return asHubError(error);
  }
  throw new Error("It did not fail");
}
