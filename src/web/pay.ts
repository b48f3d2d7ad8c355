/** `/pay`: the payment that is under way, or what there is to pay for. */
import { objectOf, textOf } from "../text/foreign.ts";
import { element, enableButtons, once } from "./parts/dom.ts";
import { problemOf, send } from "./parts/hub.ts";
import { showKeyControl } from "./parts/key-control.ts";
import { currentKey, keepKey, onKeyChange } from "./parts/key.ts";
import { offlineNotice, problemNotice } from "./parts/notice.ts";
import { keyLine, payCall } from "./parts/pay-call.ts";
import { payOrder } from "./parts/pay-order.ts";
import { currentPayment, forgetAnswered, keepOrder, readOrder } from "./parts/payment.ts";

const place = document.querySelector<HTMLElement>("#payment");
const shop = document.querySelector<HTMLElement>("#shop");
const form = document.querySelector<HTMLFormElement>("#order");
const amount = document.querySelector<HTMLInputElement>("#amount");
const email = document.querySelector<HTMLInputElement>("#email");
const refusal = document.querySelector<HTMLElement>("#refusal");

showKeyControl();
forgetAnswered();
show();
showChoice();
sayWhose();
onKeyChange(sayWhose);
form?.addEventListener("change", showChoice);
form?.addEventListener("submit", (event) => {
  event.preventDefault();
  void order();
});
if (form !== null) enableButtons(form);

function show(newKey = ""): void {
  const payment = currentPayment();
  if (place === null || shop === null) return;
  const wasInPayment = place.contains(document.activeElement);
  shop.hidden = payment !== undefined;
  if (payment === undefined) place.replaceChildren();
  else if (payment.kind === "call") payCall(payment, place, show);
  else payOrder(payment, place, show);
  if (location.hash === "#unfinished" && payment !== undefined)
    place.prepend(
      element("p", { role: "status" }, "This payment is still under way: bring it to its end, then pay the next."),
    );
  if (newKey !== "") place.prepend(keyLine(newKey));
  if (payment !== undefined) place.querySelector("h2")?.focus();
  else if (wasInPayment) shop.querySelector("h2")?.focus();
}

function chosen(): string {
  return form?.querySelector<HTMLInputElement>("input[name=tier]:checked")?.value ?? "per_call";
}

function showChoice(): void {
  const isBalance = chosen() === "per_call";
  document.querySelector("#amount-field")?.toggleAttribute("hidden", !isBalance);
  if (amount !== null) amount.disabled = !isBalance;
}

function sayWhose(): void {
  const line = document.querySelector("#whose");
  if (line === null) return;
  line.textContent =
    currentKey() === "" ? "A new key is made for it, which works once it is paid." : "It is for the key of this tab.";
}

/** A field for numbers would drop a comma without a word, and 0,5 become 5. */
function amountIn(text: string): string {
  return text.trim().replace(",", ".");
}

async function order(): Promise<void> {
  const tier = chosen();
  const bought = tier === "per_call" ? { per_call: true, amount: amountIn(amount?.value ?? "") } : { tier };
  const body = JSON.stringify({ email: email?.value.trim(), ...bought });
  const request = { method: "POST", path: "/api/v1/agent/register/", body };
  const submit = form?.querySelector("button");
  if (!submit) return;
  refusal?.replaceChildren(element("p", { role: "status", class: "soft" }, "Ordering…"));
  const reply = await once(submit, () => send(request));
  if (reply === undefined) return;
  if (reply.state === "offline") return refusal?.replaceChildren(offlineNotice(() => void order()));
  const document = objectOf(reply.value);
  const made = reply.isOk ? readOrder(document, reply.aheadMs) : undefined;
  if (made === undefined) {
    // A key that is refused here is not what is for sale.
    const problem = { ...problemOf(reply), terms: undefined };
    return refusal?.replaceChildren(problemNotice({ problem, request, title: "An order", again: () => void order() }));
  }
  refusal?.replaceChildren();
  keepOrder(made);
  const key = textOf(document["api_key"]);
  if (key !== "") keepKey(key);
  show(key);
}
