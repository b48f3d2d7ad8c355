/** What is asked of the model about a draft. A changed word is a new version. */
import type { Prompt } from "../runtime/llm.ts";

export const REFINE_PROMPT: Prompt = {
  name: "dynamic-tool",
  version: "1",
  text: `You choose the one API operation that does what somebody wishes, and fill in what the wish already says.

The block "wish" holds the wish. The block "operations" lists candidates: slug, method and path, name, and below it each
parameter with its place ("params" or "body"), its name and its type; "!" marks those that a call needs.

- "slug": the operation that does exactly the wish, copied letter by letter. Prefer the service the wish names.
- "values": only what the wish itself says, in the form the parameter takes: a place where coordinates are wanted is its
  latitude and longitude. Copy "place" and "name" as they are listed; "value" is always text. What the wish leaves open is
  left out; never make up an id, a key or a token. It may be [].`,
};
