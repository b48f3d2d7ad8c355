/** A page for a person: plain, readable by any means, without scripts, and framed by nobody. */
import { createHash } from "node:crypto";

/** The colours of the site, in the few rules that a page of one form needs. */
const STYLE = [
  ":root{color-scheme:light dark;font:1rem/1.5 system-ui,sans-serif;",
  "--text:light-dark(#1b1f24,#e6e9ee);--soft:light-dark(#4d5661,#a7b0bc);--ground:light-dark(#fff,#14171b);",
  "--line:light-dark(#cdd4dc,#39414b);--link:light-dark(#0b57b7,#8ab8ff);--on-link:light-dark(#fff,#10151c);",
  "color:var(--text);background:var(--ground)}",
  "main{max-width:36rem;margin:2rem auto;padding:0 1rem}",
  "h1{font-size:1.75rem;line-height:1.2}a{color:var(--link)}",
  "dl{border-block:1px solid var(--line);padding:1rem 0}",
  "dt{color:var(--soft)}dd{margin:0 0 .75rem;overflow-wrap:anywhere}dd:last-child{margin:0}",
  "label{font-weight:600}",
  "button,input{font:inherit;color:inherit;background:var(--ground);padding:.5rem .75rem;max-width:100%;",
  "border:1px solid var(--soft);border-radius:6px;box-sizing:border-box}",
  "input{width:100%}",
  "button{background:var(--link);border-color:var(--link);color:var(--on-link);font-weight:600;cursor:pointer}",
  ":focus-visible{outline:3px solid var(--link);outline-offset:2px}",
  "[role=alert]{border-left:4px solid light-dark(#a11a1a,#ff9c93);padding-left:1rem}",
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
    // With "no-referrer" a browser sends "Origin: null" along with a form, as from a page of somebody else.
    "referrer-policy": "same-origin",
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
