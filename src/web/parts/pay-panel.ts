/** A payment as its payer sees it: what to send where, as text and as a code, how far it is, and how long it holds. */
import { button, copyButton, element, heading } from "./dom.ts";
import { isHash } from "./payment.ts";
import { qrCode } from "./qr.ts";

export interface PanelFacts {
  readonly title: string;
  readonly network: string;
  readonly address: string;
  readonly tag: string;
  readonly amountXrp: number;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
  readonly walletLink: string;
}

const STEPS = ["waiting", "seen", "validated", "done"] as const;
export type PayStep = (typeof STEPS)[number];

export interface PanelActs {
  /** Pays with play money; left out where real money moves. */
  readonly play?: () => void;
  /** Takes a transaction that its payer names; left out where none need be named. */
  readonly name?: (hash: string) => void;
  /** Puts the payment aside. */
  readonly leave: () => void;
  /** Its time is over. */
  readonly late: () => void;
}

export interface Panel {
  readonly part: HTMLElement;
  /** How far it is, with what is to be said of that. */
  step(step: PayStep, words: string, isBad?: boolean): void;
  /** What stands below the steps, in place of what stood there. */
  offer(...nodes: readonly Node[]): void;
}

export function payPanel(facts: PanelFacts, acts: PanelActs): Panel {
  const { title, amountXrp, walletLink } = facts;
  const words = element("p", { role: "status" });
  const marks = STEPS.map((name) => element("li", {}, name));
  const offers = element("div");
  const clock = element("span", { role: "timer", class: "soft" });
  const money = element(
    "div",
    { class: "money" },
    ...(walletLink === "" ? [] : [qrCode(walletLink, `Pay ${amountXrp} XRP: a code for a wallet`)]),
    element("div", {}, factsOf(facts), buttonsOf(facts, acts)),
  );
  const name = heading(title);
  const part = element(
    "section",
    { class: "card" },
    name,
    element("p", { class: "price" }, `${amountXrp} XRP`),
    money,
    element("ol", { class: "steps" }, ...marks),
    element("div", { class: "row" }, words, clock),
    offers,
  );
  const timer = setInterval(tick, 1_000);
  tick();
  return {
    part,
    step: (step, said, isBad = false) => keepFocus(() => show(step, said, isBad)),
    offer: (...nodes) => keepFocus(() => offers.replaceChildren(...nodes)),
  };

  function show(step: PayStep, said: string, isBad: boolean): void {
    const at = STEPS.indexOf(step);
    for (const [index, mark] of marks.entries()) {
      mark.className = index < at || step === "done" ? "past" : "";
      if (index === at) mark.setAttribute("aria-current", "step");
      else mark.removeAttribute("aria-current");
    }
    // What was sent is not sent twice, and its price no longer runs out.
    money.hidden = clock.hidden = step !== "waiting";
    words.className = isBad ? "bad" : step === "done" ? "good" : "";
    words.textContent = said;
  }

  /** Who stands on what goes away, as a button does that was pressed, stands on the heading then. */
  function keepFocus(change: () => void): void {
    const isWithin = part.contains(document.activeElement);
    change();
    const at = document.activeElement;
    if (isWithin && (!part.contains(at) || at?.closest("[hidden]"))) name.focus();
  }

  function tick(): void {
    const left = Math.ceil((facts.expiresAt - Date.now()) / 1_000);
    clock.textContent = left > 0 ? `${two(left / 60)}:${two(left % 60)} left` : "";
    if (left > 0) return;
    clearInterval(timer);
    queueMicrotask(acts.late); // Whoever is told has the panel by then.
  }
}

function factsOf({ network, address, tag, amountXrp, walletLink }: PanelFacts): HTMLElement {
  const invoice = walletLink === "" ? null : new URL(walletLink).searchParams.get("invoiceid");
  const rows: readonly (readonly [name: string, value: string])[] = [
    ["Amount", String(amountXrp)],
    ["To", address],
    ...(tag === "" ? [] : [["Destination tag", tag] as const]),
    ...(invoice === null ? [] : [["Invoice hash", invoice] as const]),
  ];
  return element(
    "dl",
    {},
    ...rows.flatMap(([name, value]) => [
      element("dt", {}, name),
      element(
        "dd",
        {},
        element("code", {}, value),
        " ",
        copyButton(() => value, "Copy", `Copy ${name}`),
      ),
    ]),
    element("dt", {}, "Ledger"),
    element("dd", {}, element("code", {}, network)),
  );
}

function buttonsOf({ walletLink }: PanelFacts, { play, name, leave }: PanelActs): HTMLElement {
  return element(
    "div",
    {},
    element(
      "p",
      { class: "row" },
      ...(play === undefined ? [] : [button("Pay with play money", play, { class: "main" })]),
      ...(play !== undefined || walletLink === ""
        ? []
        : [element("a", { href: walletLink, rel: "noreferrer", class: "main" }, "Open wallet")]),
      button("Put it aside", leave),
    ),
    ...(name === undefined ? [] : [hashForm(name)]),
  );
}

/** A wallet tells its payer the transaction; the hub finds most of them by itself. */
function hashForm(name: (hash: string) => void): HTMLElement {
  const hash = element("input", {
    id: "tx-hash",
    "aria-describedby": "tx-hash-hint",
    autocomplete: "off",
    spellcheck: "false",
    maxlength: "64",
  });
  const fault = element("p", { role: "status", class: "bad" });
  const form = element(
    "form",
    {},
    element("label", { for: "tx-hash" }, "Transaction"),
    element("p", { class: "row" }, hash, element("button", {}, "Use it")),
    element(
      "p",
      { class: "hint", id: "tx-hash-hint" },
      "Only if you have paid and nothing happens here: 64 hexadecimal digits.",
    ),
    fault,
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const typed = hash.value.trim();
    fault.textContent = isHash(typed) ? "" : "That is no hash of a transaction.";
    if (isHash(typed)) name(typed.toUpperCase());
  });
  return element("details", {}, element("summary", {}, "I have paid"), form);
}

function two(number: number): string {
  return String(Math.floor(number)).padStart(2, "0");
}
