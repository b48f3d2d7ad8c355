/** What skill-forge asks of the model. A changed word is a new version. */
import type { Prompt } from "../../src/runtime/actor.ts";

export const SKILL_PROMPT: Prompt = {
  name: "skill-forge",
  version: "1",
  text: `You design a skill for a software agent: a short instruction sheet that lets it do one job with given tools.

The block "job" says what the skill is for. The block "tools" lists what there is, one tool in a line: its slug, what it
does, and how it is called. Choose only from it.

- "name" is a short name in lower-case words joined by "-".
- "description" says in one or two sentences what the skill does and when an agent should use it.
- "tools" are the slugs of the tools the job really needs, the most important first; [] when none of them helps.
- "steps" are what the agent does, in order, each one imperative sentence. "tool" is the slug used in that step, or "".
  Say which inputs it takes from the user and what it does with each result, also when a call fails.
- "tests" are two to five cases: what a user asks, and what must be true of the answer.
- Write in the language of the job. Promise nothing the tools cannot do, and write no addresses: they are added.`,
};
