/** Requests about companies, people, places and things: an encyclopedia's entry, or a researched brief. */
import { phrase, type Proposal, type Rule, type Wish } from "./wish.ts";

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

/** Each with the strength of what it says; the name is what the pattern catches. */
const ENTITY: readonly (readonly [RegExp, number])[] = [
  [/\b(?:on|in|from|search|check|ask)\s+wikipedia\s+(?:for|about)\s+([^]+)$/i, 0.9],
  [
    /\b(?:look(?:ing)? up|search(?: for)?|find|check|get|read)\s+(.+?)\s+(?:on|in|at|from)\s+(?:wikipedia|the encyclop(?:a)?edia)\b/i,
    0.92,
  ],
  [
    /\b(?:wikipedia|encyclop(?:a)?edia|wiki)(?:\s+(?:summary|article|entry|page|lookup|facts))?\s*(?:of|for|on|about|:)?\s+([^]+)$/i,
    0.88,
  ],
  [/\bwho\s+((?:\p{Lu}\S*\s+)+)(?:is|was|are|were)\b/u, 0.88],
  [/\bhow\s+(?:old|tall|big|high|large|rich|long|deep)\s+(?:is|was|are)\s+([^]+)$/i, 0.84],
  [/\b(?:who|whom)(?:'s|\s+(?:is|was|are|were))\s+([^]+)$/i, 0.88],
  [/\bwho\s+(?:founded|created|invented|owns|started|runs|leads|discovered|wrote|built|designed)\s+([^]+)$/i, 0.86],
  [
    /\b(?:when|where|how)\s+(?:was|were|is|did|does)\s+(.+?)\s+(?:born|founded|established|created|die|died|located|headquartered|based|live|built|old|tall|high|big|large)\b/i,
    0.86,
  ],
  [
    /\b(?:population|capital|headquarters|founders?|ceo|area|history|bio|biography|life|net worth|currency|inventor|author|date|birthplace|birthday|mayor|president)\s+of\s+([^]+)$/i,
    0.86,
  ],
  [/\b(?:tell me|information|info|facts?|background|know|details|learn)\s+(?:more\s+)?(?:about|on)\s+([^]+)$/i, 0.82],
  [/\b(?:what|which)(?:'s|\s+(?:is|was|are|were))\s+((?:the |a |an )?\p{Lu}.+)$/u, 0.76],
  [/\bWhat(?:'s|\s+(?:is|was|are|were))\s+((?:the |a |an )?\p{Lu}.+)$/u, 0.76],
  [/\b(?:wer|was)\s+(?:ist|war|sind)\s+([^]+)$/i, 0.86],
  [/\b(?:qui\s+(?:est|était|etait|sont)|c'est qui)\s+([^]+)$/iu, 0.86],
  [/(?:\bqui[eé]n(?:es)?\s+(?:es|fue|son|era)|¿?qu[eé]\s+es)\s+([^]+)$/iu, 0.86],
  [/\b(?:chi|cos)(?:'è|\s+(?:è|e|era|fu))\s+([^]+)$/iu, 0.86],
  [/\b(?:quem\s+(?:é|e|foi)|wie\s+is)\s+([^]+)$/iu, 0.84],
  [
    /\b(?:erzähl(?:e)? mir (?:etwas )?(?:über|von)|infos? (?:über|zu)|háblame de|cuéntame sobre|parle-moi de)\s+([^]+)$/iu,
    0.84,
  ],
  [/\b(?:describe|explain|identify)\s+((?:the |a |an )?\p{Lu}.+)$/u, 0.72],
  [
    /^\s*((?:\p{Lu}[\p{L}.'’-]*)(?:\s+(?:(?:of|the|de|da|van|von|der|and|del|la)\s+)*\p{Lu}[\p{L}.'’-]*){0,4})\s*$/u,
    0.5,
  ],
  [/\b(?:look ?up|define)[\s:]+([^]+)$/i, 0.7],
  [/\bwhat(?:'s|\s+(?:is|are))\s+([^]+)$/i, 0.5],
];
const SHORT = 4;
const BRIEF_WORD = /\b(?:research|investigat\w+|due diligence|dossier|intel|intelligence|vetting|swot|assessment)\b/i;
const ENTITY_WORD =
  /\b(?:who|whose|what|which|when|where|year|biograph\w+|bio|born|died?|founded|founder|wiki\w*|company|kind of|history|located|look ?up|facts?|info\w*|definition|meaning|quién|dónde|wer|wo|wann|où|quand|chi|dove)\b/iu;
/** Words that are capitalised because a sentence begins with them. */
const OPENING =
  /^(?:What|Who|Whose|Which|When|Where|Why|How|Is|Are|Was|Were|Do|Does|Did|Can|Could|Please|Tell|Give|Show|Find|Get|Look|Lookup|Search|The|A|An|I|In|On|At|My|Any|Explain|Describe|Wer|Was|Wann|Wo|Qui|Quand|Quién|Dónde)\s+/u;
const KINDS =
  /^(?:the\s+)?(?:company|person|people|city|town|country|place|band|brand|organi[sz]ation|event|product|startup|author|actor|actress|scientist|singer|politician|inventor|philosopher|painter|composer|river|mountain|firma|unternehmen|empresa)\s+(?=["'“]?\p{Lu})/u;

export const routeIntel: Rule = (wish) => {
  // What stands at an address or was brought along is not looked up elsewhere.
  if (wish.urls.some(({ isExplicit }) => isExplicit)) return [];
  const line = lineOf(wish);
  const brief = briefOf(line);
  const entity = entityOf(line);
  return [...(brief === undefined ? [] : [brief]), ...(entity === undefined ? [] : [entity])];
};

function briefOf(line: string): Proposal | undefined {
  for (const [index, pattern] of BRIEF.entries()) {
    const subject = phrase((pattern.exec(line)?.[1] ?? "").split(/[?!]\s/)[0] ?? "");
    if (subject === "") continue;
    const { query, angle } = withoutAngle(subject);
    // "A report on" and "assess" say less than "dossier on".
    const confidence = WEAK_BRIEF.has(index) ? 0.8 : 0.93;
    return { actor: "intel-brief", payload: { query, ...(angle !== undefined && { angle }) }, confidence };
  }
  const name = BRIEF_WORD.test(line) ? properName(line) : undefined;
  return name === undefined ? undefined : { actor: "intel-brief", payload: { query: name }, confidence: 0.75 };
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

function entityOf(line: string): Proposal | undefined {
  for (const [pattern, confidence] of ENTITY) {
    const query = nameOf(pattern.exec(line)?.[1] ?? "");
    if (query !== "") return { actor: "intel-entity", payload: { query }, confidence };
  }
  const words = line.split(" ").length;
  const name = properName(line);
  if (name === undefined || (words > SHORT && !ENTITY_WORD.test(line))) return undefined;
  return { actor: "intel-entity", payload: { query: name }, confidence: ENTITY_WORD.test(line) ? 0.6 : 0.35 };
}

/** The longest run of capitalised words, without the one that only begins the sentence. */
function properName(line: string): string | undefined {
  const runs = line.matchAll(
    /\p{Lu}[\p{L}\p{N}.'’&-]*(?:\s+(?:(?:of|the|de|da|van|von|der|del|la)\s+){0,2}\p{Lu}[\p{L}\p{N}.'’&-]*)*/gu,
  );
  const names = [...runs]
    .map(([run]) => phrase(run.replace(/'s$/, "").replace(OPENING, "")))
    .filter(
      (name) => name.length > 1 && /^\p{Lu}/u.test(name) && !/^(?:I'?m?|I've|TL;?DR|API|CSV|JSON|XML|URL)$/.test(name),
    );
  return names.toSorted((a, b) => b.length - a.length)[0];
}

/** "the architect Zaha Hadid?" → "Zaha Hadid"; "the Eiffel Tower" → "Eiffel Tower". */
function nameOf(found: string): string {
  const name = phrase(found.split(/[?!;\n]|\.\s/)[0] ?? "");
  return phrase(
    name.replace(KINDS, "").replace(/^(?:the|a|an|der|die|das|el|la|le|les|los|las)\s+(?=\p{Lu})/u, ""),
  ).slice(0, 200);
}

/** The request on one line, with what it quotes. */
function lineOf({ data, text, prose }: Wish): string {
  return (data?.format === "text" || data === undefined ? text : prose)
    .replace(/\s+/g, " ")
    .replace(/[\u2018\u2019]/g, "'");
}
