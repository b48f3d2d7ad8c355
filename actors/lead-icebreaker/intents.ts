/** Requests for the first words to one person. */
import type { Intents, IntentReading } from "../../src/runtime/intents.ts";
import { phrase } from "../../src/utterance/words.ts";
import { marketingLine } from "../_shared/marketing/intents.ts";

const ICEBREAKER =
  /\b(?:ice-? ?breakers?|opening (?:lines?|sentences?|messages?|remarks?)|(?:open|start|begin|strike up)(?:ing)? (?:a |the )?(?:conversation|chat|dialogue)|(?:reach(?:ing)? out|first contact|connect on linkedin)|openers?|conversation starters?|cold (?:outreach|e-?mail|message|call|dm|intro\w*)|first (?:message|line)|break(?:ing)? the ice|(?:intro\w*|personali[sz]ed|outreach|networking) (?:messages?|lines?|notes?|e-?mails?|openers?)|connection request|einstiegssatz|eisbrecher|rompehielos|brise-glace)\b/;

export const intents: Intents = {
  cues: ["icebreaker", "linkedin"],
  read(utterance) {
    const line = marketingLine(utterance);
    return line !== undefined && ICEBREAKER.test(utterance.said) ? icebreaker(line) : [];
  },
};

/** Who is addressed: what stands behind the last words that speak of the message itself. */
function icebreaker(line: string): IntentReading[] {
  const found =
    /(?:ice-? ?br[a-z]*er|break(?:ing)? the ice|connection request|opening (?:line|sentence|message|remark)|(?:open|start|begin|strike up)(?:ing)? (?:a |the )?(?:conversation|chat|dialogue)|reach(?:ing)? out|first contact|opener|conversation starter|outreach|e-?mail|message|dm|call|intro\w*|eisbrecher|rompehielos|brise-glace)s?\b(.*)$/i.exec(
      line,
    )?.[1] ?? line;
  let who = found;
  for (let lead = LEAD.exec(who); lead !== null; lead = LEAD.exec(who)) who = who.slice(lead[0].length);
  const [name = "", ...more] = who.split(CONTEXT);
  const context = phrase(more.join(" ").replace(/^(?:context|background)\s*[:=]?/i, ""));
  if (phrase(name) === "") return [];
  return [{ payload: { who: phrase(name), ...(context !== "" && { context }) }, confidence: 0.95 }];
}

const LEAD =
  /^[\s:,]*(?:(?:for|to|with|when|in|of|that i can|which i can|i can|use|send|a|an|my|our|the next|reach(?:ing)? out to|meeting|contact(?:ing)?|approach(?:ing)?|writ(?:e|ing) to|für|para|pour|cold|sales|linkedin|first|e-?mail|message|note|call|dm|someone named|chat|conversation|prospect|lead|who\s*[:=])\b|[:=])[\s:,]*/i;
/** What follows is about us, not about them. */
const CONTEXT =
  /[,;.(?]\s+(?=(?:we|i|our|my|us|who we|context|background|because|since|they|she|he|both|mention\w*)\b)/i;
