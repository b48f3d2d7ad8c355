import { expect, test } from "bun:test";
import { Type } from "@sinclair/typebox";
import { expectOk, readJson, readText } from "../../src/net/read.ts";
import { asHubError, type HubError } from "../../src/runtime/errors.ts";

test.each([
  ["the header", "text/html; charset=windows-1251", "html", "\u0434\u0430"],
  ["the document, when it is one of that kind", "text/html", "html", "\u0414\u042e"],
  ["nothing else", "text/html", undefined, "\u00e4\u00e0"],
] as const)("readText() takes the charset from %s", (_from, contentType, kind, text) => {
  const bytes = Buffer.concat([Buffer.from("<meta charset=koi8-r>"), Uint8Array.of(0xe4, 0xe0)]);
  expect(readText(answer({ bytes, headers: { "content-type": contentType } }), kind)).toEndWith(text);
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
  [429, { "retry-after": "1.5" }, 1500],
  [429, { "retry-after": "30, 30" }, 30_000],
  [429, { "retry-after": "-5", date: "Fri, 21 Nov 2025 10:00:00 GMT" }, undefined],
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
