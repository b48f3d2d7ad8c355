/** Requests for marketing: an icebreaker for one person, copy for one channel, a campaign over several. */
import { MAX_PROSE, phrase, type Proposal, type Rule } from "./wish.ts";

const ICEBREAKER =
  /\b(?:ice-? ?breakers?|opening (?:lines?|sentences?|messages?|remarks?)|(?:open|start|begin|strike up)(?:ing)? (?:a |the )?(?:conversation|chat|dialogue)|(?:reach(?:ing)? out|first contact|connect on linkedin)|openers?|conversation starters?|cold (?:outreach|e-?mail|message|call|dm|intro\w*)|first (?:message|line)|break(?:ing)? the ice|(?:intro\w*|personali[sz]ed|outreach|networking) (?:messages?|lines?|notes?|e-?mails?|openers?)|connection request|einstiegssatz|eisbrecher|rompehielos|brise-glace)\b/;
const CAMPAIGN =
  /\b(?:campaigns?|go-to-market|gtm (?:plan|strategy)|marketing (?:plan|strategy|push)|media plan|ad strategy|launch plan|(?:promotion|advertising|promotional) (?:plan|strategy)|\w*kampagnen?|campanas?|campagnes?|campagna)\b/;
const COPY_WORD =
  /\b(?:copy|copywriting|slogan|tagline|captions?|blurb|ad text|werbetext|werbespruch|texto publicitario)\b/;
const WRITE =
  /\b(?:write|compose|draft|create|craft|generate|make|need|promo\w*|come up with|prepare|give me|text|copy|post|message|schreib\w*|verfass\w*|erstell\w*|escrib\w+|redacta\w*|redige\w*|ecris|scrivi)\b/;
/** "Google ad for …": the piece is named with what it is for. */
const NAMED_PIECE =
  /\b(?:ads?|adverts?|tweets?|sms|linkedin (?:posts?|updates?|messages?)|push notifications?|newsletters?|marketing e-?mails?|e-?mails?|banner|anzeige|anuncio) (?:for|to|about|promoting|announcing|that|fur|para|pour)\b/;
const CHANNELS: readonly (readonly [channel: string, RegExp])[] = [
  ["linkedin", /\blinked-?in\b/],
  ["sms", /\b(?:sms|text messages?)\b/],
  ["x", /\b(?:tweets?|twitter|x post|post on x|x thread)\b|channel\W+x\b/],
  ["push", /\bpush\b/],
  ["email", /\b(?:e-?mails?|newsletters?|mailing|subject line)\b/],
  ["ad", /\b(?:ads?|adverts?|advertisements?|google ads?|banner|anzeige|anuncio|annonce)\b/],
];

/** What begins a part of such a request. The first group that matches tells which part. */
const MARKERS =
  /\b(?:(?<target>aimed at|targett?ing|targett?ed (?:at|to)|directed at|geared (?:to|towards?)|tailored (?:to|for)|addressed to|reaching|(?:the )?target(?: audience| group)?(?:\s*[:=]|\s+is)|audience\s*[:=]|zielgruppe\s*[:=]?|dirigid[ao] a)|(?<offer>offering|announc(?:es?|ing)|advertis(?:es?|ing)|promot(?:es?|ing)|introduc(?:es?|ing)|launch(?:es|ing)|pitch(?:es|ing)|about|to (?:sell|promote|announce|advertise|push|launch|introduce)|selling|launch of|(?:the |our )?offer(?:\s*[:=]|\s+is)|product\s*[:=]|über|sobre|pour vendre)|(?<aside>with|using|including|channel\s*[:=]|tone\s*[:=]|budget\s*[:=]|in the style of|via|and (?:a |include ))|(?<for>for|für|para|pour|per)|(?<to>to))(?![\w-])\s*|(?<stop>[,;.]\s+|\s+[-–—]\s+|:\s+|\?|$)/giu;

