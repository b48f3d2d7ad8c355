/** What becomes of an answer in which the upstream repeats the credentials it was called with. */
import { describe, expect, test } from "bun:test";
import { withoutCredentials } from "../../src/proxy/credentials.ts";
import { type JsonPieces, wholeText } from "../../src/text/json-text.ts";

/** In pieces of so many characters. */
function inPieces(text: string, size: number): JsonPieces {
  return {
    *[Symbol.iterator]() {
      for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
    },
    [Symbol.dispose]: () => undefined,
  };
}

/** Whole, and cut at every place that a piece can end at. */
function everyWay(json: string, secret: string): Set<string> {
  const sizes = Array.from({ length: json.length }, (_, at) => at + 1);
  const credentials = { bearer: secret };
  const cut = sizes.map((size) => wholeText(withoutCredentials(inPieces(json, size), credentials)));
  return new Set([wholeText(withoutCredentials(json, credentials)), ...cut]);
}

describe("a secret that looks like the end of an escape is no part of it, and the answer stays JSON", () => {
  test.each([
    ["nightingale", `{"a":"some\\nightingale","b":"nightingale"}`, `{"a":"some\\nightingale","b":"***"}`],
    ["u00e9tudes", `["\\u00e9tudes","u00e9tudes"]`, `["\\u00e9tudes","***"]`],
    ["e9-and-more", `["\\u00e9-and-more","e9-and-more"]`, `["\\u00e9-and-more","***"]`],
    ["nightingale", `["\\\\nightingale","\\\\\\nightingale"]`, `["\\\\***","\\\\\\nightingale"]`],
  ])("%s in %s", (secret, json, masked) => {
    JSON.parse(masked);
    expect(everyWay(json, secret)).toEqual(new Set([masked]));
  });
});

describe("a secret is masked however its upstream spells it in JSON", () => {
  test.each([
    ["its slashes escaped, as PHP does", "a/secret/of+slashes", `["a\\/secret\\/of+slashes"]`],
    ["beyond ASCII in escapes, as Python does", "schlüssel-wort", `["schl\\u00fcssel-wort"]`],
    ["both", "schlüssel/wort", `["schl\\u00fcssel\\/wort"]`],
    ["in an address", "schlüssel wort", `["?key=schl%C3%BCssel%20wort"]`],
  ])("%s", (_, secret, json) => {
    const masked = [...everyWay(json, secret)];
    expect(masked).toHaveLength(1);
    expect(masked[0]).toMatch(/^\["(?:\?key=)?\*\*\*"\]$/);
  });
});
