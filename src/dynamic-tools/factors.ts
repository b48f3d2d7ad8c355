/**
 * What makes one operation likelier to be meant than another that the search found, each a factor of its worth. Each
 * was measured: without it fewer of the labelled wishes come out right, or less clearly so.
 */
import { contentStems } from "../catalog/stems.ts";
import type { Heard, Trial } from "./trial.ts";
import { methodsFor } from "./verbs.ts";

/** What the entry alone tells. */
export const OF_ENTRY: readonly ((of: Heard) => number)[] = [
  speaksOfIt,
  isNamedSo,
  doesTheVerb,
  isOwn,
  isForEverybody,
  isWellKept,
];

/** What is known once the operation is read and filled in: each at most 1. */
export const OF_CALL: readonly ((of: Trial) => number)[] = [placesValues, leavesLittleOpen];

function speaksOfIt({ words }: Heard): number {
  return 0.5 + 0.5 * words.share;
}

/** How much of the entry's name was asked for, and little else: "Create a card" before "Create a label on a card". */
function isNamedSo({ entry, said }: Heard): number {
  const asked = new Set(contentStems(said.plain));
  const own = new Set(contentStems(entry.name));
  const same = [...own].filter((stem) => asked.has(stem)).length;
  return own.size === 0 ? 1 : 1 + (0.5 * 2 * same) / (own.size + asked.size);
}

function placesValues({ placedShare }: Trial): number {
  return 0.3 + 0.7 * placedShare;
}

function leavesLittleOpen({ open, openElsewhere }: Trial): number {
  return 0.93 ** Math.min(6, open + openElsewhere);
}

function doesTheVerb({ entry, said }: Heard): number {
  const methods = methodsFor(said.text);
  if (!methods.includes(entry.method)) return 0.6;
  return methods[0] === "GET" && entry.method !== "GET" ? 0.8 : 1;
}

/** "my playlists": of the caller, whom the path names so. */
function isOwn({ entry, said }: Heard): number {
  return /\b(?:my|mine|me|i)\b/i.test(said.text) && /\/(?:me|user|self|mine|owned)(?:\/|$)/.test(entry.path) ? 1.2 : 1;
}

/** Most people may not call what is for administrators, and mean its neighbour for everybody. */
function isForEverybody({ entry, said }: Heard): number {
  const isForAdministrators = /\badmin\b|\benterprises?\b/i.test(`${entry.path} ${entry.name}`);
  return isForAdministrators && !/admin|enterprise/i.test(said.text) ? 0.6 : 1;
}

/** Between equals; what is deprecated counts into it. */
function isWellKept({ entry }: Heard): number {
  return 1 + 0.2 * entry.quality.score;
}
