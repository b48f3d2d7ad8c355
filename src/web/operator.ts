/** `/operator`: how the hub is, what it has earned, and what waits for its operator. */
import { listOf, objectOf } from "../text/foreign.ts";
import { askFor } from "./parts/ask.ts";
import { button, element } from "./parts/dom.ts";
import { send } from "./parts/hub.ts";
import { showKeyControl } from "./parts/key-control.ts";
import { accountsPart } from "./parts/operator/accounts.ts";
import { clientsPart } from "./parts/operator/clients.ts";
import { cardsOf, faultsOf, tablesOf } from "./parts/operator/figures.ts";
import { parkedCard } from "./parts/operator/parked.ts";
import { currentToken, keepToken, tokenForm } from "./parts/operator/token.ts";

const OVERVIEW = "/api/v1/admin/overview/";
const PARKED = "/api/v1/admin/parked/";
const ACCOUNTS = "/api/v1/admin/accounts/";
const CLIENTS = "/api/v1/admin/oauth-clients/";

const place = document.querySelector<HTMLElement>("#operator");

showKeyControl();
void load();

async function load(words = ""): Promise<void> {
  if (place === null) return;
  const token = currentToken();
  if (token === "") return place.replaceChildren(tokenForm("", () => void load()));
  place.setAttribute("aria-busy", "true");
  const [overview, parked, ready, clients, accounts] = await Promise.all([
    send({ method: "GET", path: OVERVIEW, token }),
    send({ method: "GET", path: PARKED, token }),
    send({ method: "GET", path: "/ready", token }),
    send({ method: "GET", path: CLIENTS, token }),
    send({ method: "GET", path: ACCOUNTS, token }),
  ]);
  place.removeAttribute("aria-busy");
  // To whoever has not the token it is a path that is not served.
  if (overview.state === "answered" && overview.status === 404) {
    keepToken("");
    return place.replaceChildren(tokenForm("That is not the token.", () => void load()));
  }
  if (overview.state === "offline" || !overview.isOk || parked.state === "offline" || !parked.isOk) {
    const refusal = element("div");
    place.replaceChildren(refusal);
    // Asked once more by itself, it tells in its place what is wrong.
    const request = { method: "GET", path: OVERVIEW, token };
    const answer = await askFor({ request, title: "Operator", place: refusal, again: () => void load() });
    if (answer !== undefined) place.replaceChildren(button("Try again", () => void load()));
    return;
  }
  const figures = objectOf(overview.value);
  const waiting = listOf(objectOf(parked.value)["parked"]).map(objectOf);
  const standing = ready.state === "answered" ? objectOf(ready.value) : {};
  const faults = faultsOf(standing);
  const title = element("h2", { tabindex: "-1" }, "Parked payments");
  place.replaceChildren(
    element(
      "p",
      { class: "row" },
      button("Look again", () => void load("Looked again.")),
      button("Forget the token", () => {
        keepToken("");
        void load();
      }),
      element("span", { role: "status" }, words),
    ),
    cardsOf(figures, standing, waiting.length),
    ...(faults.length === 0
      ? []
      : [
          element("h2", {}, "What is wrong"),
          element("ul", { class: "bad" }, ...faults.map((fault) => element("li", {}, fault))),
        ]),
    title,
    waiting.length === 0
      ? element("p", {}, "None: every payment has found its order, its call or its key.")
      : element("ul", { class: "cards" }, ...waiting.map((one) => parkedCard(one, (what) => void load(what)))),
    ...(accounts.state === "answered" && accounts.isOk ? accountsPart(accounts.value, (what) => void load(what)) : []),
    ...(clients.state === "answered" && clients.isOk ? clientsPart(clients.value, (what) => void load(what)) : []),
    ...tablesOf(figures),
  );
  if (words !== "") title.focus();
}
