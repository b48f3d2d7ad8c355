import { expect, test } from "bun:test";
import { browser, codeIn, type Json, KEY_API, LIST, send, startEchoWorld } from "./support.ts";

const SECRET = "wJalrXUtnFEMI/K7MDENG+canary";

test("a call with an AWS key is signed for its very request, follows no redirect and repeats no signature", async () => {
  let status = 200;
  await using world = await startEchoWorld(KEY_API, {
    rows: (place) => [{ hosts: [place], methods: ["aws_sigv4"] }],
    reply: (request, response) =>
      response
        .writeHead(status, { "content-type": "application/json", location: "/base/elsewhere" })
        .end(JSON.stringify(request.headers)),
  });
  const begun = await send(world, "POST", "connections/", { for: LIST });
  expect(begun.json["method"]).toBe("aws_sigv4");
  const given = await browser().submit(begun.json["connect_url"], {
    access_key_id: "AKIDEXAMPLE",
    secret_access_key: SECRET,
  });
  await send(world, "POST", `connections/${begun.json["id"]}/confirm/`, { code: codeIn(given.html) });

  const called = await world.call(LIST, {});
  const text = await called.text();
  const headers = new Map(pairsOf(world.seen.at(-1)?.headers ?? []));
  expect(headers.get("authorization")).toMatch(/^AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE\/\d{8}\/us-east-1\//);
  expect(headers.get("x-amz-date")).toMatch(/^\d{8}T\d{6}Z$/);
  expect(called.status).toBe(200);
  expect(text).not.toContain(SECRET);
  expect(text).not.toContain(/Signature=([0-9a-f]{64})/.exec(headers.get("authorization") ?? "")?.[1] ?? "none");

  status = 307;
  const before = world.seen.length;
  const redirected = (await (await world.call(LIST, {})).json()) as Json;
  expect([redirected["upstream"].status, world.seen.length - before]).toEqual([307, 1]);
});

function pairsOf(raw: readonly string[]): [string, string][] {
  return raw.flatMap((name, at) => (at % 2 === 0 ? [[name.toLowerCase(), raw[at + 1] ?? ""] as [string, string]] : []));
}
