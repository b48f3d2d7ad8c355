/**
 * What makes one operation likelier to be meant than another that the search found, each a factor of its worth. Each
 * was measured: without it fewer of the labelled wishes come out right, or less clearly so.
 */
import { splitIdentifier } from "../catalog/words.ts";
import { contentStems } from "../catalog/stems.ts";
import type { Candidate, CandidateMatch } from "./candidate-match.ts";
import { type Effect, effectOf, effectOfOperation, isVerb, methodsFor } from "./verbs.ts";

/** What the entry alone tells. */
export const OF_ENTRY: readonly ((of: Candidate) => number)[] = [
  coversQuery,
  isNamedSo,
  isOfHead,
  doesTheVerb,
  isOfBrand,
  isOfEffect,
  isOwn,
  isForEverybody,
  isMild,
  isWellKept,
];

/** What is known once the operation is read and filled in: each at most 1. */
export const OF_CALL: readonly ((of: CandidateMatch) => number)[] = [
  placesValues,
  understands,
  takesWords,
  leavesLittleOpen,
];

/** Whoever asks to be shown something never gets what changes or deletes; whoever changes things, never what deletes. */
export function isAllowed({ entry, said }: Pick<Candidate, "entry" | "said">): boolean {
  const wanted: Effect = effectOf(said.text);
  const does = effectOfOperation(entry);
  if (does === "destroy") return wanted === "delete" || saysIt(entry.name, said.text);
  return does === "read" || wanted !== "read";
}

/** "reset the password": the harsh word itself was said. */
function saysIt(name: string, text: string): boolean {
  const said = new Set(contentStems(text));
  const harsh = contentStems(name).filter((stem) =>
    /^(?:delet|remov|destroi|destroy|termin|purg|wipe|eras|revok|invalid|cancel|deactiv|disabl|reset|clear|unsubscrib|ban|block|archiv|detach|void|drop|uninstal|unpublish)/.test(
      stem,
    ),
  );
  return harsh.length > 0 && harsh.every((stem) => said.has(stem));
}

function coversQuery({ coverage }: Candidate): number {
  return 0.4 + 0.6 * coverage.share;
}

/** How much of the entry's name was said, and little else: "Create a card" before "Create a label on a card". */
function isNamedSo({ entry, coverage }: Candidate): number {
  const { named, asked, both } = coverage.likeness(entry.name);
  return named === 0 ? 1 : 1 + (0.8 * 2 * both) / (named + asked);
}

/** What stands right behind the verb is what is wanted: "the events of a jurisdiction" are events. */
function isOfHead({ entry, said }: Candidate): number {
  const head = contentStems(headOf(said.plain)).filter((stem) => !isVerb(stem));
  if (head.length === 0) return 1;
  const [last = ""] = entry.path
    .split("/")
    .filter((part) => /^[\w.-]*[A-Za-z]/.test(part))
    .slice(-1);
  const target = new Set(contentStems(`${entry.name} ${splitIdentifier(last)}`));
  return 1 + (0.2 * head.filter((stem) => target.has(stem)).length) / head.length;
}

function headOf(plain: string): string {
  const [head = ""] = plain.split(
    /\s(?:of|for|in|on|from|with|to|at|by|near|about|as|that|von|vom|f[uü]r|aus|mit|bei|auf|de|del|da|do|para|en|con|sur|avec|pour|dans|em|no|na|com)\s/iu,
  );
  return head;
}

function isOfBrand({ entry, brands }: Candidate): number {
  return brands.has(entry) ? 1 : 0.25;
}

function placesValues({ placedShare }: CandidateMatch): number {
  return 0.15 + 0.85 * placedShare;
}

function understands({ understood }: CandidateMatch): number {
  return 0.5 + 0.5 * understood;
}

/** "as completed", "in safe mode": who has a field for it is meant. */
function takesWords({ taken }: CandidateMatch): number {
  return taken > 0 ? 1 : 0.87;
}

function leavesLittleOpen({ missing, missingElsewhere }: CandidateMatch): number {
  const inPath = missing.filter((slot) => slot.inPath).length;
  return 0.93 ** Math.min(6, missing.length) * 0.9 ** Math.min(3, inPath) * 0.75 ** Math.min(3, missingElsewhere);
}

function doesTheVerb({ entry, said }: Candidate): number {
  const methods = methodsFor(said.text);
  // Who wants a thing gone is not served by being shown it.
  if (methods[0] === "DELETE" && effectOfOperation(entry) === "read") return 0.3;
  // Who says nothing of a change wants none.
  if (methods[0] === "GET" && effectOfOperation(entry) !== "read") return 0.4;
  if (!methods.includes(entry.method)) return 0.6;
  return methods[0] === "GET" && entry.method !== "GET" ? 0.85 : 1;
}

/** "Update a task" does what "mark the task" asks for; "Add dependencies to a task" changes it otherwise. */
function isOfEffect({ entry, said }: Candidate): number {
  const wanted = effectOf(said.text);
  const named = effectOf(entry.name.replace(/([a-z])([A-Z])/g, "$1 $2"));
  if (wanted === "none" || named === "none") return 1;
  return wanted === named
    ? 1.1
    : wanted === "read" || named === "read" || wanted === "change" || named === "delete"
      ? 0.8
      : 1;
}

/** "my playlists": of the caller, whom the path names so. */
function isOwn({ entry, said }: Candidate): number {
  return /\b(?:my|mine|me|i)\b/i.test(said.text) && /\/(?:me|user|self|mine|owned)(?:\/|$)/.test(entry.path) ? 1.2 : 1;
}

/** Most people may not call what is for administrators, and mean its neighbour for everybody. */
function isForEverybody({ entry, said }: Candidate): number {
  const isForAdministrators = /\badmins?\b|\benterprises?\b/i.test(`${entry.path} ${entry.name}`);
  return isForAdministrators && !/admin|enterprise/i.test(said.text) ? 0.5 : 1;
}

/** Of two that change things the one that can be undone is meant, unless the words say more. */
function isMild({ entry, said }: Candidate): number {
  const harsh =
    /\b(?:terminate|destroy|purge|wipe|erase|force|permanent(?:ly)?|dangerous|cascade|recursive|associated|all|bulk|batch|many|multiple|mass)\b/i;
  const named = `${entry.name} ${entry.path}`.replace(/([a-z])([A-Z])/g, "$1 $2");
  return harsh.test(named) && !harsh.test(said.text) && effectOfOperation(entry) !== "read" ? 0.75 : 1;
}

/** Between equals; what is deprecated counts into it. */
function isWellKept({ entry }: Candidate): number {
  return 1 + 0.2 * entry.quality.score;
}
