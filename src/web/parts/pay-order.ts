/** A payment for an order: watched for until what was ordered works. */
import { objectOf, textOf } from "../../text/foreign.ts";
import { element, link } from "./dom.ts";
import { send } from "./hub.ts";
import { pause, waitOf } from "./pay-call.ts";
import { type Panel, payPanel } from "./pay-panel.ts";
import { forgetPayment, type OrderPayment } from "./payment.ts";
import { payWithPlayMoney, playPath } from "./play-money.ts";

const POLL_MS = 2_000;

/** @param leave what comes where the payment was put aside */
export function payOrder(order: OrderPayment, place: HTMLElement, leave: () => void): void {
  let isOver = false;
  let isSent = false;
  let missing = order.amountXrp;
  let panel = show();
  void watch();

  function show(): Panel {
    const path = playPath(linkOf(order.walletLink, missing));
    const made = payPanel(
      {
        ...order,
        title: order.tier === "per_call" ? "A balance" : `Tier ${order.tier}`,
        amountXrp: missing,
        walletLink: linkOf(order.walletLink, missing),
      },
      {
        ...(path !== undefined && { play: () => void play(path) }),
        leave() {
          isOver = true;
          forgetPayment();
          leave();
        },
        late: () => undefined, // A payment that comes late counts as well.
      },
    );
    made.step("waiting", "Waiting for the payment.");
    place.replaceChildren(made.part);
    return made;
  }

  async function play(path: string): Promise<void> {
    isSent = true;
    panel.step("seen", "The payment is under way…");
    const paid = await payWithPlayMoney(path);
    isSent = "hash" in paid;
    if ("hash" in paid) panel.step("seen", "The payment is known. Waiting until it is counted.");
    else panel.step("waiting", paid.why, true);
  }

  async function watch(): Promise<void> {
    while (!isOver) {
      const body = JSON.stringify({ order_id: order.orderId });
      const reply = await send({ method: "POST", path: "/api/v1/webhook/status/", body });
      if (isOver) return;
      if (reply.state === "offline")
        panel.step(isSent ? "seen" : "waiting", "The hub cannot be reached. What you send is kept for you.");
      else if (reply.isOk) {
        if (await follow(objectOf(reply.value))) return;
      } else if (reply.status === 404) return panel.step("waiting", "The hub knows no such order.", true);
      await pause(waitOf(reply, POLL_MS));
    }
  }

  /** Whether it is over. */
  async function follow(state: Readonly<Record<string, unknown>>): Promise<boolean> {
    const { status, delivered_xrp: delivered, missing_xrp: left } = state;
    switch (status) {
      case "confirmed":
        await done();
        return true;
      case "cancelled":
        panel.step("waiting", "This order was cancelled: what is paid for it waits for the operator.", true);
        return true;
      case "underpaid":
        if (typeof left === "number" && left !== missing) {
          missing = left;
          isSent = false;
          panel = show();
          panel.step(
            "waiting",
            `${String(delivered)} of ${order.amountXrp} XRP have arrived; ${left} XRP are missing.`,
            true,
          );
        }
        return false;
      case "expired":
        if (!isSent) panel.step("waiting", "The time of this order is over; a payment that comes late counts as well.");
        return false;
      default:
        return false;
    }
  }

  async function done(): Promise<void> {
    forgetPayment();
    panel.step("validated", "The payment is validated.");
    const usage = await send({ method: "GET", path: "/api/v1/agent/usage/" });
    const facts = usage.state === "answered" && usage.isOk ? objectOf(usage.value) : {};
    const tier = textOf(objectOf(facts["key"])["tier"]);
    const { xrp } = objectOf(facts["balance"]);
    const said = tier === "" ? "" : ` Your key has the tier ${tier} and a balance of ${String(xrp)} XRP.`;
    panel.step("done", `Paid.${said}`);
    panel.offer(element("p", { class: "row" }, link("See its usage", "/usage"), link("Find an API", "/")));
  }
}

/** The same payment of another amount. */
function linkOf(walletLink: string, amountXrp: number): string {
  const url = URL.parse(walletLink);
  if (url === null) return "";
  url.searchParams.set("amount", String(amountXrp));
  return url.href;
}
