/** Connecting another API: which one, how, and the link on which its credential is given. */
import { isObject, listOf, objectOf, textOf } from "../../../text/foreign.ts";
import { askFor } from "../ask.ts";
import { button, element, field, link } from "../dom.ts";
import { type HubAnswer, problemOf, send } from "../hub.ts";
import { clientForm } from "./client.ts";
import { METHODS, PATH } from "./model.ts";

export interface AddDeps {
  /** Slug of the entry that somebody came from; "" for none. */
  readonly slug: string;
  readonly connected: (id: string) => void;
}

const SLUG = /^[a-z0-9][a-z0-9._-]{0,99}$/;

export function addPart({ slug, connected }: AddDeps): HTMLElement {
  const wish = field("Which API?", {
    required: true,
    autocomplete: "off",
    maxlength: "300",
    placeholder: "github, send sms, or a slug",
    value: slug,
  });
  const found = element("div", { "aria-live": "polite" });
  const refusal = element("div");
  const form = element("form", { class: "add" }, wish.line, element("p", {}, element("button", {}, "Find it")));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void look(wish.control.value.trim());
  });
  if (slug !== "") void look(slug);
  return element("section", {}, element("h2", {}, "Connect another"), form, found, refusal);

  /** A slug leads to its form, words to what a search finds. */
  async function look(text: string): Promise<void> {
    const reply = SLUG.test(text) ? await send({ method: "GET", path: accessPath(text) }) : undefined;
    if (reply?.state === "answered" && reply.isOk) return offer(text, objectOf(reply.value));
    const path = `/ui/search?${new URLSearchParams({ q: text })}`;
    const answer = await askFor({
      request: { method: "GET", path },
      title: text,
      place: refusal,
      again: () => void look(text),
    });
    if (answer === undefined) return;
    const results = new DOMParser().parseFromString(answer.text, "text/html").querySelectorAll(".results > li");
    const rows = [...results].flatMap((row) => {
      const entry =
        row
          .querySelector("a")
          ?.getAttribute("href")
          ?.replace(/^\/apis\//, "") ?? "";
      const name = (row.querySelector("a")?.textContent ?? "").replace(/\s+/g, " ").trim();
      const more = (row.querySelector(".soft")?.textContent ?? "").trim();
      return SLUG.test(entry) ? [{ entry, name, more }] : [];
    });
    if (rows.length === 0) return found.replaceChildren(element("p", {}, "Nothing in the catalogue says that."));
    found.replaceChildren(
      element("p", { class: "soft" }, "A connection serves every operation of its hosts. Choose one of them:"),
      element(
        "ul",
        { class: "choices" },
        ...rows.map(({ entry, name, more }) =>
          element(
            "li",
            {},
            button(name, () => void choose(entry)),
            element("span", { class: "soft" }, more),
          ),
        ),
      ),
    );
  }

  async function choose(entry: string): Promise<void> {
    const answer = await askFor({
      request: { method: "GET", path: accessPath(entry) },
      title: entry,
      place: refusal,
      again: () => void choose(entry),
    });
    if (answer !== undefined) offer(entry, objectOf(answer.value));
  }

  function offer(entry: string, facts: ReturnType<typeof objectOf>): void {
    const ways = listOf(facts["ways"]).filter(isObject);
    const { state } = objectOf(facts["access"]);
    const hosts = listOf(facts["hosts"]).map(textOf).join(", ");
    const title = element("h3", { tabindex: "-1" }, link(entry, `/apis/${encodeURIComponent(entry)}`));
    if (ways.length === 0) {
      const why =
        textOf(facts["why"]) ||
        (state === "unknown" ? "Nobody says what credential it needs." : "It needs no credential.");
      found.replaceChildren(element("div", { class: "card" }, title, element("p", {}, why)));
      return title.focus();
    }
    const method = element(
      "select",
      { id: "add-method" },
      ...ways.map((way) => element("option", { value: textOf(way["method"]) }, METHODS[textOf(way["method"])] ?? "")),
    );
    const scopes = field("Scopes", {
      autocomplete: "off",
      spellcheck: "false",
      value: listOf(facts["scopes"]).map(textOf).join(" "),
    });
    const label = field("Name, if you like", { autocomplete: "off", maxlength: "100" });
    const getOnly = element("input", { type: "checkbox", id: "add-get-only" });
    const hasScopes = ways.some((way) => textOf(way["method"]).startsWith("oauth2"));
    const begin = element(
      "form",
      { class: "card" },
      title,
      element("p", { class: "soft" }, hosts === "" ? "" : `Sent to ${hosts} and to nobody else.`),
      element("p", {}, element("label", { for: "add-method" }, "By"), method),
      ...(hasScopes ? [scopes.line] : []),
      label.line,
      element("p", { class: "check" }, getOnly, element("label", { for: "add-get-only" }, "For reading only (GET)")),
      element("p", {}, element("button", { class: "main" }, "Make the link")),
    );
    begin.addEventListener("submit", (event) => {
      event.preventDefault();
      void connect({
        for: entry,
        method: method.value,
        ...(label.control.value.trim() !== "" && { label: label.control.value.trim() }),
        ...(method.value.startsWith("oauth2") && {
          scopes: scopes.control.value.split(/\s+/).filter((one) => one !== ""),
        }),
        ...(getOnly.checked && { get_only: true }),
      });
    });
    found.replaceChildren(begin);
    title.focus();
  }

  async function connect(body: object): Promise<void> {
    const request = { method: "POST", path: PATH, body: JSON.stringify(body) };
    const again = (): void => void connect(body);
    const instead = (told: HubAnswer): HTMLElement | undefined =>
      problemOf(told).code === "oauth_client_required" ? clientForm(objectOf(told.value), again) : undefined;
    const answer = await askFor({ request, title: "Connect", place: refusal, again, instead });
    if (answer === undefined) return;
    found.replaceChildren();
    refusal.replaceChildren();
    connected(textOf(objectOf(answer.value)["id"]));
  }
}

function accessPath(slug: string): string {
  return `/api/v1/agent/tool/${encodeURIComponent(slug)}/access/`;
}
