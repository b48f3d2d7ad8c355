/** By what is asked for a request is known again: idempotency keys, payments and attempts are bound to it. */
import { hash } from "node:crypto";
import { isInterned } from "../../text/interned.ts";
import { hashedJson } from "../canonical-json.ts";
import type { Run } from "./run.ts";

/** Those of inputs that last. */
const fingerprints = new WeakMap<object, { readonly slug: string; readonly text: string }>();

/** SHA-256 of what is asked for, in hex: equal requests have equal fingerprints, however they were written. */
export function fingerprint({ operation: { slug }, input }: Pick<Run, "operation" | "input">): string {
  const known = fingerprints.get(input as object); // Of what is no object nothing is known.
  if (known?.slug === slug) return known.text;
  const text = hash("sha256", `${slug}\n${hashedJson(input)}`, "hex");
  if (isInterned(input)) fingerprints.set(input as object, { slug, text });
  return text;
}
