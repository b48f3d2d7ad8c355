/** A login needs a client that is registered at its authority, once: where, with which address, and what it gave. */
import { type JsonObject, textOf } from "../../../text/foreign.ts";
import { askFor } from "../ask.ts";
import { copyButton, element, field, heading, link } from "../dom.ts";

/** `facts` are those of `oauth_client_required`. */
export function clientForm(facts: JsonObject, kept: () => void): HTMLElement {
  const { authority, redirect_uri: redirect, console_url: console } = facts;
  const address = textOf(redirect);
  const id = field("Client id", { required: true, autocomplete: "off", spellcheck: "false", maxlength: "500" });
  const secret = field("Client secret, if there is one", { type: "password", autocomplete: "off", maxlength: "4000" });
  const refusal = element("div");
  const form = element(
    "form",
    { class: "card" },
    heading(`Register a client at ${textOf(authority)}`),
    element(
      "p",
      {},
      "A login needs one, once. Make it ",
      console === undefined ? "there" : link("there", textOf(console)),
      ", with this address:",
    ),
    element(
      "p",
      { class: "row" },
      element("code", {}, address),
      copyButton(() => address, "Copy", "Copy the address"),
    ),
    id.line,
    secret.line,
    element("p", {}, element("button", { class: "main" }, "Keep it")),
    refusal,
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void keep();
  });
  return form;

  async function keep(): Promise<void> {
    const given = secret.control.value.trim();
    const body = {
      authority: textOf(authority),
      client_id: id.control.value.trim(),
      ...(given !== "" && { client_secret: given }),
    };
    const request = { method: "POST", path: "/api/v1/agent/oauth-clients/", body: JSON.stringify(body) };
    const answer = await askFor({ request, title: "Client", place: refusal, again: () => void keep() });
    if (answer === undefined) return;
    secret.control.value = "";
    kept();
  }
}
