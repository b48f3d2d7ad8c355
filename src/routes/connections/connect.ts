/** The pages of a connect link, for a person: what is asked, the form or the login, and the code that confirms it. */
import { createHmac, randomBytes } from "node:crypto";
import { isOauth } from "../../runtime/access.ts";
import type { AccountName } from "../../connections/account-name.ts";
import { readForm } from "../../connections/form.ts";
import { isSame } from "../../connections/link.ts";
import type { Connection } from "../../connections/model.ts";
import { closedPage, codePage, connectPage, devicePage } from "../../presenters/connect-page.ts";
import { pageHeaders } from "../../presenters/plain-page.ts";
import { nameParameter } from "../../presenters/route.ts";
import { asHubError, type HubError } from "../../runtime/errors.ts";
import type { BodyDeps } from "../http/body.ts";
import type { ConnectionParts } from "./connections.ts";
import { requestUrl } from "../../runtime/http/request-url.ts";
import type { Mount, RouteContext } from "../http/mount.ts";

export interface ConnectRoutesDeps extends BodyDeps {
  readonly connections: ConnectionParts & { readonly accountName: AccountName };
  readonly hubUrl: () => string;
  /** Told of every error that is shown. */
  readonly report: (error: HubError, requestId: string) => void;
}

const FORM_BYTES = 64 * 1024;
const COOKIE_SECONDS = 900;
const NOT_SHOWN = "Open the link again: this form was not shown in this browser.";

