/** Requests for an API that does something. */
import type { Intents, IntentReading, Utterance } from "../../src/runtime/intents.ts";
import { lineOf } from "../../src/utterance/line.ts";
import { phrase } from "../../src/utterance/words.ts";

const API =
  /\b(?:apis?|endpoints?|web ?services?|sdks?|openapi|rest service|programmatic(?:ally)?|what can i call|(?:which|what) service|graphql|rest (?:call|interface)|http (?:call|request)|(?:api )?catalog(?:ue)? for|tools? (?:for|that|to|which)|schnittstellen?)\b/;
const API_LEAD =
  /^\W*(?:(?:please|can you|could you|i need|i want|i'm looking for|i am looking for|we need|help me)\s+(?:to\s+)?)*(?:(?:find|search|recommend|suggest|show|get|give|list|call|use|match|discover|look(?:ing)? for|which|what|is there|are there|do you (?:have|know)|best|busco|suche|cherche|trouve|encuentra|cerco|finde)\b\s*(?:me|us|with|for|through|in|the|your|hub's|a|an|any|some|best|good|free|public|una?|eine?n?|une?|the catalog(?:ue)?|catalog(?:ue)?)?\s*)*(?:the\s+)?(?:apis?|endpoints?|tools?|catalog(?:ue)?|services?|web services?|schnittstellen?)?\s*(?:can|could|should|would|do|does|exist\w*|are|is|there|i|we|you|one|use|call|available|out there)?\s*(?:can i use|should i use|could i use|i can use|exist|are there|is there|that can|which can)?\s*(?:for|to|that|which|of|with|para|für|pour|per|in order to)?\s+/i;

/** Who holds a thing's id wants that thing, and no API to choose. */
function bearsId(line: string): boolean {
  return line.split(" ").some((word) => /^[\p{L}\d-]{8,40}$/u.test(word) && /\d/.test(word) && /\p{L}/u.test(word));
}

export const intents: Intents = { read, otherwise: ({ text }) => ({ q: text.trim().slice(0, 1000) }) };

function read({ said, text }: Utterance): IntentReading[] {
  if (!API.test(said)) return [];
  const line = lineOf(text);
  const rest = phrase(line.replace(API_LEAD, ""));
  // "best payment APIs": what is left may end with the very word.
  const bare = phrase(rest.replace(/(?<!\s)\s+(?:apis?|endpoints?)$/i, ""));
  const q = bare.length >= 3 ? bare : phrase(line);
  const isNamed = /\bapis?\b|\bendpoints?\b|\bschnittstellen?\b/.test(said);
  // "The right tool for" may be an actor as well.
  const confidence = bearsId(line) ? 0.5 : isNamed ? 0.93 : /\btool\b/.test(said) ? 0.55 : 0.85;
  return [{ payload: { q }, confidence }];
}
