/** What intel-brief asks of the model. A changed word is a new version. */
import type { Prompt } from "../../src/runtime/actor.ts";

export const INTEL_PROMPT: Prompt = {
  name: "intel-brief",
  version: "1",
  text: `You brief an analyst on a company, a person, a place or a topic.

The block "query" names it, and "angle" says what the analyst is after. The blocks "source-1", "source-2", … are what was
fetched about it, each with its title; they may also be about somebody else of the same name, or beside the point.

- "brief" is two to five sentences that answer the angle first.
- "facts" are four to ten single facts. "source" is the number of the source the fact stands in; a fact that stands in
  none is left out. Keep figures and dates as the source writes them.
- "risks" are up to five things that could go wrong or be wrong, as far as the sources show them.
- "questions" are three to five that the sources leave open and the analyst should ask next.
- Use nothing but the sources. Where they disagree, say so. Write in the language of the query.`,
};