export function connectRoutes(deps: ConnectRoutesDeps, mount: Mount): void {
  const { service, logins, accountName, linkUrl } = deps.connections;
  const isSecure = (): boolean => deps.hubUrl().startsWith("https:");
  const cookieName = (): string => (isSecure() ? "__Host-hub-connect" : "hub-connect");

  const common = {
    path: "/connect/:token",
    tag: "connections",
    access: "open",
    params: nameParameter("token", "What the link of a connection ends with."),
    statuses: [404, 424, 502, 504],
    failsAs: [400, 404, 424, 500, 502, 503, 504],
    example: { params: { token: "con_0" } },
  } as const;
  mount(
    {
      ...common,
      id: "show_connect_page",
      method: "GET",
      summary: "What a connection is for, and the form for its credential, as a page.",
      ok: { description: "The page.", type: "text/html" },
    },
    ({ request, params, set }) =>
      asPage(set, async () => {
        const token = params["token"] ?? "";
        const connection = await service.open(token);
        const browser = browserOf(request) ?? randomBytes(24).toString("base64url");
        return page(await form(connection, token, browser), { browser, leadsTo: targetsOf(connection) });
      }),
  );
  mount(
    {
      ...common,
      id: "give_credential",
      method: "POST",
      summary: "Takes what the person has typed, or goes on with a login by a device code.",
      bodyType: "application/x-www-form-urlencoded",
      ok: { description: "The code that confirms it.", type: "text/html" },
    },
    ({ request, params, set }) =>
      asPage(set, async () => {
        const token = params["token"] ?? "";
        const connection = await service.open(token);
        const { typed, browser } = await readPost(request, token);
        if (browser === undefined) return page(closedPage(NOT_SHOWN), { status: 400 });
        if (isOauth(connection.method)) return stepOn(connection, { token, browser, step: typed.get("step") });
        const read = readForm(typed, connection.way);
        if (!read.ok) return page(await form(connection, token, browser, read.fault), { status: 400 });
        const code = await service.give(connection, { secret: read.secret, expires_at: null, scopes: null });
        return page(codePage(connection, code));
      }),
  );
  mount(
    {
      ...common,
      id: "begin_login",
      method: "POST",
      path: "/connect/:token/login",
      summary: "Sends the person to the authority.",
      bodyType: "application/x-www-form-urlencoded",
      ok: { status: 303, description: "To the login.", type: "text/html" },
      headers: ["Location"],
    },
    ({ request, params, set }) =>
      asPage(set, async () => {
        const token = params["token"] ?? "";
        const connection = await service.open(token);
        const { browser } = await readPost(request, token);
        if (browser === undefined || connection.method !== "oauth2_code")
          return page(closedPage(NOT_SHOWN), { status: 400 });
        const next = await logins.begin(connection, browser);
        return new Response(null, { status: 303, headers: { ...pageHeaders(), location: next.url } });
      }),
  );
  mount(
    {
      id: "land_login",
      method: "GET",
      path: "/oauth/callback/:authority",
      tag: "connections",
      summary: "Where an authority sends a person back after a login.",
      access: "open",
      params: nameParameter("authority", "The authority, whose clients have this address for their own."),
      ok: { description: "The code that confirms the connection.", type: "text/html" },
      statuses: [404, 424, 502, 504],
      failsAs: [400, 404, 424, 500, 502, 503, 504],
      example: { params: { authority: "github" } },
    },
    ({ request, params, set }) =>
      asPage(set, async () => {
        const answer = requestUrl(request).searchParams;
        const landed = await logins.land(params["authority"] ?? "", answer, browserOf(request) ?? "");
        return page(codePage(landed.connection, landed.code));
      }),
  );

  /** What was sent, and by which browser: `undefined` where it was not shown the form. */
  async function readPost(request: Request, token: string) {
    const typed = new URLSearchParams(await deps.bodies.text(request, FORM_BYTES));
    const browser = browserOf(request);
    const isShown = browser !== undefined && isSame(typed.get("form_token") ?? "", formToken(browser, token));
    return { typed, browser: isShown ? browser : undefined };
  }

  /** A login by a device code: the code is shown, then the authority is asked whether it was used. */
  async function stepOn(
    connection: Connection,
    { token, browser, step }: { token: string; browser: string; step: string | null },
  ): Promise<Response> {
    if (connection.method !== "oauth2_device") return page(closedPage(NOT_SHOWN), { status: 400 });
    const facts = { formToken: formToken(browser, token) };
    if (step !== "device") {
      const next = await logins.begin(connection, browser);
      return page(next.kind === "device" ? devicePage(connection, { ...next, ...facts }) : closedPage(NOT_SHOWN));
    }
    const polled = await logins.poll(connection, browser);
    if ("code" in polled) return page(codePage(polled.connection, polled.code));
    return page(devicePage(connection, { ...polled, ...facts, fault: "The provider has not seen the login yet." }));
  }

  async function form(connection: Connection, token: string, browser: string, fault?: string): Promise<string> {
    return connectPage({
      connection,
      account: await accountName(connection.row.account_id),
      formToken: formToken(browser, token),
      loginUrl: `${linkUrl(token)}/login`,
      ...(fault !== undefined && { fault }),
    });
  }

  function page(html: string, { status = 200, browser, leadsTo }: PageOptions = {}): Response {
    const headers = new Headers(pageHeaders(leadsTo));
    if (browser !== undefined) {
      const flags = `Path=/; HttpOnly; SameSite=Lax; Max-Age=${COOKIE_SECONDS}${isSecure() ? "; Secure" : ""}`;
      headers.set("set-cookie", `${cookieName()}=${browser}; ${flags}`);
    }
    return new Response(html, { status, headers });
  }

  function browserOf(request: Request): string | undefined {
    const cookies = (request.headers.get("cookie") ?? "").split(";").map((one) => one.trim());
    const mine = cookies.filter((one) => one.startsWith(`${cookieName()}=`));
    const value = mine.length === 1 ? mine[0]?.slice(cookieName().length + 1) : undefined;
    return value !== undefined && /^[\w-]{32}$/.test(value) ? value : undefined;
  }

  async function asPage(set: RouteContext["set"], answer: () => Promise<Response>): Promise<Response> {
    try {
      return await answer();
    } catch (thrown) {
      const error = asHubError(thrown);
      const { status, message, code } = error;
      const requestId = String(set.headers["x-request-id"]);
      deps.report(error, requestId);
      return page(closedPage(code === "internal" ? `${message} It is ${requestId}.` : message), { status });
    }
  }
}

interface PageOptions {
  readonly status?: number;
  /** The value that this browser shows from now on. */
  readonly browser?: string;
  /** Origins that the form may lead to. */
  readonly leadsTo?: readonly string[];
}

/** A login leaves the hub by the form. */
function targetsOf({ way }: Connection): string[] {
  return way.authority?.authorize === undefined ? [] : [new URL(way.authority.authorize).origin];
}

function formToken(browser: string, token: string): string {
  return createHmac("sha256", browser).update(token).digest("base64url");
}
