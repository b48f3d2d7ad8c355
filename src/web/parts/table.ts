/** Tables and times as every page writes them. */
import { textOf } from "../../text/foreign.ts";
import { element } from "./dom.ts";

/** In a frame of its own that can be scrolled by keyboard: it may be wider than a phone. */
export function tableOf(
  name: string,
  columns: readonly string[],
  rows: readonly (readonly (string | Node)[])[],
): HTMLElement {
  return element(
    "div",
    { class: "wide", tabindex: "0", role: "region", "aria-label": name },
    element(
      "table",
      {},
      element("thead", {}, element("tr", {}, ...columns.map((column) => element("th", { scope: "col" }, column)))),
      element("tbody", {}, ...rows.map((row) => element("tr", {}, ...row.map((cell) => element("td", {}, cell))))),
    ),
  );
}

/** "2026-11-22 14:05 UTC"; "" for what is no time. */
export function dateOf(value: unknown): string {
  const at = new Date(textOf(value));
  return Number.isNaN(at.getTime()) ? "" : `${at.toISOString().slice(0, 16).replace("T", " ")} UTC`;
}
