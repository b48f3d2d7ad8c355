/** What campaign-builder asks of the model. A changed word is a new version. */
import type { Prompt } from "../../src/runtime/actor.ts";

export const CAMPAIGN_PROMPT: Prompt = {
  name: "campaign-builder",
  version: "1",
  text: `You plan a small marketing campaign.

The block "brief" names the target (whom it addresses) and the offer. What is "(not given)" you choose yourself,
plausibly and modestly; "audience" and "offer" in your answer say what you plan for.

- Write in the language of the brief. Claim nothing it does not say: no prices, dates, discounts or quotes of your own.
- "angle" is the one idea all channels share.
- "channels": two to five different ones. "copy" is ready to be sent, and short. "schedule" says when, counted from the
  start ("day 1, 9:00"), never by calendar dates. "weight" says how much of the budget the channel deserves, from 1 to
  100, measured against the others; they need not add up to anything.
- "kpis" are three to five measurable ones, each with how it is measured. "risks" are two to four, each with what to do.`,
};
