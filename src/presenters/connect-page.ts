/** The pages on which a person gives a credential: what it is for, the form or the login, and the code that confirms it. */
import type { Connection } from "../connections/model.ts";
import { escapeHtml, plainPage } from "./plain-page.ts";

export interface ConnectFacts {
  readonly connection: Connection;
  /** Who asks, as its person may know it. */
  readonly account: string;
  /** What the form sends back, so that no other page can send it. */
  readonly formToken: string;
  /** Where a login begins. */
  readonly loginUrl: string;
  readonly fault?: string;
}

/** What is to be given, and the form for it. */
export function connectPage({ connection, account, formToken, loginUrl, fault }: ConnectFacts): string {
  const alert = fault === undefined ? "" : `<p role="alert">${escapeHtml(fault)}</p>`;
  const action = connection.method === "oauth2_code" ? ` action="${escapeHtml(loginUrl)}"` : "";
  return plainPage(
    "Connect an API",
    `<p>An agent asks for leave to call an API for you. Go on only if you have asked it to, or have begun this yourself, just now.</p>` +
      `${factsOf(connection, account)}${alert}` +
      `<form method="post"${action} autocomplete="off"><input type="hidden" name="form_token" value="${escapeHtml(formToken)}">` +
      `${inputsOf(connection)}</form>`,
  );
}

/** Shown once, in the browser that has given the credential. */
export function codePage(connection: Connection, code: string): string {
  return plainPage(
    "Tell your agent this code",
    `<p role="status" class="code">${escapeHtml(code)}</p>` +
      `<p>The connection to ${escapeHtml(connection.hosts[0] ?? "")} works once your own agent has sent this code, or you have typed it on the hub's page of connections, within ten minutes. ` +
      `Give it to nobody else: without it nothing that you have given is used, and it is erased.</p>`,
  );
}

/** What a person does at the authority, for a login by a device code. */
export function devicePage(
  connection: Connection,
  { userCode, url, formToken, fault }: { userCode: string; url: string; formToken: string; fault?: string },
): string {
  const alert = fault === undefined ? "" : `<p role="alert">${escapeHtml(fault)}</p>`;
  return plainPage(
    "Log in at the provider",
    `<p>Open <a rel="noreferrer" href="${escapeHtml(url)}">${escapeHtml(url)}</a> and type this code:</p>` +
      `<p class="code">${escapeHtml(userCode)}</p>${alert}` +
      `<form method="post"><input type="hidden" name="form_token" value="${escapeHtml(formToken)}">` +
      `<input type="hidden" name="step" value="device"><button type="submit">I have logged in</button></form>` +
      `<p>It connects ${escapeHtml(connection.hosts.join(", "))}.</p>`,
  );
}

export function closedPage(why: string): string {
  return plainPage("This link does not open", `<p role="alert">${escapeHtml(why)}</p>`);
}

function factsOf({ row, way, hosts, rules }: Connection, account: string): string {
  const rows: Record<string, string | undefined> = {
    Asks: account,
    "For the API operation": row.entry,
    "Gets the credential": hosts.join(", "),
    "Logs in at":
      way.authority === undefined ? undefined : new URL(way.authority.authorize ?? way.authority.token).host,
    Scopes: way.scopes.length === 0 ? undefined : way.scopes.join(", "),
    "Used for": rules.get_only ? "reading only" : undefined,
    "Calls a day": rules.daily_cap === null ? undefined : `at most ${rules.daily_cap}`,
  };
  const shown = Object.entries(rows).filter(([, value]) => value !== undefined);
  return `<dl>${shown.map(([name, value = ""]) => `<dt>${name}</dt><dd>${escapeHtml(value)}</dd>`).join("")}</dl>`;
}

function inputsOf({ way }: Connection): string {
  const made =
    way.consoleUrl === undefined
      ? ""
      : `<p>It is made at <a rel="noreferrer" href="${escapeHtml(way.consoleUrl)}">${escapeHtml(way.consoleUrl)}</a>.</p>`;
  const button = (text: string) => `<p><button type="submit">${text}</button></p>`;
  switch (way.method) {
    case "api_key":
      return (
        made +
        way.placement
          .map(({ name, prefix }, at) => {
            const note = prefix === undefined ? "" : ` (without "${prefix.trim()}", which is added)`;
            return field(`key_${at}`, `${name}${note}`, "password");
          })
          .join("") +
        button("Connect")
      );
    case "basic":
      return (
        made +
        field("username", "User name", "text") +
        field("password", "Password", "password", false) +
        button("Connect")
      );
    case "bearer":
      return made + field("token", "Token", "password") + button("Connect");
    case "aws_sigv4":
      return (
        made +
        field("access_key_id", "Access key id", "text") +
        field("secret_access_key", "Secret access key", "password") +
        field("session_token", "Session token, if there is one", "password", false) +
        button("Connect")
      );
    default:
      return button(`Log in at ${escapeHtml(new URL(way.authority?.authorize ?? way.authority?.token ?? "").host)}`);
  }
}

function field(name: string, label: string, type: "text" | "password", isRequired = true): string {
  const required = isRequired ? " required" : "";
  return (
    `<p><label for="${name}">${escapeHtml(label)}</label><br>` +
    `<input id="${name}" name="${name}" type="${type}" autocomplete="off" maxlength="8000"${required}></p>`
  );
}
