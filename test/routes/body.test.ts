import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { isUtf8 } from "node:buffer";
import fc from "fast-check";
import { createBodyReader } from "../../src/routes/http/body.ts";
import { echoActor } from "../support/actors.ts";
import { startHub, type TestHub } from "../support/hub.ts";
import { countTurns, fillTurn } from "../support/turns.ts";

let hub: TestHub;
beforeAll(async () => {
  hub = await startHub({ actors: [echoActor()] });
});
afterAll(() => hub[Symbol.asyncDispose]());

test("chunks that are parts of one buffer are read, and what else stands in that buffer is left alone", async () => {
  const { buffer } = Buffer.alloc(64, "z");
  const bytes = new Uint8Array(buffer, 0, 11);
  bytes.set(Buffer.from('{"q":"one"}'));
  const parts = [bytes.subarray(0, 4), bytes.subarray(4)];
  const body = new ReadableStream({
    pull: (controller) => {
      const part = parts.shift();
      if (part === undefined) controller.close();
      else controller.enqueue(part);
    },
  });
  const request = new Request("http://hub.test/", { method: "POST", body });
  const reader = createBodyReader({ now: () => 0 }, () => "somebody");
  expect(await reader.json(request, 1_000)).toEqual({ q: "one" });
  expect(buffer.byteLength).toBe(64);
});

test.each([
  ["short", 10],
  ["longer", 2_000],
])("a %s body that came with many others is judged in a turn with room", async (_, length) => {
  const reader = createBodyReader({ now: () => 0 }, () => "somebody");
  const body = JSON.stringify({ q: "x".repeat(length) });
  const headers = { "content-length": String(body.length) };
  const reading = reader.json(new Request("http://hub.test/", { method: "POST", body, headers }), 5_000);
  using turns = countTurns();
  fillTurn();
  expect(await reading).toEqual(JSON.parse(body));
  expect(turns.now()).toBeGreaterThan(0);
});

/** The one fault that is as long as what stands for it: three bytes of a character of four. */
const CUT_SHORT = /(?:\xf0[\x90-\xbf]|[\xf1-\xf3][\x80-\xbf]|\xf4[\x80-\x8f])[\x80-\xbf](?![\x80-\xbf])/;

describe.each([
  ["with a length", (bytes: Uint8Array<ArrayBuffer>) => bytes],
  ["in chunks", streamOf],
] as const)("a body %s", (way, sent) => {
  test("is taken where it is UTF-8, and else refused", async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(pieces(), fc.uint8Array({ maxLength: 12 })), async (middle) => {
        const bytes = Uint8Array.from([...Buffer.from('{"q":"x'), ...middle.filter(isPlain), ...Buffer.from('"}')]);
        const isCutShort = way === "with a length" && CUT_SHORT.test(Buffer.from(bytes).toString("latin1"));
        fc.pre(!isCutShort);
        const { status, body } = await post(sent(bytes));
        if (isUtf8(bytes))
          expect([status, body.data?.[0].q]).toEqual([200, JSON.parse(new TextDecoder().decode(bytes)).q]);
        else expect([status, body.detail]).toEqual([400, "The body is not UTF-8."]);
      }),
    );
  }, 30_000); // A hundred requests, whatever else the machine does.

  test("may begin with a byte order mark, and hold the character that stands for a fault", async () => {
    const { status, body } = await post(sent(bytesOf(0xef, 0xbb, 0xbf, ...Buffer.from('{"q":"\ufffd"}'))));
    expect([status, body.data[0].q]).toEqual([200, "\ufffd"]);
    const fault = await post(
      sent(bytesOf(0xef, 0xbb, 0xbf, ...Buffer.from('{"q":"'), 0xff, 0xff, ...Buffer.from('"}'))),
    );
    expect([fault.status, fault.body.detail]).toEqual([400, "The body is not UTF-8."]);
  });
});

test("a text that comes in pieces is the same wherever it is cut", async () => {
  const text = `{"q":"a\u00e4\u20ac\u{1f600}\ufeffz"}`;
  const bytes = Buffer.from(text);
  for (let cut = 0; cut <= bytes.length; cut++) {
    const pieces = [bytes.subarray(0, cut), bytes.subarray(cut)].filter((piece) => piece.length > 0);
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        const piece = pieces.shift();
        if (piece === undefined) controller.close();
        else controller.enqueue(piece);
      },
    });
    const request = new Request("http://hub.test/", { method: "POST", body });
    expect(await createBodyReader({ now: Date.now }, () => "a").json(request, 1000)).toEqual(JSON.parse(text));
  }
});

test("a long answer of a run comes whole, with the headers of a short one", async () => {
  const q = "a\u{1f600}".repeat(150_000);
  const headers = { "content-type": "application/json" };
  const ask = (input: object) =>
    fetch(`${hub.url}/api/v1/genius/actors/echo/run/`, { method: "POST", headers, body: JSON.stringify(input) });
  const [long, short] = [await ask({ q }), await ask({ q: "a" })];
  const { data, items } = await long.json();
  expect([data[0].q === q, items[0].q === q, long.status]).toEqual([true, true, 200]);
  const named = (response: Response) => [...response.headers.keys()].filter((name) => !OF_LENGTH.has(name)).sort();
  expect(named(long)).toEqual(named(short));
});
const OF_LENGTH = new Set(["content-length", "transfer-encoding"]);

test("a fault is refused where it reads like a body that came before", async () => {
  const literal = await post(bytesOf(...Buffer.from('{"q":"\ufffd"}')));
  const fault = await post(bytesOf(...Buffer.from('{"q":"'), 0xff, ...Buffer.from('"}')));
  expect([literal.status, fault.status]).toEqual([200, 400]);
});

test("a character of four bytes that lacks its last is mended, where the body has a length", async () => {
  const { body } = await post(bytesOf(...Buffer.from('{"q":"'), 0xf0, 0x9f, 0x98, ...Buffer.from('"}')));
  expect(body.data[0].q).toBe("\ufffd");
});

/** Sent without a length: that of a `Blob` or of what is there at once would be told. */
function streamOf(bytes: Uint8Array<ArrayBuffer>): ReadableStream<Uint8Array> {
  const pieces = Array.from(bytes, (byte) => Uint8Array.of(byte));
  return new ReadableStream({
    async pull(controller) {
      await Promise.resolve();
      const piece = pieces.shift();
      if (piece === undefined) controller.close();
      else controller.enqueue(piece);
    },
  });
}

/** Whole characters and broken ones, one after another. */
function pieces() {
  const whole = fc.string({ unit: "binary", minLength: 1, maxLength: 1 }).map((text) => [...Buffer.from(text)]);
  const broken = fc.constantFrom([0xc3], [0xe2, 0x82], [0xff], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xf4, 0x90], [0x80]);
  return fc.array(fc.oneof(whole, broken), { maxLength: 6 }).map((parts) => Uint8Array.from(parts.flat()));
}

/** Stands in a JSON string as it is. */
function isPlain(byte: number): boolean {
  return byte >= 0x20 && byte !== 0x22 && byte !== 0x5c;
}

function bytesOf(...bytes: readonly number[]): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(bytes);
}

async function post(body: BodyInit) {
  const headers = { "content-type": "application/json" };
  const response = await fetch(`${hub.url}/api/v1/genius/actors/echo/run/`, { method: "POST", headers, body });
  return { status: response.status, body: await response.json() };
}
