/** Requests about an address: read it, or brief on it. */
import type { Intents, Utterance, UtteranceUrl } from "../../../src/runtime/intents.ts";
import { asksForDeed, beginsWith } from "../../../src/utterance/deeds.ts";
import { phrase } from "../../../src/utterance/words.ts";

const EXTRACT =
  /\b(?:extract\w*|scrap\w+|crawl\w*|fetch\w*|download\w*|text|contents?|links?|markdown|title|html|parse|raw|body|headings?|metadata|author|extra[ie]\w*|extrae|contenu|inhalt)\b/;
const BRIEF =
  /\b(?:summar\w+|tl;?dr|brief\w*|key (?:points?|takeaways?|facts)|takeaways?|gist|(?:main|key|important) (?:points?|ideas?|arguments?|findings|messages?|claims)|findings|bullet points?|conclusions?|in a nutshell|in plain (?:words|english)|eli5|short version|recap|outline|highlights|boil\w*|review|what matters|digest|explain\w*|analy[sz]e|overview|fasse|zusammen\w*|zusammenfass\w*|resum\w+|riassum\w+|samenvat\w+)\b/;
const ASKS =
  /\b(?:say|says|tell me|find out|answer|mentions?|according to|why|how many|how much|which|whether|does it|is there)\b/;

/** What is wanted of a site that its text does not tell. */
const OTHER =
  /\b(?:qr|screenshots?|thumbnails?|favicon|ip|dns|whois|ssl|tls|certificates?|uptime|ping|page ?speed|lighthouse|seo|backlinks?|malware|virus|phishing|traffic|page ?rank|short(?:er)? (?:url|link)|redirects?|http headers?|status code|carbon footprint|accessibility|bildschirmfoto|captura de pantalla|capture d'ecran|kurzlink|(?:still|noch|aun|encore|ainda) (?:available|free|taken|registered|frei|verfugbar|vergeben|disponible|libre|disponivel|livre)|merge|combine|(?:to|into|as)(?: an?)? (?:pdfs?|png|jpe?g|docx?|epub|mp[34]|gif))\b/;

/** "What is <address> about?", with the address taken out. */
const IS_ABOUT = /\bwhat(?:'s| is| are)\b.{0,60}\babout\b\W*$/;

const GOALS = [
  /\b(?:focus(?:s?ed|s?ing|es)?(?: mainly| only)? on|with (?:a |the )?focus on|goal:|paying attention to|with regard to|regarding|concerning)\s+([^]+)$/i,
  /\b(?:say|says|said|states?|mentions?|writes?)\s+(?:about|on|regarding)\s+([^]+)$/i,
  /\b(?:and|then|to|please)\s+(?:tell me|find out|answer(?: me)?|explain|check|figure out|see|learn)[\s:,]+([^]+)$/i,
  /\b(?:tell me|find out|figure out|i want to know)\s+(?!about\b|what (?:it|this|that|the page) (?:says|is about))(.+?)(?:\s+(?:from|on|in|at|according to|using|based on)\s*)?$/i,
];

// A domain alone may be the name of a company, so that other readings come first.
const weightOf = ({ isExplicit }: UtteranceUrl): number => (isExplicit ? 1 : 0.9);

export const extraction: Intents = {
  cues: ["extract", "scrape"],
  read(utterance) {
    const {
      urls: [url],
      said,
    } = utterance;
    if (url === undefined || isForAnother(utterance)) return [];
    return [{ payload: { url: url.href }, confidence: weightOf(url) * (EXTRACT.test(said) ? 0.9 : 0.8) }];
  },
};

export const briefing: Intents = {
  cues: ["summarize", "summarise", "summary", "digest"],
  read(utterance) {
    const { said } = utterance;
    const [url] = utterance.urls;
    if (url === undefined || isForAnother(utterance)) return [];
    const isBrief = BRIEF.test(said) || IS_ABOUT.test(said);
    const goal = goalOf(utterance, isBrief);
    const strength = isBrief ? 0.94 : goal === undefined ? 0.5 : EXTRACT.test(said) ? 0.86 : 0.88;
    const payload = { url: url.href, ...(goal !== undefined && { goal }) };
    return [{ payload, confidence: weightOf(url) * strength }];
  },
};

/** What the caller wants to know of the page; a bare wish for a summary has no goal. */
function goalOf({ prose, said }: Utterance, isBrief: boolean): string | undefined {
  const line = prose.replace(/\s+/g, " ");
  for (const pattern of GOALS) {
    const goal = phrase(pattern.exec(line)?.[1] ?? "");
    if (goal !== "") return goal;
  }
  const isQuestion = !isBrief && /\?\s*$/.test(prose) && ASKS.test(said);
  return isQuestion ? phrase(line) : undefined;
}

/**
 * Something is wanted of an address that is not to read its page: it is put somewhere, something is made of it or changed
 * to it, or it is one of the fields that are told.
 */
function isForAnother(utterance: Utterance): boolean {
  const { text, said, words, urls } = utterance;
  if (asksForDeed(utterance) || beginsWith(["change", "place"], words) || OTHER.test(said) || AS_FIELD.test(text))
    return true;
  if (BRIEF.test(said) || EXTRACT.test(said) || goalOf(utterance, false) !== undefined) return false;
  return beginsWith(["make"], words) || (urls[0]?.isExplicit === false && AS_SERVICE.test(text));
}

/** "setlist.fm: concerts of Radiohead": a domain before what is wanted is whose service it is. */
const AS_SERVICE = /^\s{0,3}(?:(?:in|on|at|auf|bei|en|sur|em)\s)?[\w-]{1,60}(?:\.[\w-]{1,60}){1,3}:?\s\S+\s\S/i;
/** "title Lego, priority 2, link https://…". */
const AS_FIELD =
  /[,;]\s(?:and\s)?(?:the\s)?(?:link|url|website|homepage|image|photo|picture|logo|avatar|webhook|callback|redirect)(?:\surl)?(?:\sto|:)?\shttps?:\/\//i;
