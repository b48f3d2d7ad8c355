/**
 * Words that mean the same to someone who looks for an operation. Short on purpose: every group here was checked to
 * help on queries it was not written for. A synonym never weighs as much as the word the caller chose.
 */
import { stemmer } from "stemmer";

const GROUPS: readonly string[] = [
  "picture image photo",
  "movie film",
  "song track",
  "server instance vm droplet",
  "virtualmachine vm instance",
  "mail email",
  "sms text message",
  "phone telephone",
  "login signin authenticate",
  "user member person",
  "company organization business",
  "price cost quote",
  "share stock",
  "money payment",
  "dollar euro pound yen currency",
  "rain snow sunny temperature weather forecast",
  "hot cold temperature weather",
  "car vehicle",
  "flight airline",
  "plane flight",
  "taxi ride",
  "doctor physician provider",
  "medicine drug medication",
  "job vacancy",
  "place location venue",
  "zip postcode postal",
  "define definition",
  "domain whois",
  "leak breach compromise pwn",
  "website site webpage url",
  "dangerous malware phishing unsafe threat",
  "shorten short shortener",
  "file document",
  "meeting event appointment",
  "todo task",
  "ticket issue",
  "repo repository",
  "recipe meal dish",
  "invoice bill",
  "refund reimburse",
  "transcribe transcription transcript",
  "speech voice speak",
  "parcel package shipment",
  "salary payroll wage",
  "picture smaller resize",
  "face facial",
  "ocr recognition",
  "news headline article",
  "calorie nutrition",
  "holiday vacation",
  "translate translation",
  "subscription plan",
  "convert conversion",
  "secret password credential",
  "chart graph plot",
  "map geocode location",
  "team chat channel",
  "channel conversation",
  "react reaction",
];

/** Stem → stems of its synonyms. A Map, so that no word of a query meets a property of Object. */
export const SYNONYMS = readSynonyms();

function readSynonyms(): ReadonlyMap<string, readonly string[]> {
  const synonyms = new Map<string, Set<string>>();
  for (const group of GROUPS) {
    const stems = group.split(" ").map((word) => stemmer(word));
    for (const stem of stems) {
      const others = synonyms.get(stem) ?? new Set();
      for (const other of stems) if (other !== stem) others.add(other);
      synonyms.set(stem, others);
    }
  }
  return new Map([...synonyms].map(([stem, others]) => [stem, [...others]]));
}
