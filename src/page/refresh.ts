/** Pages that send their reader on by a meta element instead of a redirect. */
import { clean, type Head } from "./metadata/head.ts";
import type { Element } from "./tree/tree.ts";

/** Longer delays are of pages that are to be read, and load themselves anew. */
const MAX_DELAY_SECONDS = 10;

/** The other address that a page leads to by itself within ten seconds; `undefined` when it stays. */
export function refreshTarget(elements: readonly Element[], head: Head, url: URL): string | undefined {
  const refresh = elements.find(
    (each) => each.attributes.get("http-equiv")?.trim().toLowerCase() === "refresh" && !isWithoutScripts(each),
  );
  const content = clean(refresh?.attributes.get("content") ?? "");
  const delay = content.split(/[;, ]/, 1)[0] ?? "";
  if (!/^[\d.]+$/.test(delay) || !(Number.parseFloat(delay) <= MAX_DELAY_SECONDS)) return undefined;
  const address = content.slice(delay.length).replace(/^[;, ]+/, "");
  const target = head.resolve(unquoted(address.replace(/^url ?= ?/i, "")) || undefined);
  return target === head.resolve(url.href) ? undefined : target;
}

/** It leads readers without scripts elsewhere; the page itself stays. */
function isWithoutScripts({ parent }: Element): boolean {
  return parent !== undefined && (parent.tag === "noscript" || isWithoutScripts(parent));
}

function unquoted(text: string): string {
  const quote = text.charAt(0);
  return quote === '"' || quote === "'" ? (text.slice(1).split(quote, 1)[0] ?? "") : text;
}
