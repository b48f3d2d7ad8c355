/** A request as others would send it: as a command, in two languages, and as a tool's call. No key stands in it. */
import { copyButton, button, element } from "./dom.ts";
import type { HubRequest } from "./hub.ts";
import { withoutKeys } from "./key.ts";
import { bodyWithoutSecrets } from "./secrets.ts";
import { jsonIn } from "../../text/foreign.ts";

export interface Snippet {
  readonly request: HubRequest;
  /** Whether it is of no use without a key. */
  readonly isKeyed: boolean;
  /** The same over MCP. */
  readonly tool: { readonly name: string; readonly arguments: unknown };
}

/** To lay out all of a long one takes longer than a key may. */
const SHOWN_CHARS = 10_000;

const WRITERS: Readonly<Record<string, (snippet: Snippet) => string>> = {
  curl: (snippet) => curlOf(snippet),
  TypeScript: typeScriptOf,
  Python: pythonOf,
  MCP: ({ tool }) => JSON.stringify(tool, null, 2),
};

export function curlOf({ request: { method, path, body }, isKeyed }: Omit<Snippet, "tool">): string {
  const parts = [
    `curl -s${method === "POST" || method === "GET" ? "" : ` -X ${method}`} '${address(path)}'`,
    ...(isKeyed ? ['-H "X-API-Key: $HUB_KEY"'] : []),
    ...(body === undefined
      ? []
      : ["-H 'content-type: application/json'", `-d '${bodyWithoutSecrets(body).replaceAll("'", String.raw`'\''`)}'`]),
  ];
  return withoutKeys(parts.join(" \\\n  "));
}

function typeScriptOf({ request: { method, path, body }, isKeyed }: Snippet): string {
  const headers = [
    ...(isKeyed ? ['"x-api-key": process.env.HUB_KEY!'] : []),
    ...(body === undefined ? [] : ['"content-type": "application/json"']),
  ];
  return withoutKeys(
    [
      `const response = await fetch(${JSON.stringify(address(path))}, {`,
      `  method: ${JSON.stringify(method)},`,
      ...(headers.length === 0 ? [] : [`  headers: { ${headers.join(", ")} },`]),
      ...(body === undefined ? [] : [`  body: JSON.stringify(${indented(body)}),`]),
      "});",
      "console.log(await response.json());",
    ].join("\n"),
  );
}

function pythonOf({ request: { method, path, body }, isKeyed }: Snippet): string {
  const headers = [
    ...(isKeyed ? ['"X-API-Key": os.environ["HUB_KEY"]'] : []),
    ...(body === undefined ? [] : ['"Content-Type": "application/json"']),
  ];
  return withoutKeys(
    [
      "import json, os, urllib.request",
      "",
      "request = urllib.request.Request(",
      `    ${JSON.stringify(address(path))},`,
      `    method=${JSON.stringify(method)},`,
      `    headers={${headers.join(", ")}},`,
      ...(body === undefined ? [] : [`    data=json.dumps(json.loads(${JSON.stringify(body)})).encode(),`]),
      ")",
      "print(json.load(urllib.request.urlopen(request)))",
    ].join("\n"),
  );
}

/** In place of what the page showed without script: chosen by a press, and copied by one. */
export function snippetsPart(current: () => Snippet): { readonly part: HTMLElement; readonly refresh: () => void } {
  let chosen = "curl";
  let whole = "";
  const text = element("pre", { tabindex: "0", "aria-label": "The request as a snippet" });
  const choices = Object.keys(WRITERS).map((name) =>
    button(name, () => choose(name), { class: "small", "aria-pressed": "false" }),
  );
  const part = element(
    "div",
    {},
    element(
      "div",
      { class: "row", role: "group", "aria-label": "The request as a snippet in" },
      ...choices,
      copyButton(() => whole, "Copy"),
    ),
    text,
  );
  choose(chosen);
  return { part, refresh };

  function choose(name: string): void {
    chosen = name;
    for (const choice of choices) choice.setAttribute("aria-pressed", String(choice.textContent === name));
    refresh();
  }

  function refresh(): void {
    whole = withoutKeys(WRITERS[chosen]?.(current()) ?? "");
    const rest = whole.length - SHOWN_CHARS;
    text.textContent =
      rest > 0
        ? `${whole.slice(0, SHOWN_CHARS)}\n… ${rest.toLocaleString("en")} more characters: Copy has them all.`
        : whole;
  }
}

function address(path: string): string {
  // No browser writes one otherwise, and it would end the shell's quotation.
  return location.origin + path.replaceAll("'", "%27");
}

function indented(body: string): string {
  const value = jsonIn(body);
  return value === undefined ? body : JSON.stringify(value, null, 2).replaceAll("\n", "\n  ");
}
