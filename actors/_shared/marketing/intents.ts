/** Requests for marketing: whether one asks for copy, and to whom it offers what. */
import type { Utterance } from "../../../src/runtime/intents.ts";
import { asksTo } from "../../../src/utterance/deeds.ts";
import { MAX_PROSE } from "../../../src/utterance/utterance.ts";
import { phrase } from "../../../src/utterance/words.ts";

const COPY_WORD =
  /\b(?:copy(?! of\b)|copywriting|slogan|tagline|captions?(?! of\b)|blurb|ad text|werbetext|werbespruch|texto publicitario)\b/;
/** What begins a part of such a request. The first group that matches tells which part. */
const MARKERS =
  /\b(?:(?<target>aimed at|targett?ing|targett?ed (?:at|to)|directed at|geared (?:to|towards?)|tailored (?:to|for)|addressed to|reaching|(?:the )?target(?: audience| group)?(?:\s*[:=]|\s+is)|audience\s*[:=]|zielgruppe\s*[:=]?|dirigid[ao] a)|(?<offer>offering|announc(?:es?|ing)|advertis(?:es?|ing)|promot(?:es?|ing)|introduc(?:es?|ing)|launch(?:es|ing)|pitch(?:es|ing)|about|to (?:sell|promote|announce|advertise|push|launch|introduce)|selling|launch of|(?:the |our )?offer(?:\s*[:=]|\s+is)|product\s*[:=]|über|sobre|pour vendre)|(?<aside>with|using|including|channel\s*[:=]|tone\s*[:=]|budget\s*[:=]|in the style of|via|and (?:a |include ))|(?<for>for|für|para|pour|per)|(?<to>to))(?![\w-])\s*|(?<stop>[,;.]\s+|\s+[-–—]\s+|:\s+|\?|$)/giu;

/** The request on one line; `undefined` where it brings data or speaks of what is there, which is no marketing. */
export function marketingLine(utterance: Utterance): string | undefined {
  const { text, data } = utterance;
  if (isOfWhatIsThere(utterance)) return undefined;
  return data === undefined || data.format === "text"
    ? text.replace(/\s+/g, " ").trim().slice(0, MAX_PROSE)
    : undefined;
}

/** "WinSMS: list the scheduled messages": it is shown, changed or taken away, and nothing is written. */
function isOfWhatIsThere(utterance: Utterance): boolean {
  return asksTo(["show", "change", "end", "resume"], utterance) && !FOR_ONESELF.test(utterance.said);
}
/** "Get me a slogan", "I want to find a slogan": that may be a writer's work. */
const FOR_ONESELF = /^.{0,30}\b(?:i|we|help (?:me|us)|(?:show|get|find|fetch|list|read) (?:me|us))\b/;

export function asksForCopy({ said }: Utterance): boolean {
  return COPY_WORD.test(said);
}

/** Target and offer, as far as the words tell them apart. */
export function partsOf(line: string): { target?: string; offer?: string } {
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
