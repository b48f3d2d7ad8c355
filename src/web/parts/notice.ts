/** What is shown where a request was refused: what is wrong, and as buttons what can be done about it. */
import { objectOf, textOf } from "../../text/foreign.ts";
import { button, element, heading, link } from "./dom.ts";
import type { HubRequest, ProblemView } from "./hub.ts";
import { currentKey } from "./key.ts";
import { offerKey } from "./key-control.ts";
import { isUnderWay, keepPayment, readTerms } from "./payment.ts";

export interface RefusedRequest {
  readonly problem: ProblemView;
  readonly request: HubRequest;
  /** What the request is for, in a few words. */
  readonly title: string;
  /** Sends it again. */
  readonly again: () => void;
}

export function offlineNotice(again: () => void): HTMLElement {
  return notice(
    "The hub cannot be reached",
    element("p", {}, "Nothing is lost: what you typed is still there."),
    element("p", { class: "row" }, button("Try again", again)),
  );
}

export function problemNotice(refused: RefusedRequest): HTMLElement {
  const { problem } = refused;
  if (problem.terms !== undefined && readTerms(problem.terms) !== undefined) return paymentNotice(refused);
  if (problem.status === 429 || problem.waitSeconds > 0) return waitNotice(refused);
  return notice(
    problem.status >= 500 ? "That did not work" : "The hub refused this",
    element("p", { class: "bad" }, problem.detail),
    element("p", { class: "row" }, button("Try again", refused.again), ...connectionOf(refused), ...waysOf(problem)),
    ...more(problem),
  );
}

/** Of a call that lacks a credential: where it is given, and from where one comes back. */
function connectionOf({ problem: { code }, request: { path } }: RefusedRequest): HTMLElement[] {
  const [, slug] = /\/proxy\/([^/]+)\/call\//.exec(path) ?? [];
  const isMissing = /^(?:connection_|oauth_client_|scope_missing)/.test(code);
  return isMissing && slug !== undefined ? [link("Connect it", `/connections?for=${slug}`)] : [];
}

/** The price, and the three ways to pay it. */
function paymentNotice({ problem, request, title, again }: RefusedRequest): HTMLElement {
  const terms = readTerms(objectOf(problem.terms), problem.aheadMs);
  const hasKey = currentKey() !== "";
  const asked = notice(
    `This costs ${terms?.amountXrp ?? "?"} XRP`,
    element("p", {}, problem.detail),
    element(
      "ul",
      { class: "ways" },
      way(
        "A free key",
        "300 calls a day. Runs of a language model are paid from its balance.",
        button(hasKey ? "Change the key" : "Get a free key", offerKey),
      ),
      way("A balance", "Prepay calls, or a tier with daily calls.", link("Top up", "/pay")),
      way(
        "Just this call",
        `${terms?.amountXrp ?? "?"} XRP, once. The answer waits at its end.`,
        button(
          "Pay now",
          () => {
            if (terms === undefined) return;
            // One that was sent already is brought to its end first.
            const isFirst = !isUnderWay();
            const { idempotencyKey: _, ...asked } = request;
            if (isFirst) keepPayment({ title, request: asked, terms, back: location.pathname + location.search });
            location.assign(isFirst ? "/pay" : "/pay#unfinished");
          },
          { class: "main" },
        ),
      ),
    ),
    element("p", { class: "row" }, button("Try again", again)),
    ...more(problem),
  );
  asked.classList.add("ask");
  return asked;
}

/** Counts down to when the request may be sent again. */
function waitNotice({ problem, again }: RefusedRequest): HTMLElement {
  const until = Date.now() + Math.max(1, problem.waitSeconds) * 1_000;
  const clock = element("span", { role: "timer" });
  const repeat = button("Try again", again, { disabled: true });
  const tick = (): void => {
    // A tab in the background is not told of each second.
    const left = Math.ceil((until - Date.now()) / 1_000);
    clock.textContent = left > 0 ? `Again in ${left} s.` : "You can try again now.";
    repeat.disabled = left > 0;
    if (left <= 0) clearInterval(timer);
  };
  const timer = setInterval(tick, 1_000);
  tick();
  return notice(
    problem.status === 429 ? "Too many requests" : "Not at this moment",
    element("p", {}, problem.detail, " ", clock),
    element("p", { class: "row" }, repeat, ...waysOf(problem)),
    ...more(problem),
  );
}

function notice(title: string, ...content: readonly Node[]): HTMLElement {
  return element("section", { class: "notice", role: "alert" }, heading(title), ...content);
}

function way(name: string, what: string, act: HTMLElement): HTMLElement {
  return element("li", {}, element("strong", {}, name), element("span", { class: "soft" }, what), act);
}

/** What the next actions name that a page can do. */
const WAYS: readonly (readonly [says: RegExp, make: () => HTMLElement])[] = [
  [/\/register\//, () => button("Get a free key", offerKey)],
  [/\/agent\/search\//, () => link("Search", "/")],
  [/\/agent\/categories\//, () => link("Categories", "/")],
  [/\/genius\/actors\/(?!\w)/, () => link("Actors", "/actors")],
  [/\/agent\/usage\//, () => link("Usage", "/usage")],
];

function waysOf({ actions }: ProblemView): HTMLElement[] {
  return WAYS.filter(([says]) => actions.some((action) => says.test(action))).map(([, make]) => make());
}

function more({ actions, requestId, code }: ProblemView): HTMLElement[] {
  const steps = actions.map((action) => element("li", {}, action));
  return [
    ...(steps.length === 0
      ? []
      : [element("details", {}, element("summary", {}, "What can be done"), element("ul", {}, ...steps))]),
    element("p", { class: "soft" }, `${code === "" ? "" : `${code} · `}request ${textOf(requestId)}`),
  ];
}
