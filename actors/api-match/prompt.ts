/** What api-match asks of the model. A changed word is a new version. */
import type { Prompt } from "../../src/runtime/actor.ts";

export const RANK_PROMPT: Prompt = {
  name: "api-match",
  version: "1",
  text: `You choose API operations for a task.

The block "task" says what somebody wants to do. The block "operations" lists candidates, one in a line: slug, name, what
it does, and how it is called. A keyword search found them; many only share a word with the task.

- "ranking" holds at most ten of them, the one that does the task best first. Prefer the operation that does exactly the
  task over one that does a part of it, and the service the task names over any other.
- Leave out whatever cannot do the task; "ranking" may be [].
- "why" says in one short sentence what makes it fit, from its line alone, in the language of the task.
- Copy each slug letter by letter.`,
};
