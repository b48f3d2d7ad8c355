/** One connection: how it stands, and what can be done with it. */
import { askFor } from "../ask.ts";
import { button, element, field, link } from "../dom.ts";
import type { HubAnswer } from "../hub.ts";
import { objectOf, textOf } from "../../../text/foreign.ts";
import { dateOf } from "../table.ts";
import { type ConnectionView, METHODS, PATH, standingOf } from "./model.ts";

export interface CardDeps {
  /** Asks for all of them anew; then the keyboard is where this one is. */
  readonly changed: (id: string, words: string) => void;
}

/** `words` say what was done last. */
export function cardOf(connection: ConnectionView, { changed }: CardDeps, words = ""): HTMLElement {
  const { id, label, state, connectUrl, waitsForCode, isDefault } = connection;
  const { words: standing, look } = standingOf(connection);
  const told = element("p", { role: "status" }, words);
  const refusal = element("div");
  const isUsable = state === "active" || state === "stale";
  const open = connectUrl !== "" || waitsForCode;
  const title = element("h3", { tabindex: "-1", id: `of-${id}` }, label);
  return element(
    "li",
    { class: "card", "data-state": state, "aria-labelledby": title.id },
    element("p", { class: "row" }, title, isDefault && element("span", { class: "soft" }, "default")),
    element("p", { class: look }, standing),
    factsOf(connection),
    ...(open ? [givingPart()] : []),
    element(
      "p",
      { class: "row" },
      ...(isUsable ? [act("Test", test)] : []),
      ...(isUsable && !isDefault
        ? [act("Make default", () => patch({ is_default: true }, "It is the default now."))]
        : []),
      act(open ? "New link" : "Reconnect", reconnect),
      ...(isUsable ? [act("Disable", () => patch({ disabled: true }, "No call gets it any more."))] : []),
      ...(state === "disabled" ? [act("Enable", () => patch({ disabled: false }, "Calls get it again."))] : []),
      deletion(),
    ),
    told,
    refusal,
  );

  function act(name: string, perform: () => Promise<void>): HTMLButtonElement {
    const made = button(name, () => void perform(), { class: "small", "aria-label": `${name}: ${label}` });
    return made;
  }

  /** The page where it is given, and the code that this page shows at its end. */
  function givingPart(): HTMLElement {
    const code = field("Code that the page shows at its end", {
      id: `code-${id}`,
      required: true,
      autocomplete: "off",
      spellcheck: "false",
      maxlength: "40",
      placeholder: "K7QM-2XPA",
    });
    const form = element(
      "form",
      {},
      connectUrl !== "" &&
        element(
          "p",
          {},
          element("a", { href: connectUrl, target: "_blank", rel: "noopener", class: "button" }, "Give the credential"),
          element("span", { class: "soft" }, " opens a page of this hub, for ten minutes."),
        ),
      code.line,
      element("p", {}, element("button", { class: "main" }, "Confirm")),
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      void confirm(code.control);
    });
    return form;
  }

  async function confirm(code: HTMLInputElement): Promise<void> {
    const body = { code: code.value.trim() };
    if ((await ask("POST", "confirm/", body, () => confirm(code))) !== undefined) changed(id, "It works.");
    else code.select();
  }

  async function test(): Promise<void> {
    told.textContent = "";
    const answer = await ask("POST", "test/", {}, test);
    if (answer === undefined) return;
    const { ok, status, recommended_next_action: next } = objectOf(answer.value);
    told.className = ok === true ? "good" : "bad";
    told.textContent =
      status === null
        ? textOf(next)
        : `The API answered ${String(status)}: ${ok === true ? "it works" : "reconnect it"}.`;
  }

  async function reconnect(): Promise<void> {
    if ((await ask("POST", "reconnect/", {}, reconnect)) !== undefined)
      changed(id, "Give the credential anew; until then the old one serves.");
  }

  async function patch(body: object, words: string): Promise<void> {
    if ((await ask("PATCH", "", body, () => patch(body, words))) !== undefined) changed(id, words);
  }

  /** Asks once more: what is erased nobody brings back. */
  function deletion(): HTMLElement {
    const place = element("span", { class: "row" });
    const begin = act("Delete", async () => {
      const keep = button(
        "Keep it",
        () => {
          place.replaceChildren(begin);
          begin.focus();
        },
        { class: "small" },
      );
      place.replaceChildren("Erase the credential?", act("Erase", erase), keep);
      keep.focus();
    });
    place.append(begin);
    return place;
  }

  async function erase(): Promise<void> {
    if ((await ask("DELETE", "", undefined, erase)) !== undefined) changed("", `"${label}" is erased.`);
  }

  function ask(
    method: string,
    path: string,
    body: object | undefined,
    again: () => Promise<void>,
  ): Promise<HubAnswer | undefined> {
    const request = { method, path: `${PATH}${id}/${path}`, ...(body && { body: JSON.stringify(body) }) };
    return askFor({ request, title: label, place: refusal, again: () => void again() });
  }
}

function factsOf({ method, hosts, scopes, hint, isGetOnly, usedAt, expiresAt, entry }: ConnectionView): HTMLElement {
  const facts: Readonly<Record<string, string>> = {
    What: [METHODS[method] ?? method, hint].filter((text) => text !== "").join(" "),
    Hosts: hosts.join(", "),
    Scopes: scopes.join(", "),
    "Used for": isGetOnly ? "reading only" : "",
    "Last used": dateOf(usedAt),
    "Runs out": dateOf(expiresAt),
  };
  return element(
    "dl",
    { class: "facts" },
    ...Object.entries(facts)
      .filter(([, text]) => text !== "")
      .flatMap(([name, text]) => [element("dt", {}, name), element("dd", {}, text)]),
    element("dt", {}, "Asked for by"),
    element("dd", {}, link(entry, `/apis/${encodeURIComponent(entry)}`)),
  );
}
