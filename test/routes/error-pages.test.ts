/** Refusals as a browser meets them: a page with the facts that programs get, and nothing of a stranger's as markup. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { parseHTML } from "linkedom";
import { echoActor } from "../support/actors.ts";
import { startHub, type TestHub } from "../support/hub.ts";
import { smallCatalog } from "../support/small-catalog.ts";

const BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";
const REQUEST_ID = "0b9fca4a-6a1e-4a37-9d4f-6b1f6b1f6b1f";

let hub: TestHub;
let catalog: Awaited<ReturnType<typeof smallCatalog>>;
beforeAll(async () => {
  catalog = await smallCatalog();
  hub = await startHub({ catalog, actors: [echoActor()], settings: { LIMIT_UI_PER_MINUTE: "3" } });
});
afterAll(async () => {
  await hub[Symbol.asyncDispose]();
  catalog[Symbol.dispose]();
});

function ask(path: string, { accept = BROWSER, method = "GET" } = {}): Promise<Response> {
  return fetch(hub.url + path, { method, headers: { accept, "x-request-id": REQUEST_ID } });
}

describe("a refusal", () => {
  test.each([
    ["GET", "/nowhere", 404, "not_found"],
    ["GET", "/apis/nothing", 404, "unknown_api"],
    ["GET", "/apis/some/deeper/path", 404, "not_found"],
    ["GET", "/categories/nothing", 404, "unknown_category"],
    ["GET", "/actors/nothing", 404, "unknown_actor"],
    ["POST", "/usage", 405, "method_not_allowed"],
  ])("of %s %s is a page for a browser, with what a program gets", async (method, path, status, code) => {
    const page = await ask(path, { method });
    const text = await page.text();
    expect([page.status, page.headers.get("content-type")]).toEqual([status, "text/html; charset=utf-8"]);
    expect(page.headers.get("content-security-policy")).toContain("default-src 'none'; script-src 'self'");
    expect([page.headers.get("vary"), page.headers.get("cache-control")]).toEqual(["accept", "no-store"]);
    const program = await ask(path, { method, accept: "*/*" });
    const problem = (await program.json()) as { code: string; detail: string; next_actions: string[] };
    expect([program.status, problem.code]).toEqual([status, code]);
    expect(program.headers.get("allow")).toBe(page.headers.get("allow"));
    const { document } = parseHTML(text);
    const shown = document.querySelector("main")?.textContent?.replace(/\s+/g, " ") ?? "";
    for (const fact of [problem.detail, code, String(status), REQUEST_ID, problem.next_actions[0] ?? ""])
      expect(shown).toContain(fact);
  });

  test.each([
    "/api/v1/agent/nowhere",
    "/api/v1/agent/usage/",
    "/openapi.json/more",
    "/skills/nothing/SKILL.md",
    "/mcp/x",
  ])("of %s stays JSON, whoever asks", async (path) => {
    const response = await ask(path);
    expect(response.status).toBeGreaterThanOrEqual(400);
    expect(response.headers.get("content-type")).toContain("json");
  });

  test("says when to ask again, and links to exactly that", async () => {
    const path = "/?q=send%20%22sms%22";
    const answers = await Promise.all(Array.from({ length: 5 }, () => ask(path)));
    const [refused] = answers.filter(({ status }) => status === 429);
    const text = (await refused?.text()) ?? "";
    expect(refused?.headers.get("retry-after")).toMatch(/^\d+$/);
    expect(text).toContain(`Again in ${refused?.headers.get("retry-after")} s.`);
    const { document } = parseHTML(text);
    const links = [...document.querySelectorAll("main a")].map((link) => link.getAttribute("href"));
    expect(links).toContain(path);
  });

  test("shows no part of the address as markup", async () => {
    const evil = `"><script>alert(1)</script><img src=x onerror='alert(2)'>`;
    for (const path of [`/${evil}`, `/apis/${encodeURIComponent(evil)}`, `/?offset=99&q=${evil}`]) {
      const response = await fetch(hub.url + path, { headers: { accept: BROWSER } });
      const { document } = parseHTML(await response.text());
      expect(response.headers.get("content-type")).toStartWith("text/html");
      expect([...document.querySelectorAll("img, script:not([src])")]).toEqual([]);
    }
  });
});
