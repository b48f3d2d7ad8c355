/** Requests for a skill of an agent. */
import type { Intents, IntentReading, Utterance } from "../../src/runtime/intents.ts";
import { lineOf } from "../../src/utterance/line.ts";
import { phrase } from "../../src/utterance/words.ts";

const SKILL = /\b(?:skills?|skill\.md|skill-forge|fahigkeit|habilidad|competence)\b/;
const SKILL_LEAD =
  /\b(?:skill\.md|skills?(?:\s+(?:file|document|definition))?|fähigkeit|habilidad)\s*(?:that|which|to|for|so that|so|called|:|-|,|um|für|para|pour)?\s*(?:can\s+|will\s+|should\s+)?([^]+)$/iu;
const SKILLED =
  /\b(?:create|make|forge|build|generate|write|craft|teach|need|want|give|design|develop|erstell\w*|bau\w*|crea\w*|cree\w*|agents?)\b/;

export const intents: Intents = { read };

function read({ said, text }: Utterance): IntentReading[] {
  if (!SKILL.test(said)) return [];
  const line = lineOf(text);
  const job = phrase(SKILL_LEAD.exec(line)?.[1] ?? "") || phrase(line);
  const isMade = /skill\.md|skill-forge|\bagent skill/.test(said) || SKILLED.test(said);
  return [
    {
      payload: { job },
      confidence: isMade || /\b(?:a|the|new) skill\b|skill:/.test(said) ? 0.95 : 0.65,
    },
  ];
}
