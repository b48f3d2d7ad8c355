/** Requests for a researched brief on a company, a person, a place or a thing. */
import type { Intents, IntentReading } from "../../src/runtime/intents.ts";
import { phrase } from "../../src/utterance/words.ts";
import { lineOf, properName } from "../_shared/intel/names.ts";

const BRIEF = [
  /\b(?:intel(?:ligence)?|research|investment|company|market|background|competitive|executive|strategic|sourced)[ -](?:brief(?:ing)?|report|dossier|memo|analysis|profile)\b(?:\s+(?:on|about|of|for|into|regarding))?[\s:]+([^]+)$/i,
  /\b(?:(?:competitive|market|business|company)\s+)?intel(?:ligence)?\s+(?:on|about|regarding|into)\s+([^]+)$/i,
  /\b(?:dossier|due diligence|competitor analysis|swot(?: analysis)?|deep[ -]dive|risk assessment|market research|background check)\s*(?:on|about|of|for|into|regarding|:)\s*([^]+)$/i,
  /\b(?:brief me|prepare a brief(?:ing)?|write a brief(?:ing)?|give me a brief(?:ing)?|(?:a )?brief(?:ing)?)\s+(?:on|about|regarding)\s+([^]+)$/i,
  /\b(?:in[ -]depth|thorough|detailed|deep)\s+(?:research|analysis|look|investigation|report|study)\s+(?:on|of|at|into|about)\s+([^]+)$/i,
  /\b(?:risks?|threats|opportunities|competitors|competitive position|market position|landscape)\s+(?:of|for|facing|at|around)\s+([^]+)$/i,
  /\b(?:reports?|analysis|memo|study)\s+(?:on|of|about)\s+(?=\p{Lu})([^]+)$/u,
  /\b(?:research|investigate|assess|analy[sz]e|evaluate|vet)\s+(?:the\s+)?(?:risks?\s+(?:of|with|around)\s+)?(?!them\b|it\b|him\b|her\b|this\b|these\b)([^]+)$/i,
  /\b(?:dossier (?:über|zu)|informe sobre|rapport sur|recherche zu|analyse von|analiza)\s+([^]+)$/iu,
];
const WEAK_BRIEF = new Set([6, 7]);
const ANGLE = [
  /[\s,;(-]*\b(?:with (?:an? |the )?(?:angle|focus|emphasis) (?:on|of)|angle(?: on)?\s*:?|focus(?:s?ing)? on|from (?:an? |the )?(?=.*\b(?:perspective|angle|point of view|standpoint)\b)|emphasi[sz]ing|especially|in terms of|regarding its|through the lens of)\s*([^]+)$/i,
  /\s*[:–—]\s+([^]+)$/,
];

const BRIEF_WORD = /\b(?:research|investigat\w+|due diligence|dossier|intel|intelligence|vetting|swot|assessment)\b/i;

export const intents: Intents = {
  cues: ["dossier", "diligence"],
  read(utterance) {
    const line = lineOf(utterance);
    const reading = line === undefined ? undefined : briefOf(line);
    return reading === undefined ? [] : [reading];
  },
};

function briefOf(line: string): IntentReading | undefined {
  for (const [index, pattern] of BRIEF.entries()) {
    const subject = phrase((pattern.exec(line)?.[1] ?? "").split(/[?!]\s/)[0] ?? "");
    if (subject === "") continue;
    const { query, angle } = withoutAngle(subject);
    // "A report on" and "assess" say less than "dossier on".
    const confidence = WEAK_BRIEF.has(index) ? 0.8 : 0.93;
    return { payload: { query, ...(angle !== undefined && { angle }) }, confidence };
  }
  const name = BRIEF_WORD.test(line) ? properName(line) : undefined;
  return name === undefined ? undefined : { payload: { query: name }, confidence: 0.75 };
}

function withoutAngle(subject: string): { query: string; angle?: string } {
  for (const pattern of ANGLE) {
    const found = pattern.exec(subject);
    const query = phrase(subject.slice(0, found?.index));
    const angle = phrase(found?.[1] ?? "");
    if (found !== null && query !== "" && angle !== "") return { query, angle };
  }
  return { query: subject };
}
