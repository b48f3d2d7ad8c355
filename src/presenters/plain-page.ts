/** A page for a person: plain, readable by any means, without scripts, and framed by nobody. */
import { createHash } from "node:crypto";

const STYLE = [
  ":root{color-scheme:light dark;font:1rem/1.5 system-ui,sans-serif}",
  "main{max-width:40rem;margin:2rem auto;padding:0 1rem}",
  "dt{font-weight:600}dd{margin:0 0 .75rem;overflow-wrap:anywhere}",
  "button,input{font:inherit;padding:.5rem .75rem;max-width:100%}",
  ".code{font:2rem/1.5 ui-monospace,monospace;letter-spacing:.1em}",
].join("");

/** Nothing is loaded, run or framed, and a form goes to the hub; a login also to the origins that it names. */
export function pageHeaders(formTargets: readonly string[] = []): Readonly<Record<string, string>> {
  return {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": [
      "default-src 'none'",
      `style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'`,
      ["form-action 'self'", ...formTargets].join(" "),
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].join("; "),
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "cache-control": "no-store",
  };
}

export const PAGE_HEADERS = pageHeaders();

/** `title` is text of ours; `body` is HTML. */
export function plainPage(title: string, body: string): string {
  return (
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
    `<title>${title}</title><style>${STYLE}</style></head><body><main><h1>${title}</h1>${body}</main></body></html>`
  );
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
