/**
 * How well a value that was said fits a slot, 0 to 1, and what would be sent: by the words around the value, by its
 * kind, last by elimination. A slot's name right before the value is the surest sign there is.
 */
import { listOf, objectOf } from "../../text/foreign.ts";
import { isAside, isCredential, type Slot } from "../slots/slots.ts";
import { singular, spellOut } from "../slots/spelled-names.ts";
import type { Wish } from "../words/wish/wish.ts";
import { currencyOf } from "../words/numbers/currencies.ts";
import { kindScore } from "./by-kind.ts";
import { nameScore } from "./by-name.ts";
import { besideOf } from "./beside.ts";
import { isOfOtherForm } from "./kinds/day-score.ts";
import { jointOf } from "./compared.ts";
import { codeOf } from "./kinds/country.ts";
import { isExcluded } from "./excluded.ts";
import { formOf, isWithSign } from "./form.ts";
import { headOf, isOpaque } from "../slots/described.ts";
import { NAMED, OF_KIND } from "./kinds/scores.ts";
import { isEndOfRange, rangeOf } from "./ranges.ts";
import { isOfOtherSide } from "./sides.ts";
import type { Value } from "../words/value.ts";

export interface Fit {
  readonly score: number;
  readonly sent: unknown;
}

/** A description says less surely than a name what a slot takes. */
const BY_DESCRIPTION = 0.85;

export function fitOf(slot: Slot, value: Value, said: Wish): Fit | undefined {
  const word = spellOut(slot.name);
  if (isNoId(slot, word, value) || isOfProperty(word, value, said)) return undefined;
  if (isExcluded(slot, value, said) || isOfOtherSort(word, value) || isOfOtherSide(word, value, said)) return undefined;
  // "the IP 203.0.113.7" names the slot: the name is no value.
  if (value.kind !== "quoted" && value.text.toLowerCase() === word) return undefined;
  // "das Label bug": what kind of thing it is, is not what it is called.
  if (value.kind === "name" && [slot.noun, slot.thing].includes(value.text.toLowerCase())) return undefined;
  // What a machine calls a thing by is no sort of things.
  if (value.kind === "id" && word === "type" && besideOf(value, said).before.at(-1) !== "type") return undefined;
  // Nor is one end of a range the whole.
  if (rangeOf(slot, said.text) !== undefined || isEndOfRange(slot, value)) return undefined;
  // Of two that are compared none is both.
  if (jointOf(slot) !== undefined && !value.text.includes("..")) return undefined;
  const sent = formOf(slot, word, value, said);
  if (sent === undefined) return undefined;
  if (isByTheWay(slot, said.text)) return undefined;
  const named = nameScore(slot, value, said);
  // A password that is said is meant to be sent, a key is the caller's own affair.
  if (isCredential(slot)) return /\bpassword$/.test(word) && named >= NAMED ? { score: named, sent } : undefined;
  if (named > 0 && value.kind === "date" && isOfOtherForm(slot.schema, word, value.text))
    return { score: named - OF_OTHER_FORM, sent };
  // Who is called by an address of mail may be asked for by it; a slot for the address itself goes first.
  if (named > 0)
    return { score: value.kind === "email" && IS_CALLED.test(word) ? Math.min(named, BY_ADDRESS) : named, sent };
  if (value.text.length > 1 && membersOf(slot).includes(value.text)) return { score: OF_KIND, sent };
  if (isAside(slot) && value.kind !== "name") return undefined;
  const kind =
    kindScore(slot, word, value, said) ||
    kindScore(slot, singular(word), value, said) ||
    (isOpaque(slot) ? BY_DESCRIPTION * kindScore(slot, headOf(slot), value, said) : 0);
  // Of several things in one body each has its own: the sender's address is not the receiver's.
  if (kind > 0 && isOthers(slot, said.text.slice(0, value.start))) return undefined;
  return kind > 0 ? { score: kind, sent } : undefined;
}

/** Those of its alternatives as well: "a model by its name, or any other". */
function membersOf({ schema }: Slot): readonly unknown[] {
  const alternatives = [...listOf(schema.anyOf), ...listOf(schema.oneOf)];
  return [schema, ...alternatives].flatMap((one) => listOf(objectOf(one)["enum"]));
}

/** "share the doc with bob@example.com": people and their calendars are called by addresses of mail, and no docs. */
const OF_PEOPLE =
  /\b(?:user|member|person|people|customer|client|contact|account|owner|author|creator|recipient|receiver|sender|subscriber|calendar|mailbox|mail|email|attendee|participant|invitee|guest|assignee|agent|employee|collaborator|lead|profile|identity|principal|grantee|requester|reporter|login|registrant|host|delegate|administrator|admin|target|external|to|from) ids?$/;

const IS_CALLED = /\bids?$|\b(?:user ?name|login|user|customer|member|contact)$/;
const BY_ADDRESS = 0.75;
/** Of "due on" and "due at" a day is the first. */
const OF_OTHER_FORM = 0.02;

const MEASURES: ReadonlySet<Value["kind"]> = new Set([
  "amount",
  "percent",
  "currency",
  "unit",
  "date",
  "point",
  "hashtag",
]);
const OF_AMOUNT: ReadonlySet<Value["kind"]> = new Set(["amount", "percent", "currency", "unit"]);
const OF_DIGEST: ReadonlySet<Value["kind"]> = new Set(["id", "code", "quoted", "word", "number", "repository"]);
const NO_COLOR: ReadonlySet<Value["kind"]> = new Set([
  "id",
  "code",
  "url",
  "email",
  "domain",
  "ip",
  "phone",
  "date",
  "point",
]);
const WORDS: ReadonlySet<Value["kind"]> = new Set(["word", "name", "code", "quoted"]);
const NAMES: ReadonlySet<Value["kind"]> = new Set(["name", "quoted", "word", "code", "hashtag"]);

