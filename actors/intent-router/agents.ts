/** Requests of agents about their own tools: an API for a task, a skill to be made, or which actor to take. */
import { MAX_PROSE, phrase, type Proposal, type Rule, type Wish } from "./wish.ts";

const API =
  /\b(?:apis?|endpoints?|web ?services?|sdks?|openapi|rest service|programmatic(?:ally)?|what can i call|(?:which|what) service|graphql|rest (?:call|interface)|http (?:call|request)|(?:api )?catalog(?:ue)? for|tools? (?:for|that|to|which)|schnittstellen?)\b/;
const API_LEAD =
  /^\W*(?:(?:please|can you|could you|i need|i want|i'm looking for|i am looking for|we need|help me)\s+(?:to\s+)?)*(?:(?:find|search|recommend|suggest|show|get|give|list|call|use|match|discover|look(?:ing)? for|which|what|is there|are there|do you (?:have|know)|best|busco|suche|cherche|trouve|encuentra|cerco|finde)\b\s*(?:me|us|with|for|through|in|the|your|hub's|a|an|any|some|best|good|free|public|una?|eine?n?|une?|the catalog(?:ue)?|catalog(?:ue)?)?\s*)*(?:the\s+)?(?:apis?|endpoints?|tools?|catalog(?:ue)?|services?|web services?|schnittstellen?)?\s*(?:can|could|should|would|do|does|exist\w*|are|is|there|i|we|you|one|use|call|available|out there)?\s*(?:can i use|should i use|could i use|i can use|exist|are there|is there|that can|which can)?\s*(?:for|to|that|which|of|with|para|für|pour|per|in order to)?\s+/i;

const SKILL = /\b(?:skills?|skill\.md|skill-forge|fahigkeit|habilidad|competence)\b/;
const SKILL_LEAD =
  /\b(?:skill\.md|skills?(?:\s+(?:file|document|definition))?|fähigkeit|habilidad)\s*(?:that|which|to|for|so that|so|called|:|-|,|um|für|para|pour)?\s*(?:can\s+|will\s+|should\s+)?([^]+)$/iu;
const SKILLED =
  /\b(?:create|make|forge|build|generate|write|craft|teach|need|want|give|design|develop|erstell\w*|bau\w*|crea\w*|cree\w*|agents?)\b/;

const ROUTE = [
  /\b(?:route|dispatch|map|forward|direct|assign|match)\b.{0,40}\b(?:actors?|intents?|request|router)\b[^:]*?(?::|-)\s*([^]+)$/i,
  /\b(?:which|what)\s+(?:(?:one )?of (?:your|the|these)\s+)?actors?\b\s*(?:should|can|could|do|does|would|is|handles?|for|to|i|we|use|used|call|run|best|right|takes?|fits?)*(?:\s+(?:should|can|could|do|does|would|is|handles?|for|to|i|we|use|used|call|run|best|right|takes?|fits?)\b)*\s*([^]+)$/i,
  /\b(?:dispatch|route|send|pass)\b.{0,30}\bactor\b\s*[:,-]?\s*([^]+)$/i,
  /\b(?:pick|choose|select|decide(?: on)?|find)\s+(?:me\s+)?(?:the\s+|an?\s+)?(?:right|best|fitting|suitable)?\s*(?:actor|tool)\b\s*(?:for|to)?\s*[:,-]?\s*([^]+)$/i,
  /\bintent[ -]router\b\s*[:,-]?\s*([^]+)$/i,
];

export const routeAgents: Rule = (wish) => {
  const line = wish.text
    .replace(/\s+/g, " ")
    .replace(/[\u2018\u2019]/g, "'")
    .trim()
    .slice(0, MAX_PROSE);
  return [...apiMatch(wish, line), ...skill(wish, line), ...router(line)];
};

function apiMatch({ said }: Wish, line: string): Proposal[] {
  if (!API.test(said)) return [];
  const rest = phrase(line.replace(API_LEAD, ""));
  // "best payment APIs": what is left may end with the very word.
  const bare = phrase(rest.replace(/(?<!\s)\s+(?:apis?|endpoints?)$/i, ""));
  const q = bare.length >= 3 ? bare : phrase(line);
  const isNamed = /\bapis?\b|\bendpoints?\b|\bschnittstellen?\b/.test(said);
  // "The right tool for" may be an actor as well.
  const confidence = isNamed ? 0.93 : /\btool\b/.test(said) ? 0.55 : 0.85;
  return [{ actor: "api-match", payload: { q }, confidence }];
}

function skill({ said }: Wish, line: string): Proposal[] {
  if (!SKILL.test(said)) return [];
  const job = phrase(SKILL_LEAD.exec(line)?.[1] ?? "") || phrase(line);
  const isMade = /skill\.md|skill-forge|\bagent skill/.test(said) || SKILLED.test(said);
  return [
    {
      actor: "skill-forge",
      payload: { job },
      confidence: isMade || /\b(?:a|the|new) skill\b|skill:/.test(said) ? 0.95 : 0.65,
    },
  ];
}

/** Asked which actor to take, the answer is that actor, where another rule knows it; this one is for the rest. */
function router(line: string): Proposal[] {
  for (const pattern of ROUTE) {
    const q = phrase(pattern.exec(line)?.[1] ?? "");
    if (q !== "") return [{ actor: "intent-router", payload: { q }, confidence: 0.58 }];
  }
  if (!/\bactors?\b/i.test(line)) return [];
  const q = phrase(line.slice(line.indexOf(":") + 1));
  return q === "" ? [] : [{ actor: "intent-router", payload: { q }, confidence: 0.5 }];
}
