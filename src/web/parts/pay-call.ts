/** A payment for one call: watched for until it arrives, then the very same request again with its proof. */
import { objectOf, textOf } from "../../text/foreign.ts";
import { button, copyButton, element, field, heading, link, once } from "./dom.ts";
import { type HubAnswer, type ProblemView, problemOf, type HubReply, send } from "./hub.ts";
import { currentKey, keepKey } from "./key.ts";
import { payPanel } from "./pay-panel.ts";
import { type CallPayment, forgetPayment, keepPayment, proofOf, readTerms } from "./payment.ts";
import { payWithPlayMoney, playPath } from "./play-money.ts";
import { resultOf } from "./result.ts";
import { curlOf } from "./snippets.ts";

const POLL_MS = 3_000;
const OFFLINE_MS = 5_000;
/** The payment is neither lost nor spent: the same proof is shown again a little later. */
const NOT_YET: ReadonlySet<string> = new Set([
  "settlement_unknown",
  "idempotency_in_progress",
  "ledger_unavailable",
  "rate_limited",
  "overloaded",
]);

/** @param leave what comes where the payment was put aside */
export function payCall(payment: CallPayment, place: HTMLElement, leave: () => void): void {
  const { title, request, terms, back } = payment;
  const path = playPath(terms.walletLink);
  /** Counts what is waited for: of two that wait the earlier one gives up. */
  let turn = 0;
  let isSent = payment.hash !== undefined;
  const panel = payPanel(
    { title: `One call: ${title}`, ...terms },
    {
      ...(path !== undefined && { play: () => void play(path) }),
      name: (hash) => void settle(hash),
      leave: leaveIt,
      late: tellLate,
    },
  );
  place.replaceChildren(panel.part);
  if (payment.hash === undefined) void watch();
  else void settle(payment.hash);

  async function watch(): Promise<void> {
    const mine = (turn += 1);
    if (terms.expiresAt > Date.now()) panel.step("waiting", "Waiting for the payment.");
    while (mine === turn) {
      const body = JSON.stringify({ invoice_id: terms.invoiceId });
      const reply = await send({ method: "POST", path: "/api/v1/webhook/status/", body });
      if (mine !== turn) return;
      if (reply.state === "offline") panel.step("waiting", "The hub cannot be reached. What you send is kept for you.");
      const hash = reply.state === "answered" ? textOf(objectOf(reply.value)["tx_hash"]) : "";
      if (hash !== "") return settle(hash);
      await pause(waitOf(reply, POLL_MS));
    }
  }

  async function play(at: string): Promise<void> {
    const mine = (turn += 1);
    isSent = true;
    panel.step("seen", "The payment is under way…");
    const paid = await payWithPlayMoney(at);
    if (mine !== turn) return;
    if ("hash" in paid) return settle(paid.hash);
    isSent = false;
    void watch();
    panel.step("waiting", paid.why, true);
  }

  async function settle(hash: string): Promise<void> {
    const mine = (turn += 1);
    isSent = true;
    keepPayment({ ...payment, hash });
    panel.step("seen", "The payment is known. Waiting for its ledger, then for the answer.");
    if (payment.isAnswered !== true)
      panel.offer(element("p", {}, button("It is another transaction", forgetHash, { class: "small" })));
    while (mine === turn) {
      const reply = await send(request, proofOf(terms, hash));
      if (mine !== turn) return;
      if (reply.state === "answered" && reply.isOk) return done(reply, hash);
      if (reply.state === "answered") {
        const problem = problemOf(reply);
        if (!NOT_YET.has(problem.code)) return refused(problem, hash);
        panel.step("seen", problem.detail);
      } else panel.step("seen", "The hub cannot be reached. The payment is kept, and is shown again in a moment.");
      await pause(waitOf(reply, OFFLINE_MS));
    }
  }

  function leaveIt(): void {
    turn += 1;
    forgetPayment();
    leave();
  }

  function forgetHash(): void {
    const { hash: _, ...rest } = payment;
    keepPayment(rest);
    isSent = false;
    panel.offer();
    void watch();
  }

  /** @param hash of what has paid for it: shown again, it is answered again */
  function done(reply: HubAnswer, hash?: string): void {
    turn += 1;
    if (hash === undefined) forgetPayment();
    else keepPayment({ ...payment, hash, isAnswered: true });
    panel.step("done", "Paid, and answered.");
    const { part, title: first } = resultOf(reply, () => curlOf({ request, isKeyed: currentKey() !== "" }));
    panel.offer(element("p", {}, link("Back to the page", back)));
    place.append(part);
    first.focus();
  }

  /** The run has failed, or the payment is not what this call costs. Either way it is still its payer's. */
  function refused({ status, detail, requestId }: ProblemView, hash: string): void {
    panel.step("seen", detail, true);
    const aside = button("Put it aside", leaveIt);
    if (payment.isAnswered === true) return panel.offer(element("p", {}, aside)); // Nothing is left to be paid with.
    panel.offer(
      element("p", { class: "soft" }, `Transaction ${hash}, invoice ${terms.invoiceId}, request ${requestId}`),
      element(
        "p",
        { class: "row" },
        button("Show the same payment again", () => void settle(hash)),
        status === 402 && button("Ask for a fresh price", () => void askAgain()),
        button("It is another transaction", forgetHash),
        aside,
      ),
      balanceForm(hash),
    );
  }

  function tellLate(): void {
    if (isSent) return;
    panel.step("waiting", "The time of this price is over. If you have paid, it is found or you name it below.", true);
    panel.offer(
      element(
        "p",
        {},
        button("Ask for a fresh price", () => void askAgain()),
      ),
    );
  }

  async function askAgain(): Promise<void> {
    const reply = await send(request);
    if (reply.state === "offline") return panel.step("waiting", "The hub cannot be reached. Try again.", true);
    if (reply.isOk) return done(reply);
    const problem = problemOf(reply);
    const fresh = problem.terms && readTerms(problem.terms, problem.aheadMs);
    if (fresh === undefined) return panel.step("waiting", problem.detail, true);
    turn += 1;
    const { hash: _, ...rest } = payment;
    const next = { ...rest, terms: fresh };
    keepPayment(next);
    payCall(next, place, leave);
  }

  /** What was paid and has bought nothing becomes the balance of a key: that of the tab, or a new one. */
  function balanceForm(hash: string): HTMLElement {
    const email = field("E-mail", {
      id: "owner",
      type: "email",
      required: true,
      autocomplete: "email",
      maxlength: "254",
    });
    const status = element("p", { role: "status" });
    const submit = element("button", {}, "Make it a balance");
    const form = element(
      "form",
      {},
      heading("Keep it as a balance"),
      element("p", { class: "soft" }, "What has arrived pays for other calls of a key."),
      email.line,
      element("p", {}, submit),
      status,
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      void convert();
    });
    return form;

    async function convert(): Promise<void> {
      const body = JSON.stringify({
        email: email.control.value.trim(),
        per_call: true,
        tx_hash: hash,
        invoice_id: terms.invoiceId,
        ...(terms.proofKey !== "" && { proof_key: terms.proofKey }),
      });
      const reply = await once(submit, () => send({ method: "POST", path: "/api/v1/x402/register/", body }));
      if (reply === undefined) return;
      if (reply.state === "offline") status.textContent = "The hub cannot be reached. Try again.";
      else if (!reply.isOk) status.textContent = problemOf(reply).detail;
      else credited(objectOf(reply.value));
    }
  }

  function credited({ api_key: key, credited_xrp: xrp }: Readonly<Record<string, unknown>>): void {
    forgetPayment();
    if (textOf(key) !== "") keepKey(textOf(key));
    panel.step("done", `${String(xrp)} XRP are now the balance of ${textOf(key) === "" ? "your key" : "a new key"}.`);
    panel.offer(...(textOf(key) === "" ? [] : [keyLine(textOf(key))]), element("p", {}, link("Usage", "/usage")));
  }
}

/** A key that is shown this once. */
export function keyLine(key: string): HTMLElement {
  return element(
    "p",
    {},
    "Your key, shown this once: ",
    element("code", {}, key),
    " ",
    copyButton(() => key, "Copy", "Copy the key"),
  );
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

export function waitOf(reply: HubReply, usualMs: number): number {
  return reply.state === "answered" ? Math.max(usualMs, problemOf(reply).waitSeconds * 1_000) : OFFLINE_MS;
}
