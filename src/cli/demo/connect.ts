/** A person connects an API by a login, and an agent calls it without ever seeing the token. */
import { OperatorError } from "../../runtime/errors.ts";
import { isObject, type JsonObject, objectOf, textOf } from "../../text/foreign.ts";
import { NOTES_AUTHORITY } from "./notes-api.ts";
import type { Demo } from "./step.ts";

const SLUG = "notes-example-net--listnotes";

type Where = Pick<Demo, "hubUrl" | "notes"> & { readonly world: Pick<Demo["world"], "signal"> };

export async function connectApi(demo: Demo): Promise<void> {
  const { hubUrl, notes, show, world } = demo;
  const { key, send } = await openAccount(demo);
  const refused = await send(`proxy/${SLUG}/call/`, {}, key);
  const connect = objectOf(refused.json["connect"]);
  const link = textOf(connect["connect_url"]);
  if (refused.status !== 424 || link === "") throw new OperatorError("The call asks for no connection.");
  show(`POST /api/v1/agent/proxy/${SLUG}/call/ → 424 connection_required, nothing charged`);
  show(`the agent shows its human a link: ${link.slice(0, hubUrl.length + 20)}…`);

  const code = await logIn(link, world.signal);
  show(`the human opens it, logs in, and reads out the code ${code}`);
  const confirmed = await send(`connections/${textOf(connect["connection_id"])}/confirm/`, { code }, key);
  if (confirmed.json["state"] !== "active") throw new OperatorError("The connection is not active.");
  show("the agent confirms it: the connection is active");

  const called = await send(`proxy/${SLUG}/call/`, {}, key);
  const data = objectOf(called.json["data"]);
  if (called.status !== 200 || !isObject(called.json["data"])) throw new OperatorError("The call was not answered.");
  if ([...notes.tokens].some((token) => called.text.includes(token)))
    throw new OperatorError("The answer shows the token.");
  show(`the same call again → 200 ${JSON.stringify(data)}`);
  show("the token went to the API, and into no answer");
}

/** What a person types who connects the API and has it called, while the hub goes on. */
export async function connectLines(where: Where): Promise<readonly string[]> {
  const { key } = await openAccount(where);
  return [
    `export HUB_URL=${where.hubUrl} HUB_API_KEY=${key}`,
    `npx bun run connect ${SLUG}    # open its link, and type the code that the page shows`,
    `curl -sX POST $HUB_URL/api/v1/agent/proxy/${SLUG}/call/ -H "X-API-Key: $HUB_API_KEY" -d '{}'`,
  ];
}

/** An agent with a key, whose client the API's login knows. */
async function openAccount({ hubUrl, notes, world }: Where) {
  const send = async (
    path: string,
    body: object,
    key = "",
  ): Promise<{ status: number; json: JsonObject; text: string }> => {
    const headers = { "content-type": "application/json", ...(key !== "" && { "x-api-key": key }) };
    const url = `${hubUrl}/api/v1/agent/${path}`;
    const response = await fetch(url, { method: "POST", headers, body: JSON.stringify(body), signal: world.signal });
    const text = await response.text();
    return { status: response.status, json: objectOf(JSON.parse(text)), text };
  };
  const registered = await send("register/", { email: "agent@example.com", tier: "free_testnet" });
  const key = textOf(registered.json["api_key"]);
  await send("oauth-clients/", { authority: NOTES_AUTHORITY, ...notes.client }, key);
  return { key, send };
}

/** What a browser does: keeps the cookie, sends the form, goes where it is sent. */
async function logIn(link: string, signal: AbortSignal): Promise<string> {
  const page = await fetch(link, { signal });
  const cookie = (page.headers.getSetCookie()[0] ?? "").split(";")[0] ?? "";
  const html = await page.text();
  const [, action = ""] = / action="([^"]{1,500})"/.exec(html) ?? [];
  const [, formToken = ""] = /name="form_token" value="([^"]+)"/.exec(html) ?? [];
  let next = await fetch(action, {
    method: "POST",
    redirect: "manual",
    headers: { cookie, "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ form_token: formToken }).toString(),
    signal,
  });
  for (let hop = 0; hop < 4; hop++) {
    const location = next.headers.get("location");
    if (location === null) break;
    next = await fetch(location, { redirect: "manual", headers: { cookie }, signal });
  }
  const [, code] = /class="code">([A-Z2-9-]{9})</.exec(await next.text()) ?? [];
  if (code === undefined) throw new OperatorError("The login shows no code.");
  return code;
}
