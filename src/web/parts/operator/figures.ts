/** What `/api/v1/admin/overview/` and `/ready` say, as cards and tables. */
import { type JsonObject, listOf, objectOf, textOf } from "../../../text/foreign.ts";
import { element } from "../dom.ts";
import { dateOf, tableOf } from "../table.ts";

const MEBIBYTE = 1024 * 1024;

export function cardsOf(overview: JsonObject, ready: JsonObject, parked: number): HTMLElement {
  const requests = objectOf(overview["requests"]);
  const { "5xx": failed = 0 } = objectOf(requests["by_status"]);
  const income = listOf(overview["income"]).map(objectOf);
  const earned = income.filter(({ purpose }) => purpose === "order" || purpose === "invoice");
  const sum = (name: string) => earned.reduce((whole, each) => whole + Number(each[name] ?? 0), 0);
  const isReady = ready["status"] === "ready";
  const trouble = listOf(overview["breakers"]).length;
  return element(
    "ul",
    { class: "ways" },
    card(
      "Health",
      isReady ? "Ready" : "Not ready",
      `since ${dateOf(overview["started_at"])}`,
      isReady ? "good" : "bad",
    ),
    card(
      "Requests",
      numberOf(requests["answered"]),
      `${numberOf(failed)} failed here`,
      Number(failed) > 0 ? "bad" : "",
    ),
    card("Latency", `${msOf(requests["p50_ms"])}`, `half of them; 95 of 100 ${msOf(requests["p95_ms"])}`),
    card("Income, 24 hours", `${xrp(sum("day_xrp"))} XRP`, `${xrp(sum("month_xrp"))} in 30 days`),
    card(
      "Parked payments",
      numberOf(parked),
      parked > 0 ? "wait for you, below" : "nothing waits for you",
      parked > 0 ? "bad" : "",
    ),
    card("Left alone", numberOf(trouble), "operations of APIs that keep failing", trouble > 0 ? "bad" : ""),
    card("Memory", `${numberOf(Math.round(Number(overview["memory_bytes"] ?? 0) / MEBIBYTE))} MiB`, "of all processes"),
  );
}

/** What `/ready` finds wrong, in its words. */
export function faultsOf(ready: JsonObject): readonly string[] {
  const said = [
    "store",
    "limits",
    "news",
    "revocations",
    "catalog",
    "embeddings",
    "llm",
    "ledger",
    "test_ledger",
  ].flatMap((name) => {
    const { fault, configured } = objectOf(ready[name]);
    // A model that nobody has configured is no fault.
    return textOf(fault) === "" || configured === false ? [] : [`${name}: ${textOf(fault)}`];
  });
  const deposits = listOf(ready["deposits"]).map(objectOf);
  const behind = deposits.flatMap(({ network, fault }) =>
    textOf(fault) === "" ? [] : [`${textOf(network)}: ${textOf(fault)}`],
  );
  const refused = listOf(objectOf(ready["actors"])["refused"]).map((one) => {
    const { source, reason } = objectOf(one);
    return `actor ${textOf(source)}: ${textOf(reason)}`;
  });
  return [...said, ...behind, ...refused];
}

export function tablesOf(overview: JsonObject): Node[] {
  const requests = objectOf(overview["requests"]);
  return [
    ...section(
      "Requests",
      "Nothing was asked yet.",
      ["path", "answered", "95 of 100 within"],
      listOf(requests["paths"]).map((one) => {
        const { method, path, answered, p95_ms: p95 } = objectOf(one);
        return [`${textOf(method)} ${textOf(path)}`, numberOf(answered), msOf(p95)];
      }),
    ),
    ...section(
      "Runs",
      "Nothing was run yet.",
      ["operation", "how they ended"],
      listOf(overview["runs"]).map((one) => {
        const { operation, outcomes } = objectOf(one);
        return [textOf(operation), countsOf(objectOf(outcomes))];
      }),
    ),
    ...section(
      "Income",
      "Nothing has arrived yet.",
      ["ledger", "for", "payments", "24 hours", "7 days", "30 days", "ever, XRP"],
      listOf(overview["income"]).map((one) => {
        const {
          network,
          purpose,
          payments,
          day_xrp: day,
          week_xrp: week,
          month_xrp: month,
          all_xrp: all,
        } = objectOf(one);
        return [
          textOf(network),
          PURPOSES[textOf(purpose)] ?? textOf(purpose),
          numberOf(payments),
          xrp(day),
          xrp(week),
          xrp(month),
          xrp(all),
        ];
      }),
    ),
    ...section(
      "Waiting and connected",
      "",
      ["what", "how many"],
      [
        ["Runs that are done later", countsOf(objectOf(overview["queued"])) || "none"],
        ["Connections", countsOf(objectOf(overview["connections"])) || "none"],
        ["OAuth clients, by authority", countsOf(objectOf(overview["oauth_clients"])) || "none"],
      ],
    ),
    ...section(
      "Left alone because they keep failing",
      "None: every operation is called that is asked for.",
      ["operation", "until"],
      listOf(overview["breakers"]).map((one) => [textOf(objectOf(one)["target"]), dateOf(objectOf(one)["until"])]),
    ),
    ...section(
      "Stalls",
      "None: the process has answered at every moment.",
      ["when", "what ran"],
      listOf(overview["stalls"]).map((one) => [dateOf(objectOf(one)["at"]), textOf(objectOf(one)["sentence"])]),
    ),
  ];
}

const PURPOSES: Readonly<Record<string, string>> = {
  order: "orders",
  invoice: "single calls",
  parked: "nobody yet",
  refunded: "sent back",
};

function section(name: string, none: string, columns: readonly string[], rows: readonly (readonly string[])[]): Node[] {
  return [element("h2", {}, name), rows.length === 0 ? element("p", {}, none) : tableOf(name, columns, rows)];
}

function card(name: string, fact: string, more: string, look = ""): HTMLElement {
  return element(
    "li",
    {},
    element("span", { class: "soft" }, name),
    element("strong", { class: `fact ${look}` }, fact),
    element("span", { class: "soft" }, more),
  );
}

function countsOf(counts: JsonObject): string {
  return Object.entries(counts)
    .map(([name, count]) => `${name} ${numberOf(count)}`)
    .join(", ");
}

function numberOf(value: unknown): string {
  return typeof value === "number" ? value.toLocaleString("en") : "0";
}

function xrp(value: unknown): string {
  return typeof value === "number" ? value.toLocaleString("en", { maximumFractionDigits: 6 }) : "0";
}

/** An upper bound: what was measured is kept in steps. */
function msOf(value: unknown): string {
  return typeof value === "number" ? `≤ ${value.toLocaleString("en")} ms` : "not known";
}
