/** An answer as people read it: a table where it has rows, the JSON as it came, and what it took and cost. */
import { isObject, type JsonObject, listOf, objectOf } from "../../text/foreign.ts";
import { button, copyButton, element, heading, link } from "./dom.ts";
import type { HubAnswer } from "./hub.ts";

const ROWS = 100;
const COLUMNS = 30;
const CELL_CHARS = 200;
const SHOWN_CHARS = 100_000;

/** Returns the part of the page and the heading that is to be read first. `curl` is the request as a command. */
export function resultOf(
  answer: HubAnswer,
  curl: () => string,
): { readonly part: HTMLElement; readonly title: HTMLElement } {
  const document = objectOf(answer.value);
  const rows = document["dry_run"] === true ? [] : rowsOf(document);
  const isDry = document["dry_run"] === true;
  const whole =
    answer.value === undefined ? answer.text : JSON.stringify(isDry ? document["data"] : answer.value, null, 2);
  const isFailure = document["success"] === false;
  const title = heading(titleOf(document, rows, isFailure));
  const view = element("div", { class: "view" });
  const views = new Map<string, () => HTMLElement>([
    ...(rows.length > 0 ? [["Table", () => tableOf(rows)] as const] : []),
    ["JSON", () => jsonOf(whole)],
  ]);
  const choices = [...views].map(([name, make]) =>
    button(name, () => show(name, make), { "aria-pressed": "false", class: "small" }),
  );
  const [first] = views;
  if (first !== undefined) show(...first);
  const part = element(
    "section",
    { class: "result" },
    title,
    element("p", { class: isFailure ? "bad" : "soft" }, factsOf(answer, document)),
    ...warningsOf(document),
    element(
      "div",
      { class: "row", role: "group", "aria-label": "How the answer is shown" },
      ...choices,
      copyButton(() => whole, "Copy JSON"),
      copyButton(curl, "Copy as curl"),
    ),
    view,
  );
  return { part, title };

  function show(name: string, make: () => HTMLElement): void {
    for (const choice of choices) choice.setAttribute("aria-pressed", String(choice.textContent === name));
    view.replaceChildren(make());
  }
}

function titleOf(document: JsonObject, rows: readonly unknown[], isFailure: boolean): string {
  if (document["dry_run"] === true) return "The request, not sent";
  if (isFailure) return "The upstream refused it";
  if (rows.length > 0) return rows.length === 1 ? "1 row" : `${rows.length.toLocaleString("en")} rows`;
  return Array.isArray(document["items"]) ? "No result" : "The answer";
}

/** The items of a run, or the first list of objects in what an upstream has said. */
function rowsOf(document: JsonObject): readonly JsonObject[] {
  const data = document["items"] ?? document["data"];
  const lists = [data, ...Object.values(objectOf(data))];
  return lists.map((list) => listOf(list).filter(isObject)).find((list) => list.length > 0) ?? [];
}

function factsOf({ tookMs, headers }: HubAnswer, document: JsonObject): string {
  const { charged_xrp: charged, cache_age_seconds: age } = objectOf(document["meta"]);
  const { status } = objectOf(document["upstream"]);
  const cost = typeof charged === "number" ? charged : Number(headers.get("x-charge-xrp") ?? "0");
  const calls = Number(headers.get("x-calls-limit"));
  const left = Number(headers.get("x-calls-remaining"));
  return [
    `took ${(tookMs / 1000).toFixed(tookMs < 1000 ? 2 : 1)} s`,
    `cost ${cost} XRP`,
    ...(typeof age === "number" ? [`cached ${age} s ago`] : []),
    ...(typeof status === "number" ? [`upstream answered ${status}`] : []),
    ...(calls > 0 ? [`${left.toLocaleString("en")} calls left today`] : []),
    `request ${headers.get("x-request-id") ?? "unknown"}`,
  ].join(" · ");
}

function warningsOf(document: JsonObject): HTMLElement[] {
  const { warnings } = objectOf(document["meta"]);
  const told = listOf(warnings).map(String);
  return told.length === 0 ? [] : [element("ul", {}, ...told.map((warning) => element("li", {}, warning)))];
}

function jsonOf(whole: string): HTMLElement {
  const text =
    whole.length > SHOWN_CHARS
      ? `${whole.slice(0, SHOWN_CHARS)}\n… ${(whole.length - SHOWN_CHARS).toLocaleString("en")} more characters: Copy JSON has them all.`
      : whole;
  return element("pre", { tabindex: "0", "aria-label": "The answer as JSON" }, text);
}

function tableOf(rows: readonly JsonObject[]): HTMLElement {
  const columns = columnsOf(rows);
  const body = element("tbody");
  const rest = button("More", () => add(body.childElementCount), { class: "small" });
  const whole = element(
    "div",
    {},
    element(
      "div",
      { class: "wide", tabindex: "0", role: "region", "aria-label": "The answer as a table" },
      element(
        "table",
        { class: "data" },
        element("thead", {}, element("tr", {}, ...columns.map((name) => element("th", { scope: "col" }, name)))),
        body,
      ),
    ),
    rest,
  );
  add(0);
  return whole;

  function add(from: number): void {
    const next = rows.slice(from, from + ROWS);
    body.append(
      ...next.map((row) =>
        element(
          "tr",
          {},
          ...columns.map((name) => element("td", {}, cellOf(Object.hasOwn(row, name) ? row[name] : undefined))),
        ),
      ),
    );
    const left = rows.length - from - next.length;
    rest.hidden = left <= 0;
    rest.textContent = `${Math.min(left, ROWS)} more of ${left.toLocaleString("en")}`;
  }
}

/** In the order in which rows name them; what the hub adds comes last. */
function columnsOf(rows: readonly JsonObject[]): readonly string[] {
  const names = [...new Set(rows.slice(0, ROWS).flatMap((row) => Object.keys(row)))];
  const isOwn = (name: string): boolean => name.startsWith("_");
  return [...names.filter((name) => !isOwn(name)), ...names.filter(isOwn)].slice(0, COLUMNS);
}

function cellOf(value: unknown): Node {
  const text =
    value === undefined || value === null ? "" : typeof value === "object" ? JSON.stringify(value) : String(value);
  const short = text.length > CELL_CHARS ? `${text.slice(0, CELL_CHARS)}…` : text;
  return typeof value === "string" && /^https?:\/\//i.test(value) ? link(short, value) : new Text(short);
}
