/** A body that is lent to a request is read like one that came, once, and counts like it. */
import { expect, test } from "bun:test";
import { createBodyReader } from "../../src/routes/http/body.ts";
import { createBodyStream } from "../../src/routes/http/body-stream.ts";
import { lendBody } from "../../src/routes/http/lent-body.ts";

const MIB = 1024 * 1024;
const clock = { now: () => 0 };

function lentTo(bytes: Uint8Array<ArrayBuffer>): Request {
  const headers = { "content-length": `${bytes.length}` };
  const request = new Request("http://hub.test/", { method: "POST", headers });
  lendBody(request, bytes);
  return request;
}

test.each([2_000, 100_000, MIB])("%d bytes are read as JSON, whole", async (length) => {
  const value = { text: "é".repeat(length / 2) };
  const request = lentTo(new TextEncoder().encode(JSON.stringify(value)));
  expect(await createBodyReader(clock, () => "a").json(request, 2 * MIB)).toEqual(value);
});

test("one that is no JSON, or too long, is refused as such", async () => {
  const reader = createBodyReader(clock, () => "a");
  const bytes = () => new TextEncoder().encode("[".repeat(2_000));
  await expect(reader.json(lentTo(bytes()), MIB)).rejects.toMatchObject({ code: "invalid_json" });
  await expect(reader.json(lentTo(bytes()), 1_500)).rejects.toMatchObject({ code: "payload_too_large" });
  await expect(createBodyStream(clock, () => "a").whole(lentTo(bytes()), 1_500)).rejects.toMatchObject({
    code: "payload_too_large",
  });
});

test("those of one caller are held to as much as it may have, until they are disposed of", async () => {
  const stream = createBodyStream(clock, () => "a");
  const read = () => stream.whole(lentTo(new Uint8Array(8 * MIB)), 8 * MIB);
  const first = await read();
  using _second = await read();
  await expect(read()).rejects.toMatchObject({ code: "overloaded" });
  first[Symbol.dispose]();
  using third = await read();
  expect(third.bytes.length).toBe(8 * MIB);
});

test("its bytes are given back by whoever reads it, or need not", async () => {
  const stream = createBodyStream(clock, () => "a");
  const [read, unread] = [new Uint8Array(MIB), new Uint8Array(MIB)];
  (await stream.whole(lentTo(read), MIB))[Symbol.dispose]();
  await stream.discard(lentTo(unread));
  expect([read.buffer.detached, unread.buffer.detached]).toEqual([true, true]);
});
