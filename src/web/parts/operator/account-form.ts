/** What the operator does with an account: what its keys may do, what they may take, and whether they may do anything. */
import { type JsonObject, listOf, objectOf, textOf } from "../../../text/foreign.ts";
import { askFor } from "../ask.ts";
import { element, field } from "../dom.ts";
import { currentToken } from "./token.ts";

const ACTS = {
  scopes: { name: "Limit what it may do", done: "its scopes are set" },
  budget: { name: "Limit what it may take", done: "its budget is set" },
  suspend: { name: "Suspend it", done: "it is suspended" },
  unsuspend: { name: "Lift its suspension", done: "its suspension is lifted" },
} as const;
type Act = keyof typeof ACTS;

/** @param done told what was done, once it was */
export function accountForm(account: JsonObject, done: (words: string) => void): HTMLElement {
  const prefix = textOf(account["key_prefix"]);
  const id = `account-${textOf(account["id"])}`;
  const isSuspended = account["status"] === "suspended";
  const budget = objectOf(account["budget"]);
  const acts = (Object.keys(ACTS) as Act[]).filter((act) => act !== (isSuspended ? "suspend" : "unsuspend")); // Its own names.
  const choice = element(
    "select",
    { id: `${id}-act` },
    ...acts.map((act) => element("option", { value: act }, ACTS[act].name)),
  );
  const scopes = field("Scopes, with a space between them; or all, or none", {
    id: `${id}-scopes`,
    autocomplete: "off",
    spellcheck: "false",
    value: account["scopes"] === null ? "all" : listOf(account["scopes"]).map(textOf).join(" ") || "none",
  });
  const limits = (["calls_per_day", "xrp_per_day", "xrp_total"] as const).map((member) => {
    const names = { calls_per_day: "Calls a day", xrp_per_day: "XRP a day", xrp_total: "XRP in total" };
    const given = budget[member];
    const { line, control } = field(`${names[member]}; empty: no limit`, {
      id: `${id}-${member}`,
      inputmode: "decimal",
      autocomplete: "off",
      value: typeof given === "number" ? String(given) : "",
    });
    return { member, line, control };
  });
  const reason = field("Why, for the audit", { id: `${id}-reason`, required: true, maxlength: "500" });
  const refusal = element("div");
  const form = element(
    "form",
    {},
    element("p", {}, element("label", { for: choice.id }, "What to do"), choice),
    scopes.line,
    ...limits.map(({ line }) => line),
    reason.line,
    element("p", {}, element("button", { class: "main" }, "Do it")),
    refusal,
  );
  choice.addEventListener("change", fit);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void act();
  });
  fit();
  return form;

  function chosen(): Act {
    return choice.value as Act; // One of these very options.
  }

  /** Shows the fields of what is chosen. */
  function fit(): void {
    scopes.line.hidden = chosen() !== "scopes";
    for (const { line } of limits) line.hidden = chosen() !== "budget";
  }

  function sent(): JsonObject {
    if (chosen() === "scopes") return { scopes: scopesIn(scopes.control.value) };
    if (chosen() !== "budget") return {};
    return Object.fromEntries(
      limits.flatMap(({ member, control }) => {
        const text = control.value.trim();
        if (text === "") return [];
        // What is no number is sent as it is: the hub says what is wrong with it.
        const isCount = member === "calls_per_day" && Number.isFinite(Number(text));
        return [[member, isCount ? Number(text) : text]];
      }),
    );
  }

  async function act(): Promise<void> {
    const { name, done: words } = ACTS[chosen()];
    const body = JSON.stringify({ ...sent(), reason: reason.control.value.trim() });
    const path = `/api/v1/admin/accounts/${encodeURIComponent(prefix)}/${chosen()}/`;
    const request = { method: "POST", path, body, token: currentToken() };
    const answer = await askFor({ request, title: name, place: refusal, again: () => void act() });
    if (answer !== undefined) done(`${prefix}: ${words}.`);
  }
}

/** `null` lifts the limit. */
function scopesIn(text: string): readonly string[] | null {
  const words = text.split(/[\s,]+/).filter((word) => word !== "");
  if (words.length === 1 && words[0] === "all") return null;
  return words.length === 1 && words[0] === "none" ? [] : words;
}