export const routeMarketing: Rule = (wish) => {
  const { said } = wish;
  const line = wish.text.replace(/\s+/g, " ").trim().slice(0, MAX_PROSE);
  if (wish.data !== undefined && wish.data.format !== "text") return [];
  const channel = CHANNELS.find(([, words]) => words.test(said))?.[0];
  const isCopy = COPY_WORD.test(said);
  const proposals: Proposal[] = [];
  if (ICEBREAKER.test(said)) proposals.push(...icebreaker(line));
  if (CAMPAIGN.test(said)) {
    proposals.push({ actor: "campaign-builder", payload: partsOf(line), confidence: isCopy ? 0.8 : 0.94 });
  }
  if (isCopy || (channel !== undefined && (WRITE.test(said) || NAMED_PIECE.test(said)))) {
    const payload = { ...partsOf(line), ...(channel !== undefined && { channel }) };
    proposals.push({ actor: "copy-composer", payload, confidence: isCopy ? 0.93 : 0.9 });
  }
  return proposals;
};

/** Who is addressed: what stands behind the last words that speak of the message itself. */
function icebreaker(line: string): Proposal[] {
  const found =
    /(?:ice-? ?br[a-z]*er|break(?:ing)? the ice|connection request|opening (?:line|sentence|message|remark)|(?:open|start|begin|strike up)(?:ing)? (?:a |the )?(?:conversation|chat|dialogue)|reach(?:ing)? out|first contact|opener|conversation starter|outreach|e-?mail|message|dm|call|intro\w*|eisbrecher|rompehielos|brise-glace)s?\b(.*)$/i.exec(
      line,
    )?.[1] ?? line;
  let who = found;
  for (let lead = LEAD.exec(who); lead !== null; lead = LEAD.exec(who)) who = who.slice(lead[0].length);
  const [name = "", ...more] = who.split(CONTEXT);
  const context = phrase(more.join(" ").replace(/^(?:context|background)\s*[:=]?/i, ""));
  if (phrase(name) === "") return [];
  return [
    { actor: "lead-icebreaker", payload: { who: phrase(name), ...(context !== "" && { context }) }, confidence: 0.95 },
  ];
}

const LEAD =
  /^[\s:,]*(?:(?:for|to|with|when|in|of|that i can|which i can|i can|use|send|a|an|my|our|the next|reach(?:ing)? out to|meeting|contact(?:ing)?|approach(?:ing)?|writ(?:e|ing) to|für|para|pour|cold|sales|linkedin|first|e-?mail|message|note|call|dm|someone named|chat|conversation|prospect|lead|who\s*[:=])\b|[:=])[\s:,]*/i;
/** What follows is about us, not about them. */
const CONTEXT =
  /[,;.(?]\s+(?=(?:we|i|our|my|us|who we|context|background|because|since|they|she|he|both|mention\w*)\b)/i;

/** Target and offer, as far as the words tell them apart. */
function partsOf(line: string): { target?: string; offer?: string } {
  const parts: { kind: string; text: string; stop: string }[] = [];
  let open: { kind: string; from: number } = { kind: "lead", from: 0 };
  for (const marker of line.matchAll(MARKERS)) {
    const kind = Object.entries(marker.groups ?? {}).find(([, value]) => value !== undefined)?.[0] ?? "stop";
    const isWithin = kind === "to" && /\b(?:how|need|want|able|ready|free)\s*$/i.test(line.slice(0, marker.index));
    if (isWithin) continue;
    parts.push({
      kind: open.kind,
      text: phrase(line.slice(open.from, marker.index)),
      stop: kind === "stop" ? marker[0] : "",
    });
    open = { kind, from: marker.index + marker[0].length };
  }
  const filled = parts.filter(({ text }) => text !== "");
  const first = (kind: string) => filled.find((part) => part.kind === kind);
  const audience = first("for");
  // "for restaurants: online ordering" names the offer behind the colon.
  const behindColon = filled[filled.findIndex((part) => part === audience && part.stop.startsWith(":")) + 1];
  const named = audience?.stop.startsWith(":") === true && behindColon?.kind === "stop" ? behindColon.text : undefined;
  const [lead, behindLead] = filled;
  const titled =
    lead?.kind === "lead" && lead.stop.startsWith(":") && behindLead?.kind === "stop" ? behindLead.text : undefined;
  const offer = first("offer")?.text ?? named ?? titled ?? audience?.text;
  const target = first("target")?.text ?? (audience?.text === offer ? undefined : audience?.text) ?? first("to")?.text;
  return { ...(target !== undefined && { target }), ...(offer !== undefined && offer !== target && { offer }) };
}
