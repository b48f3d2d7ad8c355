/** What one answer says is not said by the next, however little of it is set anew. */
import { expect, test } from "bun:test";
import fc from "fast-check";
import { headersWriter } from "../../src/routes/http/answer-headers.ts";

const name = fc.constantFrom("age", "etag", "x-charge-xrp", "x-request-id", "payment-required", "constructor");
const value = fc.oneof(fc.constantFrom("", "a", "b, c", "private, no-store"), fc.nat(3));
const headers = fc.dictionary(name, value, { noNullPrototype: true });

test("each answer has its own headers and none of the answers before it", () => {
  fc.assert(
    fc.property(fc.array(headers), (all) => {
      const write = headersWriter();
      const answers = all.map((each) => new Response(null, { headers: write(each) }));
      const told = answers.map((answer) => Object.fromEntries(answer.headers));
      expect(told).toEqual(all.map((each) => Object.fromEntries(new Headers(each as Record<string, string>))));
    }),
  );
});

test("a value that no header can have is refused each time, and leaves nothing to later answers", () => {
  const write = headersWriter();
  const ended = { age: 1, etag: '"a"\r\nx: y', "x-charge-xrp": "0" };
  expect(() => write(ended)).toThrow(TypeError);
  expect(() => write(ended)).toThrow(TypeError);
  expect(Object.fromEntries(write({ etag: '"b"' }))).toEqual({ etag: '"b"' });
});
