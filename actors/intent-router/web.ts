/** Requests about an address: read it, brief on it, or say which category it belongs to. */
import { phrase, type Proposal, type Rule, type Wish } from "./wish.ts";

const EXTRACT =
  /\b(?:extract\w*|scrap\w+|crawl\w*|fetch\w*|download\w*|text|contents?|links?|markdown|title|html|parse|raw|body|headings?|metadata|author|extra[ie]\w*|extrae|contenu|inhalt)\b/;
const BRIEF =
  /\b(?:summar\w+|tl;?dr|brief\w*|key (?:points?|takeaways?|facts)|takeaways?|gist|(?:main|key|important) (?:points?|ideas?|arguments?|findings|messages?|claims)|findings|bullet points?|conclusions?|in a nutshell|in plain (?:words|english)|eli5|short version|recap|outline|highlights|boil\w*|review|what matters|digest|explain\w*|analy[sz]e|overview|fasse|zusammen\w*|zusammenfass\w*|resum\w+|riassum\w+|samenvat\w+)\b/;
const ASKS =
  /\b(?:say|says|tell me|find out|answer|mentions?|according to|why|how many|how much|which|whether|does it|is there)\b/;
const CLASSIFY =
  /\b(?:categor\w+|classif\w+|kategor\w+|taxonomy|what (?:kind|type|sort) of (?:api|service|site|provider)|klassifizier\w*|einordnen|which section|clasific\w+|classe[rz]?)\b/;
const SLUG_NAMED = /\bslug\b[\s:="'`]*([a-z0-9]+(?:-+[a-z0-9]+)+)/i;
const SLUG_ALONE = /(?<![\w/.-])([a-z0-9]+(?:-[a-z0-9]+)*--[a-z0-9]+(?:-[a-z0-9]+)*)(?![\w/.-])/i;

/** "What is <address> about?", with the address taken out. */
const IS_ABOUT = /\bwhat(?:'s| is| are)\b.{0,60}\babout\b\W*$/;

const GOALS = [
  /\b(?:focus(?:s?ed|s?ing|es)?(?: mainly| only)? on|with (?:a |the )?focus on|goal:|paying attention to|with regard to|regarding|concerning)\s+([^]+)$/i,
  /\b(?:say|says|said|states?|mentions?|writes?)\s+(?:about|on|regarding)\s+([^]+)$/i,
  /\b(?:and|then|to|please)\s+(?:tell me|find out|answer(?: me)?|explain|check|figure out|see|learn)[\s:,]+([^]+)$/i,
  /\b(?:tell me|find out|figure out|i want to know)\s+(?!about\b|what (?:it|this|that|the page) (?:says|is about))(.+?)(?:\s+(?:from|on|in|at|according to|using|based on)\s*)?$/i,
];

export const routeWeb: Rule = (wish) => {
  const isClassify = CLASSIFY.test(wish.said);
  const slug = slugOf(wish);
  const [url] = wish.urls;
  const proposals: Proposal[] = [];
  if (isClassify && slug !== undefined) {
    proposals.push({ actor: "catalog-classify", payload: { slug }, confidence: 0.96 });
  }
  if (url === undefined) return proposals;
  const { href } = url;
  if (isClassify) proposals.push({ actor: "catalog-classify", payload: { url: href }, confidence: 0.95 });
  // A domain alone may be the name of a company, so that other rules come first.
  const weight = url.isExplicit ? 1 : 0.9;
  const isBrief = BRIEF.test(wish.said) || IS_ABOUT.test(wish.said);
  const isExtract = EXTRACT.test(wish.said);
  const goal = goalOf(wish, isBrief);
  proposals.push(
    { actor: "web-extract", payload: { url: href }, confidence: weight * (isExtract ? 0.9 : 0.8) },
    {
      actor: "web-brief",
      payload: { url: href, ...(goal !== undefined && { goal }) },
      confidence: weight * (isBrief ? 0.94 : goal === undefined ? 0.5 : isExtract ? 0.86 : 0.88),
    },
  );
  return proposals;
};

function slugOf({ text }: Wish): string | undefined {
  return (SLUG_NAMED.exec(text) ?? SLUG_ALONE.exec(text))?.[1]?.toLowerCase();
}

/** What the caller wants to know of the page; a bare wish for a summary has no goal. */
function goalOf({ prose, said }: Wish, isBrief: boolean): string | undefined {
  const line = prose.replace(/\s+/g, " ");
  for (const pattern of GOALS) {
    const goal = phrase(pattern.exec(line)?.[1] ?? "");
    if (goal !== "") return goal;
  }
  const isQuestion = !isBrief && /\?\s*$/.test(prose) && ASKS.test(said);
  return isQuestion ? phrase(line) : undefined;
}
