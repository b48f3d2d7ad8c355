/** The shell of every page of the hub: its head, its way about, and the rules a browser holds it to. */
import { type Child, html } from "./html.ts";

export interface PageFacts {
  readonly title: string;
  readonly description: string;
  readonly body: Child;
  /** Addresses of what the page loads, all of the hub's own. */
  readonly styles: readonly string[];
  readonly scripts: readonly string[];
  /** Whether there is a page for the operator. */
  readonly hasOperator: boolean;
}

/** Nothing is loaded from elsewhere, run inline or framed, and no form goes elsewhere. */
export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  "content-security-policy": [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; "),
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
};

/** Where people go, and where programs do. */
const WAYS = [
  ["/actors", "Actors"],
  ["/docs", "Reference"],
  ["/pay", "Pay"],
  ["/usage", "Usage"],
  ["/connections", "Connections"],
] as const;
const DOCUMENTS = [
  ["/openapi.json", "OpenAPI"],
  ["/llms.txt", "llms.txt"],
  ["/skills/index.json", "Skills"],
] as const;
const OPERATOR = ["/operator", "Operator"] as const;

/** The whole document. */
export function page({ title, description, body, styles, scripts, hasOperator }: PageFacts): string {
  const documents = hasOperator ? [...DOCUMENTS, OPERATOR] : DOCUMENTS;
  const whole = html`<html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <title>${title} · Agent API Hub</title>
      <link rel="icon" href="data:," />
      <meta name="description" content="${description}" />
      <link
        rel="alternate"
        type="application/feed+json"
        title="Recently updated APIs"
        href="/api/v1/agent/feed.json/"
      />
      ${styles.map((address) => html`<link rel="stylesheet" href="${address}" />`)}
      ${scripts.map((address) => html`<script type="module" src="${address}"></script>`)}
    </head>
    <body>
      <a class="skip" href="#main">To the content</a>
      <header>
        <a class="name" href="/">Agent API Hub</a>
        <nav aria-label="Site">${WAYS.map(([href, name]) => html`<a href="${href}">${name}</a>`)}</nav>
        <div id="key"><a href="/docs#register">Get a key</a></div>
      </header>
      <main id="main" tabindex="-1">
        <h1>${title}</h1>
        ${body}
      </main>
      <footer>
        <nav aria-label="${hasOperator ? "For programs and the operator" : "For programs"}">
          ${documents.map(([href, name]) => html`<a href="${href}">${name}</a>`)}
        </nav>
      </footer>
    </body>
  </html>`;
  return `<!doctype html>\n${whole.text}\n`;
}
