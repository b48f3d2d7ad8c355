/** Documents that are the same for everybody travel packed to whoever takes that: a slow line has a tenth to carry. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { gunzipSync } from "node:zlib";
import type { Actor } from "../../src/runtime/actor.ts";
import { actorSlugs, loadActor } from "../support/actor-files.ts";
import { startHub, type TestHub } from "../support/hub.ts";

let hub: TestHub;
let script: string;
beforeAll(async () => {
  hub = await startHub({ actors: (await Promise.all((await actorSlugs()).map(loadActor))) as Actor[] });
  const page = await (await fetch(`${hub.url}/docs`)).text();
  script = /src="(\/ui\/[^"]+)"/.exec(page)?.[1] ?? "";
});
afterAll(() => hub[Symbol.asyncDispose]());

/** As it came over the line. */
async function raw(path: string, headers: Readonly<Record<string, string>>) {
  const response = await fetch(hub.url + path, { headers, decompress: false });
  return { response, bytes: Buffer.from(await response.arrayBuffer()) };
}

test.each([["/openapi.json"], ["/docs"], ["script"]])("%s, with a version of its own", async (name) => {
  const path = name === "script" ? script : name;
  const plain = await raw(path, { "accept-encoding": "identity" });
  expect(plain.response.headers.get("content-encoding")).toBeNull();
  const packed = await raw(path, { "accept-encoding": "br, gzip;q=0.8" });
  expect(packed.response.headers.get("content-encoding")).toBe("gzip");
  for (const { response } of [plain, packed])
    expect(response.headers.get("vary")?.toLowerCase()).toContain("accept-encoding");
  expect(packed.response.headers.get("content-type")).toBe(plain.response.headers.get("content-type"));
  expect(gunzipSync(packed.bytes).equals(plain.bytes)).toBe(true);
  expect(packed.bytes.length).toBeLessThan(plain.bytes.length / 2);
  const [etag = "", other] = [packed, plain].map(({ response }) => response.headers.get("etag") ?? "");
  expect(etag).not.toBe(other);
  for (const known of [etag, `W/${etag}`]) {
    const again = await raw(path, { "accept-encoding": "gzip", "if-none-match": known });
    expect([again.response.status, again.bytes.length, again.response.headers.get("etag")]).toEqual([304, 0, etag]);
  }
});

test("whoever refuses it, or says nothing, gets it as it is", async () => {
  for (const accepted of ["gzip;q=0", "br", "identity", ""]) {
    const { response, bytes } = await raw("/openapi.json", { "accept-encoding": accepted });
    expect([accepted, response.headers.get("content-encoding")]).toEqual([accepted, null]);
    expect(JSON.parse(bytes.toString()).openapi).toBe("3.1.0");
  }
});

test("what is short stays as it is", async () => {
  const { response } = await raw("/.well-known/api-catalog", { "accept-encoding": "gzip" });
  expect(response.headers.get("content-encoding")).toBeNull();
});
