/** What intent-router asks of the model. A changed word is a new version. */
import type { Prompt } from "../../src/runtime/actor.ts";

export const ROUTE_PROMPT: Prompt = {
  name: "intent-router",
  version: "2",
  text: `You decide which tool answers a request, and with what input.

The block "request" holds the request. The block "actors" lists the tools, one in a line: slug, what it does, and the JSON
Schema of its input. One may be marked "otherwise". The block "guesses" holds what keyword rules make of the request; they may be wrong.

- "routes" holds one to three, the best first, each tool once.
- "payload" is the input for that tool as the text of one JSON object that fits its schema. Take every value from the
  request itself; leave out optional fields the request says nothing about. Data, addresses and names are copied
  unchanged. Places are given by their coordinates where the schema asks for them.
- "confidence" is from 0 to 1.
- When no tool does it, choose the one marked "otherwise", with the request as its text.`,
};
