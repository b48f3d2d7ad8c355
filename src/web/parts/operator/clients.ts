/** The OAuth clients that serve every account which has none of its own: which there are, another, and away with one. */
import { listOf, objectOf, textOf } from "../../../text/foreign.ts";
import { askFor } from "../ask.ts";
import { button, element, field } from "../dom.ts";
import { tableOf } from "../table.ts";
import { currentToken } from "./token.ts";

const PATH = "/api/v1/admin/oauth-clients/";

/** `answer` is what the path of the clients told. */
export function clientsPart(answer: unknown, done: (words: string) => void): Node[] {
  const clients = listOf(objectOf(answer)["oauth_clients"]).map(objectOf);
  const refusal = element("div");
  const [authority, id, secret, reason] = [
    field("Authority", {
      id: "client-authority",
      required: true,
      autocomplete: "off",
      maxlength: "100",
      placeholder: "github",
    }),
    field("Client id", { id: "client-id", required: true, autocomplete: "off", spellcheck: "false", maxlength: "500" }),
    field("Client secret, if there is one", {
      id: "client-secret",
      type: "password",
      autocomplete: "off",
      maxlength: "4000",
    }),
    field("Why, for the audit", { id: "client-reason", required: true, maxlength: "500" }),
  ];
  const form = element(
    "form",
    {},
    authority.line,
    id.line,
    secret.line,
    reason.line,
    element("p", {}, element("button", { class: "main" }, "Keep it")),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void put();
  });
  return [
    element("h2", {}, "OAuth clients for everybody"),
    clients.length === 0
      ? element("p", {}, "None: each account registers its own where a login needs one.")
      : tableOf(
          "OAuth clients for everybody",
          ["authority", "client id", ""],
          clients.map((one) => {
            const name = textOf(one["authority"]);
            const remove = button("Remove", () => void forget(name), {
              class: "small",
              "aria-label": `Remove: ${name}`,
            });
            return [name, textOf(one["client_id"]), remove];
          }),
        ),
    element("details", {}, element("summary", {}, "Register one"), form),
    refusal,
  ];

  async function put(): Promise<void> {
    const given = secret.control.value.trim();
    const body = JSON.stringify({
      authority: authority.control.value.trim(),
      client_id: id.control.value.trim(),
      ...(given !== "" && { client_secret: given }),
      reason: reason.control.value.trim(),
    });
    const answered = await ask(PATH, body, put);
    if (answered === undefined) return;
    secret.control.value = "";
    done(`Register this address with the client: ${textOf(objectOf(answered.value)["redirect_uri"])}`);
  }

  async function forget(name: string): Promise<void> {
    const body = JSON.stringify({ reason: "Removed on the operator's page." });
    const answered = await ask(`${PATH}${encodeURIComponent(name)}/remove/`, body, () => forget(name));
    if (answered !== undefined) done(`The client at ${name} is removed.`);
  }

  function ask(path: string, body: string, again: () => Promise<void>) {
    const request = { method: "POST", path, body, token: currentToken() };
    return askFor({ request, title: "OAuth client", place: refusal, again: () => void again() });
  }
}
