/** "Text her" and "mail him" send something, though no operation is called so. */
import { describe, expect, test } from "bun:test";
import { withSendingVerb } from "../../../../src/dynamic-tools/words/paraphrases/sending-verbs.ts";

describe("withSendingVerb()", () => {
  test.each([
    ["text +49 151 2345678 that I am late", "send a text message to +49 151 2345678 saying I am late"],
    ["please sms +4915123456789: running late", "please send an SMS to +4915123456789 saying running late"],
    ["Email ann@example.com saying hi", "send an email to ann@example.com saying hi"],
    ['e-mail ann@example.com "see you at 3"', 'send an email to ann@example.com saying "see you at 3"'],
    ["maile ann@example.com, dass wir da sind", "send an email to ann@example.com saying wir da sind"],
    ["slack #general that lunch is ready", "send a slack message to #general saying lunch is ready"],
    ["dm @ann: hi", "send a direct message to @ann saying hi"],
    ["reply to the tweet 123456 with thanks", "create a reply to the tweet 123456 saying thanks"],
    [
      "comment on issue 5 in octocat/hello-world: looks good",
      "create a comment on issue 5 in octocat/hello-world saying looks good",
    ],
    ["post hello world to slack channel #general", "post a message to slack channel #general saying hello world"],
    ["please say hi all in #random on slack", "please post a message in #random on slack saying hi all"],
    ["schreib guten Morgen in den Kanal #team", "post a message in den Kanal #team saying guten Morgen"],
    ["tweet that we are live", "post a tweet saying we are live"],
    ['tweet "we are live"', 'post a tweet saying "we are live"'],
  ])("%j is %j", (text, plain) => expect(withSendingVerb(text)).toBe(plain));

  test.each([
    "text classification that works",
    "text analysis: positive or negative",
    "message queue that is full",
    "mail ann@example.com the invoice 12",
    "email validation saying why",
    "tweet 123",
    "post a message to #general",
    "send the report to #general",
    "send invoice 5 to the channel #general",
    'post "hi" to #general',
    "post to #general saying hi",
    "send reminders to the channel 5 saying hi",
    "tweets that mention me",
    "slack channels that I am in",
  ])("%j is left as it is", (text) => expect(withSendingVerb(text)).toBe(text));
});
