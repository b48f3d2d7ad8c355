/** `/usage`: what the key of this tab has used and what is left. */
import { listOf, objectOf, textOf } from "../text/foreign.ts";
import { budgetWords } from "./parts/budget.ts";
import { button, element, link } from "./parts/dom.ts";
import { type HubAnswer, problemOf, send } from "./parts/hub.ts";
import { offerKey, showKeyControl } from "./parts/key-control.ts";
import { currentKey, onKeyChange } from "./parts/key.ts";
import { offlineNotice, problemNotice } from "./parts/notice.ts";
import { svg } from "./parts/qr.ts";
import { dateOf, tableOf } from "./parts/table.ts";

const REQUEST = { method: "GET", path: "/api/v1/agent/usage/" };
const DAYS = 30;
const DAY_MS = 86_400_000;
/** Of the drawing, in its own units. */
const HEIGHT = 60;
const STEP = 10;

interface Day {
  readonly date: string;
  readonly calls: number;
  readonly xrp: number;
}

const place = document.querySelector<HTMLElement>("#usage");

showKeyControl();
onKeyChange(() => void load());
void load();

async function load(): Promise<void> {
  if (place === null) return;
  const key = currentKey();
  if (key === "") {
    place.removeAttribute("aria-busy");
    place.replaceChildren(
      element("p", {}, "There is no key in this tab, so there is nothing to show yet."),
      element("p", { class: "row" }, button("Get a free key, or use yours", offerKey, { class: "main" })),
    );
    return;
  }
  place.setAttribute("aria-busy", "true");
  const reply = await send(REQUEST);
  // What another key has used is nothing to show for this one.
  if (key !== currentKey()) return;
  place.removeAttribute("aria-busy");
  if (reply.state === "offline") return place.replaceChildren(offlineNotice(() => void load()));
  if (reply.isOk) return place.replaceChildren(...partsOf(reply));
  // What this page says is free: a refused key is to be changed or paid for, not this request.
  const problem = { ...problemOf(reply), terms: undefined };
  place.replaceChildren(
    problemNotice({ problem, request: REQUEST, title: "Usage", again: () => void load() }),
    element(
      "p",
      { class: "row" },
      button("Change the key", offerKey),
      ...(/key_(?:pending|expired)/.test(problem.code) ? [link("Pay for it", "/pay")] : []),
    ),
  );
}

function partsOf({ value }: HubAnswer): Node[] {
  const { key, quota, budget, balance, daily, recent } = objectOf(value);
  const days = lastDays(listOf(daily));
  const isQuiet = days.every(({ calls, xrp }) => calls === 0 && xrp === 0);
  return [
    ...factCards(objectOf(key), objectOf(quota), objectOf(balance), budget === null ? undefined : objectOf(budget)),
    element("h2", {}, "Last 30 days"),
    ...(isQuiet
      ? [
          element("p", {}, "No call yet. "),
          element("p", {}, link("Find an API", "/"), " or ", link("run an actor", "/actors"), "."),
        ]
      : [barsOf(days), daysTable(days)]),
    element("h2", {}, "Recent entries"),
    entriesTable(listOf(recent).map(objectOf)),
  ];
}

type Facts = Readonly<Record<string, unknown>>;

function factCards(key: Facts, quota: Facts, balance: Facts, budget: Facts | undefined): Node[] {
  const limit = Number(quota["calls_per_day"]);
  const { expires_at: expires, scopes, status, tier } = key;
  return [
    element(
      "ul",
      { class: "ways" },
      card("Calls today", limit > 0 ? `${numberOf(quota["used"])} of ${numberOf(limit)}` : numberOf(quota["used"]), [
        ...(limit > 0 ? [meterOf(Number(quota["used"]), limit)] : []),
        element("span", { class: "soft" }, quotaWords(limit, dateOf(quota["resets_at"]))),
      ]),
      card("Balance", `${String(balance["xrp"])} XRP`, [link("Top up", "/pay")]),
      card("Key", `${textOf(tier)}, ${textOf(status)}`, [
        element("code", {}, `${textOf(key["prefix"])}…${textOf(key["last_four"])}`),
        element("span", { class: "soft" }, expires === null ? "Never expires." : `Until ${dateOf(expires)}`),
      ]),
      ...(Array.isArray(scopes) ? [card("Limited to", scopes.map(textOf).join(", ") || "nothing", [])] : []),
      ...(budget === undefined ? [] : [card("Budget", budgetWords(budget).join(", "), [])]),
    ),
  ];
}

