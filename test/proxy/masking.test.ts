/** What becomes of an answer in which the upstream repeats the credentials it was called with. */
import { describe, expect, test } from "bun:test";
import { secretsOf, withoutSecrets } from "../../src/proxy/credentials.ts";
import { atOnce } from "../../src/text/long-work.ts";
import { type JsonPieces, wholeText } from "../../src/text/json-text.ts";

const masking = (...given: Parameters<typeof withoutSecrets>) => atOnce(withoutSecrets(...given));

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
  const cut = sizes.map((size) => wholeText(masking(inPieces(json, size), secretsOf(credentials)).json));
  return new Set([wholeText(masking(json, secretsOf(credentials)).json), ...cut]);
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

describe("what was placed into a request is masked in every shape, and the answer stays JSON", () => {
  const canaries = ["k7x9", "48291", "12345678901234567890", "sk_live_51H/x+y=z", "a\"b\\c'd<e>&f", "ein schlüssel 7"];
  const base64 = (text: string) => Buffer.from(text).toString("base64");
  const html = (text: string) =>
    text.replace(/[&<>"']/g, (one) => `&${{ "&": "amp", "<": "lt", ">": "gt", '"': "quot", "'": "#39" }[one]};`);
  const shapes: [string, (secret: string) => unknown][] = [
    ["plain", (secret) => secret],
    ["in a header", (secret) => ({ Authorization: `Bearer ${secret}` })],
    ["in an address", (secret) => `https://x.dev/?key=${encodeURIComponent(secret)}&z=1`],
    ["in a form", (secret) => new URLSearchParams({ key: secret }).toString()],
    ["as a file name", (secret) => `attachment; filename="${secret}.txt"`],
    ["as a name", (secret) => ({ [secret]: 1 })],
    ["base64", base64],
    ["base64 url", (secret) => Buffer.from(secret).toString("base64url")],
    ["base64 twice", (secret) => base64(base64(secret))],
    ["escaped twice", (secret) => JSON.stringify(JSON.stringify({ secret }))],
    ["in an address, twice", (secret) => encodeURIComponent(encodeURIComponent(secret))],
    ["hexadecimal", (secret) => Buffer.from(secret).toString("hex")],
    ["HTML", html],
    ["in pairs", (secret) => [secret + secret, `x${secret}y`]],
    ["as a number", (secret) => (/^\d+$/.test(secret) ? Number(secret) : secret)],
  ];
  test.each(shapes)("%s", (_, shape) => {
    for (const secret of canaries) {
      const before = JSON.stringify({ data: shape(secret), status: "ok" });
      const after = wholeText(masking(before, [secret]).json);
      const said = JSON.stringify(JSON.parse(after));
      expect(said).toContain('"status":"ok"');
      expect(said).toContain("***");
      expect(said).not.toContain(secret);
      const shown = Object.values(JSON.parse(before))[0];
      if (typeof shown === "string") expect(said).not.toContain(JSON.stringify(shown));
    }
  });

  test.each([0, 1, 2])("base64 of a text that has it after %d others", (count) => {
    const secret = "sk_live_51Habcdefgh";
    const shown = base64(`${"x".repeat(count)}${secret}y`);
    const after = wholeText(masking(JSON.stringify([shown]), [secret]).json);
    expect(after).toContain("***");
    expect(after.length).toBeLessThan(18);
  });

  test("a bare number of the digits, in a document that was written by hand", () => {
    const json = '{"a":12345678901234567890,"b":[-1.5e3,48291],"duration_ms":12}';
    const after = wholeText(masking(json, ["12345678901234567890", "48291"]).json);
    expect(JSON.parse(after)).toEqual({ a: "***", b: [-1500, "***"], duration_ms: 12 });
  });

  test("a key that is the name of a login without a password", () => {
    const answer = JSON.stringify({ name: "sk_live_51H", login: base64("sk_live_51H:") });
    const after = wholeText(masking(answer, secretsOf({ basic: { username: "sk_live_51H", password: "" } })).json);
    expect(JSON.parse(after)).toEqual({ name: "***", login: "***" });
  });
});

test.each([
  ["full of it", `{"data":"${"abcd".repeat(100_000)}"}`, "abcd"],
  ["full of it, one by one", `{"data":[${'"abcd",'.repeat(50_000)}1]}`, "abcd"],
  ["full of what may be it", `{"data":"${"YWJj".repeat(100_000)}"}`, "abcd"],
  ["full of numbers", `{"data":[${"48291,".repeat(50_000)}1]}`, "48291"],
])("a long answer %s is masked in many steps, and others have their turn in between", (_, json, secret) => {
  const work = withoutSecrets(json, [secret]);
  let steps = 0;
  let step = work.next();
  for (; step.done !== true; step = work.next()) steps++;
  expect(wholeText(step.value.json)).not.toContain(secret);
  expect(steps).toBeGreaterThan(20);
});
