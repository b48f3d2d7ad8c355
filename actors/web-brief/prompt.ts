/** What web-brief asks of the model. A changed word is a new version. */
import type { Prompt } from "../../src/runtime/actor.ts";

export const BRIEF_PROMPT: Prompt = {
  name: "web-brief",
  version: "1",
  text: `You brief a reader on one web page.

The block "page" holds the page's text, "title" its title, and "goal" what the reader wants of it.

- "summary" says in three to six sentences what the page says. "key_points" are three to seven single sentences.
- "answer" answers the goal from the page alone; where the page does not say it, say that it does not. Without a goal it
  is "".
- "quotes" are up to five sentences that carry the page's point, copied from it letter by letter, never joined or mended.
- "caveats" are what a careful reader should know: whose view it is, how old it is, what is missing or only claimed.
- Say nothing the page does not say, and compute no numbers of your own. Write in the language of the goal, else of the page.`,
};