function quotaWords(limit: number, resets: string): string {
  if (limit < 0) return "Of any number.";
  return limit === 0 ? "None are included: each is paid from the balance." : `Anew at ${resets}`;
}

function card(name: string, fact: string, more: readonly Node[]): HTMLElement {
  return element(
    "li",
    {},
    element("span", { class: "soft" }, name),
    element("strong", { class: "fact" }, fact),
    ...more,
  );
}

function meterOf(used: number, limit: number): HTMLElement {
  return element("meter", {
    min: "0",
    max: String(Math.max(1, limit)),
    value: String(used),
    "aria-label": "Calls used today",
  });
}

/** Every one of the last thirty days, the oldest first: those without a call have no row of their own. */
function lastDays(daily: readonly unknown[]): readonly Day[] {
  const known = new Map(daily.map((one) => [textOf(objectOf(one)["date"]), objectOf(one)]));
  return Array.from({ length: DAYS }, (_, index) => {
    const date = new Date(Date.now() - (DAYS - 1 - index) * DAY_MS).toISOString().slice(0, 10);
    const { calls, charged_xrp: xrp } = known.get(date) ?? {};
    return { date, calls: Number(calls ?? 0), xrp: Number(xrp ?? 0) };
  });
}

/** Daily calls; of a key that pays for each call by its balance, what they cost. */
function barsOf(days: readonly Day[]): SVGElement {
  const isByCalls = days.some(({ calls }) => calls > 0);
  const values = days.map(({ calls, xrp }) => (isByCalls ? calls : xrp));
  const most = Math.max(...values);
  const total = Number(values.reduce((sum, value) => sum + value, 0).toFixed(6));
  const bars = days.map(({ date }, index) => {
    const value = values[index] ?? 0;
    // A day with a call is never invisible.
    const height = value === 0 ? 0.5 : Math.max(2, (value / most) * HEIGHT);
    return svg(
      "rect",
      { x: String(index * STEP + 1), y: String(HEIGHT - height), width: String(STEP - 2), height: String(height) },
      svg("title", {}, new Text(`${date}: ${value}${isByCalls ? "" : " XRP"}`)),
    );
  });
  const what = isByCalls ? "Calls" : "XRP spent";
  const name = `${what} of the last ${DAYS} days: ${total} in all, ${most} on the busiest day. The table below has each.`;
  return svg(
    "svg",
    {
      viewBox: `0 0 ${DAYS * STEP} ${HEIGHT}`,
      role: "img",
      "aria-label": name,
      class: "bars",
      preserveAspectRatio: "none",
    },
    ...bars,
  );
}

function daysTable(days: readonly Day[]): HTMLElement {
  const rows = days.filter(({ calls, xrp }) => calls > 0 || xrp > 0).reverse();
  return tableOf(
    "Calls by day",
    ["day", "calls", "XRP"],
    rows.map(({ date, calls, xrp }) => [date, numberOf(calls), String(xrp)]),
  );
}

function entriesTable(entries: readonly Facts[]): HTMLElement {
  if (entries.length === 0) return element("p", {}, "Nothing has been paid or charged yet.");
  return tableOf(
    "Recent entries",
    ["when", "what", "for", "calls", "XRP", "balance after"],
    entries.map((entry) =>
      [
        dateOf(entry["at"]),
        entry["kind"],
        entry["reference"],
        entry["calls"],
        entry["xrp"],
        entry["balance_after_xrp"],
      ].map((one) => (one === null || one === undefined ? "" : String(one))),
    ),
  );
}

function numberOf(value: unknown): string {
  return typeof value === "number" ? value.toLocaleString("en") : "";
}
