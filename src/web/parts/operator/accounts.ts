/** The accounts, the newest first: how each stands, what its keys may do and take, and the operator's word on both. */
import { type JsonObject, listOf, objectOf, textOf } from "../../../text/foreign.ts";
import { askFor } from "../ask.ts";
import { budgetWords } from "../budget.ts";
import { button, element } from "../dom.ts";
import { dateOf } from "../table.ts";
import { accountForm } from "./account-form.ts";
import { currentToken } from "./token.ts";

const PATH = "/api/v1/admin/accounts/";
/** How many accounts a page of the list holds. */
const PAGE = 100;

/** `answer` is the first page of the list; `done` is told what was done, once it was. */
export function accountsPart(answer: unknown, done: (words: string) => void): Node[] {
  const list = element("ul", { class: "cards" });
  const more = element("div");
  show(answer, 0);
  return [element("h2", {}, "Accounts"), list, more];

  function show(page: unknown, offset: number): void {
    const accounts = accountsOf(page);
    if (accounts.length === 0 && offset === 0) return list.replaceWith(element("p", {}, "None yet."));
    const cards = accounts.map((account) => accountCard(account, done));
    list.append(...cards);
    more.replaceChildren();
    if (accounts.length >= PAGE) more.append(button("Older accounts", () => void older(offset + PAGE)));
    if (offset > 0) cards[0]?.querySelector("summary")?.focus();
  }

  async function older(offset: number): Promise<void> {
    const request = { method: "GET", path: `${PATH}?offset=${offset}`, token: currentToken() };
    const answered = await askFor({ request, title: "Accounts", place: more, again: () => void older(offset) });
    if (answered !== undefined) show(answered.value, offset);
  }
}

/** The list has a row for each key: of an account the one that holds now, else the last one. */
function accountsOf(page: unknown): readonly JsonObject[] {
  const accounts = new Map<string, JsonObject>();
  for (const row of listOf(objectOf(page)["accounts"]).map(objectOf)) {
    const id = textOf(row["id"]);
    if (!accounts.has(id) || row["revoked_at"] === null) accounts.set(id, row);
  }
  return [...accounts.values()];
}

function accountCard(account: JsonObject, done: (words: string) => void): HTMLElement {
  const { key_prefix: prefix, email, tier, status, created_at: since, expires_at: until } = account;
  const details = element("details", {}, element("summary", {}, `Change ${textOf(prefix)}`));
  // A hundred forms would be most of the page.
  details.addEventListener("toggle", () => details.append(accountForm(account, done)), { once: true });
  const ends = until === null ? "" : ` · until ${dateOf(until)}`;
  return element(
    "li",
    { class: "card" },
    element(
      "p",
      {},
      element("strong", {}, textOf(email)),
      ` ${textOf(tier)}, `,
      element("span", { class: status === "suspended" ? "bad" : "" }, textOf(status)),
    ),
    element("p", { class: "soft" }, `since ${dateOf(since)}${ends}`),
    element("p", {}, element("code", {}, textOf(prefix)), account["revoked_at"] !== null && " (ended)"),
    element(
      "p",
      {},
      `May: ${scopesOf(account)}. Takes: ${budgetWords(objectOf(account["budget"])).join(", ") || "what it has"}.`,
    ),
    details,
  );
}

function scopesOf({ scopes }: JsonObject): string {
  return scopes === null ? "everything" : listOf(scopes).map(textOf).join(", ") || "nothing";
}
