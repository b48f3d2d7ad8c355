/** What news-digest asks of the model. A changed word is a new version. */
import type { Prompt } from "../../src/runtime/actor.ts";

export const DIGEST_PROMPT: Prompt = {
  name: "news-digest",
  version: "1",
  text: `You digest the items of one news feed for a busy reader.

The block "items" lists them, one in a line: its number, title, date, and what the feed says of it. The block "focus" says
what the reader cares about.

- "headline" is one line over all of it. "summary" says in three to six sentences what happened, from the items alone.
- "stories" are the three to eight items that matter most to the focus, the most important first: "item" is the number in
  its line, "why" says in one sentence why it matters. When nothing touches the focus, choose what matters most and say so
  in the summary.
- "themes" are two to five short phrases for what runs through several items.
- Add nothing from memory, guess nothing, compute no numbers. Write in the language of the focus, else of the feed.`,
};
