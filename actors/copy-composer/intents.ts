/** Requests for copy for one channel. */
import type { Intents } from "../../src/runtime/intents.ts";
import { asksForCopy, marketingLine, partsOf } from "../_shared/marketing/intents.ts";

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

/** "send an sms to +49…", "text Anna": to deliver a message is another's work than to write one. */
const DELIVER =
  /^\W*(?:please |bitte )?(?:send|text|forward|deliver|dm|call|schick\w*|send\w*|envi\w*|envoy\w*|mand\w*)\b/;
/** Without it an address belongs to somebody who is told of: "create the user Ann with the email …". */
const COMPOSE = /\b(?:write|compose|draft|schreib\w*|verfass\w*|escrib\w+|redacta\w*|redige\w*|ecris|scrivi)\b/;
const ADDRESSEE = /\+\d{3}|\b\d{7,}\b|[\w.-]@[\w-]/;

export const intents: Intents = {
  cues: ["linkedin"],
  read(utterance) {
    const { said } = utterance;
    const isCopy = asksForCopy(utterance);
    if (ADDRESSEE.test(said) && (DELIVER.test(said) || !(isCopy || COMPOSE.test(said)))) return [];
    const line = marketingLine(utterance);
    if (line === undefined) return [];
    const channel = CHANNELS.find(([, words]) => words.test(said))?.[0];
    if (!isCopy && (channel === undefined || !(WRITE.test(said) || NAMED_PIECE.test(said)))) return [];
    const payload = { ...partsOf(line), ...(channel !== undefined && { channel }) };
    return [{ payload, confidence: isCopy ? 0.93 : 0.9 }];
  },
};
