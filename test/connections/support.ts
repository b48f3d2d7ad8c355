/** An account that connects an API on loopback, and the person who opens its links. */
import { expect } from "bun:test";
import { type EchoWorld, startEchoWorld } from "../support/echo-upstream.ts";

export const KEY_API = {
  components: { securitySchemes: { key: { type: "apiKey", in: "header", name: "X-Echo-Key" } } },
  paths: {
    "/things": {
      get: {
        operationId: "listThings",
        summary: "List things",
        security: [{ key: [] }],
        responses: { 200: { description: "ok" } },
      },
      post: {
        operationId: "makeThing",
        summary: "Make a thing",
        security: [{ key: [] }],
        responses: { 200: { description: "ok" } },
      },
    },
    "/open": {
      get: { operationId: "open", summary: "Open to all", security: [], responses: { 200: { description: "ok" } } },
    },
  },
};

export const LIST = "echo-dev--listthings";
export const MAKE = "echo-dev--makething";

export type Json = Record<string, any>;

/** What an agent sends below /api/v1/agent/. */
export async function send(
  world: Pick<EchoWorld, "hub" | "key">,
  method: string,
  path: string,
  body?: unknown,
  key = world.key,
): Promise<{ status: number; json: Json; text: string }> {
  const response = await fetch(`${world.hub.url}/api/v1/agent/${path}`, {
    method,
    headers: { "x-api-key": key, ...(body !== undefined && { "content-type": "application/json" }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, json: JSON.parse(text) as Json, text };
}

/** A browser with a jar of its own. */
export function browser() {
  const jar = new Map<string, string>();
  async function visit(
    url: string,
    init: RequestInit = {},
  ): Promise<{ status: number; html: string; response: Response }> {
    const headers = {
      ...(init.headers as Record<string, string>),
      cookie: [...jar].map((pair) => pair.join("=")).join("; "),
    };
    const response = await fetch(url, { redirect: "manual", ...init, headers });
    for (const cookie of response.headers.getSetCookie()) {
      const [name = "", value = ""] = (cookie.split(";")[0] ?? "").split("=");
      jar.set(name, value);
    }
    return { status: response.status, html: await response.text(), response };
  }
  return {
    visit,
    async submit(url: string, fields: Record<string, string>, page?: string) {
      const html = page ?? (await visit(url)).html;
      const formToken = /name="form_token" value="([^"]*)"/.exec(html)?.[1] ?? "";
      const action = /<form [^>]*action="([^"]+)"/.exec(html)?.[1];
      return visit(action ?? url, {
        method: "POST",
        headers: { "content-type": "application/x-www-form-urlencoded" },
        body: new URLSearchParams({ form_token: formToken, ...fields }).toString(),
      });
    },
  };
}

export type Browser = ReturnType<typeof browser>;

/** Goes where redirects lead, until a page is there or the next step is one that the test takes itself. */
export async function followed(person: Browser, from: string, until: (url: string) => boolean = () => false) {
  let url = from;
  for (let hop = 0; hop < 12; hop++) {
    if (until(url)) return { url, html: "", status: 0 };
    const { response, html, status } = await person.visit(url);
    const location = response.headers.get("location");
    if (location === null) return { url, html, status };
    url = new URL(location, url).href;
  }
  throw new Error("Too many redirects");
}

export function codeIn(html: string): string {
  return /class="code">([A-Z2-9]{4}-[A-Z2-9]{4})</.exec(html)?.[1] ?? "";
}

/** Connects an entry with a key, as agent and person do it together. */
export async function connectKey(
  world: Pick<EchoWorld, "hub" | "key">,
  secret: string,
  wish: Json = {},
  key = world.key,
): Promise<Json> {
  const begun = await send(world, "POST", "connections/", { for: LIST, ...wish }, key);
  expect(begun.status).toBe(201);
  const given = await browser().submit(begun.json.connect_url, { key_0: secret });
  expect(given.status).toBe(200);
  const confirmed = await send(
    world,
    "POST",
    `connections/${begun.json.id}/confirm/`,
    { code: codeIn(given.html) },
    key,
  );
  expect(confirmed.status).toBe(200);
  return confirmed.json;
}

export { startEchoWorld };