const NO_ADDRESS: ReadonlySet<Value["kind"]> = new Set(["number", "amount", "date", "id", "code", "email"]);

/** "@nasa" is what somebody is called, and no id that a machine has for him. */
export function isNoId(slot: Slot, word: string, { kind }: Value): boolean {
  return kind === "handle" && /\bids?$/.test(word) && !isWithSign(slot);
}

/** "set my status to …" gives nothing a name, and no channel a topic. */
function isOfProperty(word: string, value: Value, said: Wish): boolean {
  if (!/^(?:name|title|label|topic|purpose)$/.test(word)) return false;
  const changed = besideOf(value, said).changed?.split(" ").at(-1) ?? "";
  return changed !== word && PROPERTY.test(changed);
}

const PROPERTY =
  /^(?:status|topic|purpose|description|bio|location|color|colour|priority|note|notes|comment|password|price|language|timezone|role|state)$/;

/** "A1:C10", "Sheet1!A2:D": cells of a sheet. */
function isOfCells(text: string): boolean {
  return /^(?:[\p{L}\d_]{1,40}!)?[A-Z]{1,3}\d{0,7}:[A-Z]{1,3}\d{0,7}$/u.test(text) && /\d/.test(text);
}

const OF_MOMENT = /\b(?:date|time|day|year|timestamp|created|updated|modified|published|release|start|end|id|upload)/;

/** Whatever stands before it, money is no id, and a name no maximum. */
export function isOfOtherSort(word: string, { kind, text }: Value): boolean {
  if (/\be ?mail(?: address)?$/.test(word)) return !text.includes("@");
  if ((kind === "code" || kind === "name") && /\b(?:uuid|guid)\b/.test(word)) return true;
  if (/\bcolou?r$/.test(word) && NO_COLOR.has(kind)) return !/^#?(?:[\da-f]{3}){1,2}$/i.test(text);
  if (kind === "id" && isOfCells(text)) return !/\b(?:ranges?|cells?|area)\b/.test(word);
  if (kind === "word" && text.length > 3 && /\bcountry$/.test(word)) return codeOf(text) === undefined;
  // What a machine calls a thing by may be a URI, and is no URL.
  if (/\b(?:url|uri)$/.test(word) && NO_ADDRESS.has(kind))
    return kind !== "id" || (/\burl$/.test(word) && !/[./]/.test(text));
  if (kind === "phone" && /^ids?$/.test(word)) return true;
  if (kind === "name" && /\b(?:phone|mobile|fax)(?: number)?$/.test(word)) return true;
  if (kind === "phone" && /\b(?:text|message|body|content|note|comment|title|name|subject)$/.test(word)) return true;
  if (OF_AMOUNT.has(kind) && /\b(?:reason|comment|note|name|title|description|message|text|label)$/.test(word))
    return true;
  // "an invoice of 200 EUR" is none of 200 pieces, and "under 1200 euros" is not how far.
  if (kind === "amount" && /\b(?:qty|quantity|radius|distance|width|height|length|duration|age)\b/.test(word))
    return true;
  if ((kind === "currency" || kind === "code") && /\bcountry\b/.test(word)) return currencyOf(text) !== undefined;
  // "from 2026-03-01" is when, and no least sum.
  if (kind === "date" && /\bat least$|^(?:min|max)(?:imum)? /.test(word)) return !OF_MOMENT.test(word);
  if (kind !== "point" && MEASURES.has(kind)) return /\b(?:ids?|uuid|guid|sid)$/.test(word);
  if (kind === "email" && / ids?$/.test(word) && !OF_PEOPLE.test(word)) return true;
  if (kind === "url" || kind === "email")
    return /\b(?:name|title|label)$/.test(word) && !/\b(?:user|host|login) ?name$/.test(word);
  if (kind === "point") return /\b(?:min|max|address|distance|time|zone|ids?|key)\b/.test(word);
  if (/\b(?:sha ?\d*|md5|hash|checksum|fingerprint)\b/.test(word) && !OF_DIGEST.has(kind)) return true;
  if (WORDS.has(kind) && /\b(?:number|num)$/.test(word)) return !/\d/.test(text);
  // "from London" says no day.
  if (NAMES.has(kind) && /\b(?:date|date time|timestamp)$/.test(word)) return !/\d/.test(text);
  const isNoNumber = NAMES.has(kind) || (kind === "id" && !/^\d+$/.test(text));
  return isNoNumber && /^(?:min|max|minimum|maximum)\b|\b(?:min|max|minimum|maximum|gte?|lte?)$/.test(word);
}

const BY_THE_WAY =
  /\b(footer|header|signature|tracking|watermark|fallback|contact|legend|tooltip|attachments?|links?)\b/;

/** "with the text …" is the text of the mail, and not that of a footer of which nobody spoke. */
function isByTheWay({ path, needed }: Slot, text: string): boolean {
  if (needed || path.length < 3) return false;
  const holder = BY_THE_WAY.exec(path.slice(0, -1).map(spellOut).join(" "))?.[1];
  return holder !== undefined && !text.toLowerCase().includes(holder);
}

function isOthers({ path }: Slot, before: string): boolean {
  const holders = path.slice(0, -1).map(spellOut).join(" ");
  if (/\b(?:b?cc)\b/.test(holders)) return !/\bb?cc\b/i.test(before);
  if (/\b(?:from|sender|reply to|origin|source|shipper|ship from)\b/.test(holders))
    return !/\b(?:from|von|de|desde)\s+(?:\S+\s+){0,2}$/i.test(before);
  return /\b(?:billing|metadata|custom|legacy|previous|original|errors?|exception|warnings?|links)\b/.test(holders);
}
