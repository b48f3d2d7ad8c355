/** The operator's token: kept for this tab alone, and sent in its header and nowhere else. */
import { element, field } from "../dom.ts";
import { forget, keep, kept } from "../tab-storage.ts";

const STORED = "hub_operator_token";

export function currentToken(): string {
  return kept(STORED) ?? "";
}

/** "" forgets it. */
export function keepToken(token: string): void {
  if (token === "") forget(STORED);
  else keep(STORED, token);
}

/** @param given what to do once it is there */
export function tokenForm(words: string, given: () => void): HTMLFormElement {
  const token = field("The operator's token", {
    type: "password",
    required: true,
    autocomplete: "off",
    spellcheck: "false",
    maxlength: "500",
    // What a header carries.
    pattern: "[ -~]+",
  });
  const form = element(
    "form",
    { class: "add" },
    token.line,
    element("p", {}, element("button", { class: "main" }, "Show it")),
    element(
      "p",
      { role: "status", class: words === "" ? "soft" : "bad" },
      words || "ADMIN_TOKEN in the hub's settings. It stays in this tab.",
    ),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    keepToken(token.control.value.trim());
    given();
  });
  return form;
}
