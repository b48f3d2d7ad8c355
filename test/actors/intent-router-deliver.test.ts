import { expect, test } from "bun:test";
import { intents } from "../../actors/copy-composer/intents.ts";
import { readUtterance } from "../../src/utterance/utterance.ts";

test.each(["send an sms to +4915112345678", "send an email to kim@example.com saying hi", "schick eine SMS an +49151"])(
  "%s is not answered with an actor that only writes",
  (text) => expect(intents.read(readUtterance(text))).toEqual([]),
);

test("a message that is to be written is still written", () => {
  expect(intents.read(readUtterance("write an sms for our summer sale"))).not.toEqual([]);
});
