/** Payments that nobody could be found for, and what the operator does about each. */
import { type JsonObject, textOf } from "../../../text/foreign.ts";
import { askFor } from "../ask.ts";
import { element, field } from "../dom.ts";
import { dateOf } from "../table.ts";
import { currentToken } from "./token.ts";

const ACTS = {
  key: { name: "Give it to a key", asks: "Prefix of the key", path: "assign", member: "key_prefix" },
  order: { name: "Give it to an order", asks: "Id of the order", path: "assign", member: "order_id" },
  refund: {
    name: "Note that it was sent back",
    asks: "Hash of the transaction that sent it back",
    path: "refund",
    member: "refund_tx_hash",
  },
} as const;

/** @param done told what was done, once it was */
export function parkedCard(payment: JsonObject, done: (words: string) => void): HTMLElement {
  const { tx_hash: hash, network, payer, destination_tag: tag, delivered_xrp: xrp, at } = payment;
  const id = textOf(hash);
  const choice = element(
    "select",
    { id: `act-${id}` },
    ...Object.entries(ACTS).map(([act, { name }]) => element("option", { value: act }, name)),
  );
  const owner = field(ACTS.key.asks, {
    id: `owner-${id}`,
    required: true,
    autocomplete: "off",
    spellcheck: "false",
    maxlength: "100",
  });
  const reason = field("Why, for the audit", { id: `reason-${id}`, required: true, maxlength: "500" });
  const label = owner.line.querySelector("label");
  choice.addEventListener("change", () => label?.replaceChildren(ACTS[chosen()].asks));
  const refusal = element("div");
  const form = element(
    "form",
    {},
    element("p", {}, element("label", { for: choice.id }, "What to do"), choice),
    owner.line,
    reason.line,
    element("p", {}, element("button", { class: "main" }, "Do it")),
    refusal,
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void act();
  });
  return element(
    "li",
    { class: "card" },
    element("p", {}, element("strong", {}, `${String(xrp)} XRP`), ` from ${textOf(payer)}`),
    element(
      "p",
      { class: "soft" },
      `${dateOf(at)} · ${textOf(network)} · ${tag === null ? "no tag" : `tag ${String(tag)}`}`,
    ),
    element("p", {}, element("code", {}, id)),
    element("details", {}, element("summary", {}, "Put it right"), form),
  );

  function chosen(): keyof typeof ACTS {
    return choice.value in ACTS ? (choice.value as keyof typeof ACTS) : "key"; // Of these very options.
  }

  async function act(): Promise<void> {
    const { path, member, name } = ACTS[chosen()];
    const body = JSON.stringify({ [member]: owner.control.value.trim(), reason: reason.control.value.trim() });
    const request = { method: "POST", path: `/api/v1/admin/payments/${id}/${path}/`, body, token: currentToken() };
    const answer = await askFor({ request, title: name, place: refusal, again: () => void act() });
    if (answer !== undefined) done(`${String(xrp)} XRP: ${name.toLowerCase()} is done.`);
  }
}
