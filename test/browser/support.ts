/**
 * The hub's pages in Debian's Chromium, as a person meets them. Every page is held to the same: nothing fails in its
 * script, nothing breaks its rules (CSP), nothing is asked of another origin, and no answer is a fault of ours.
 */
import { afterAll, afterEach, beforeAll, describe, expect, setDefaultTimeout } from "bun:test";
import { AxeBuilder } from "@axe-core/playwright";
import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import type { SourceDocument } from "../../src/catalog/import/source.ts";
import { startHttp, type TestServer } from "../support/http-server.ts";
import { type SandboxHub, startSandboxHub } from "../support/sandbox-hub.ts";
import { catalogOf } from "./catalog.ts";
import { CHROMIUM, IS_MISSING, launchChromium } from "./chromium.ts";

/** A page that is right is there at once; on a busy machine nothing is. */
const TEST_MS = 60_000;
const STEP_MS = 15_000;

/** Where pages keep the key, for as long as their tab is open. */
export const KEY_ITEM = "hub_key";
/** Of a phone, in its narrowest form. */
export const NARROW = { width: 320, height: 640 };
export const ADMIN_TOKEN = "the operator's token of these tests";

export interface Screens {
  readonly hub: SandboxHub;
  /** What the entries of the catalogue lead to: it answers what it was sent. */
  readonly upstream: TestServer;
  /** The paths that it was asked for. */
  readonly seen: readonly string[];
  /** A page in a context of its own, which ends with the test. */
  open(path: string, options?: OpenOptions): Promise<Page>;
  /** A free key of the sandbox, from the hub's own interface. */
  freeKey(): Promise<string>;
}

export interface OpenOptions extends BrowserContextOptions {
  /** Is there when the page opens. */
  readonly key?: string;
  /** Origins beside the hub's that the page may lead to. */
  readonly leadsTo?: readonly string[];
}

/** Runs a suite with one hub and one browser; skipped where there is no Chromium. */
export function describeScreens(
  title: string,
  suite: (screens: () => Screens) => void,
  { NET_ALLOW: more, ...settings }: Readonly<Record<string, string>> = {},
  documents: readonly SourceDocument[] = [],
): void {
  if (IS_MISSING) console.warn(`Skipping: there is no Chromium at ${CHROMIUM}. \`bun run services\` installs it.`);
  describe.skipIf(IS_MISSING)(`${title} (Chromium)`, () => {
    let browser: Browser;
    let screens: Screens;
    let upstream: TestServer;
    const seen: string[] = [];
    const contexts: BrowserContext[] = [];
    let faults: string[] = [];
    setDefaultTimeout(TEST_MS);
    beforeAll(async () => {
      upstream = await startHttp((request, response) => {
        seen.push(request.url ?? "");
        response.setHeader("content-type", "application/json");
        const hasKey = request.headers["x-messages-key"] !== undefined;
        response.end(JSON.stringify({ asked: request.url, temperature: 21.5, has_key: hasKey }));
      });
      const place = `127.0.0.1:${upstream.port}`;
      const [hub, launched] = await Promise.all([
        startSandboxHub(
          {
            ...UNLIMITED,
            NET_ALLOW: [place, ...(more === undefined ? [] : [more])].join(","),
            ADMIN_TOKEN,
            ...settings,
          },
          [...catalogOf(place), ...documents],
        ),
        launchChromium(),
      ]);
      browser = launched;
      await untilReady(hub.url);
      screens = { hub, upstream, seen, open, freeKey: () => freeKeyOf(hub.url) };
    }, 60_000);
    afterEach(async () => {
      await Promise.all(contexts.splice(0).map((context) => context.close()));
      const told = faults;
      faults = [];
      expect(told).toEqual([]);
    });
    afterAll(async () => {
      await browser.close();
      await screens.hub[Symbol.asyncDispose]();
      await upstream[Symbol.asyncDispose]();
    });
    suite(() => screens);

    async function open(path: string, { key, leadsTo = [], ...options }: OpenOptions = {}): Promise<Page> {
      const context = await browser.newContext(options);
      contexts.push(context);
      context.setDefaultTimeout(STEP_MS);
      const { url } = screens.hub;
      hold(context, new Set([url, ...leadsTo]), (fault) => faults.push(fault));
      if (key !== undefined)
        await context.addInitScript(
          // Also asked for on blank pages, which have no storage.
          ([name, value]) => location.protocol === "http:" && sessionStorage.setItem(name, value),
          [KEY_ITEM, key] as const,
        );
      const page = await context.newPage();
      await page.goto(url + path);
      return page;
    }
  });
}

/** Many pages are opened from one address. */
const UNLIMITED = {
  LIMIT_UI_PER_MINUTE: "0",
  LIMIT_ANON_PER_MINUTE: "0",
  LIMIT_REGISTER_PER_HOUR: "0",
  LIMIT_FREE_KEYS_PER_DAY: "0",
};

/** It listens before it has read its ledger. */
async function untilReady(url: string): Promise<void> {
  while (!(await fetch(`${url}/ready`)).ok) await new Promise((resolve) => setImmediate(resolve));
}

/** A status that a page is told, or that nothing answers, is for its test to judge; the browser reports each as an error. */
const TOLD_STATUS =
  /^Failed to load resource: (?:the server responded with a status of 4\d\d|net::ERR_INTERNET_DISCONNECTED)/;
const OWN_PARTS = new Set(["script", "stylesheet", "image", "font"]);

function hold(context: BrowserContext, origins: ReadonlySet<string>, tell: (fault: string) => void): void {
  context.on("console", (message) => {
    if (message.type() === "error" && !TOLD_STATUS.test(message.text())) tell(`console: ${message.text()}`);
  });
  context.on("weberror", (error) => tell(`script: ${error.error().message}`));
  context.on("request", (request) => {
    const { protocol, origin } = new URL(request.url());
    if (protocol !== "data:" && !origins.has(origin)) tell(`outside: ${request.url()}`);
  });
  context.on("response", (response) => {
    const isPart = OWN_PARTS.has(response.request().resourceType());
    if (response.status() >= (isPart ? 400 : 500)) tell(`${response.status()}: ${response.url()}`);
  });
}

async function freeKeyOf(url: string): Promise<string> {
  const response = await fetch(`${url}/api/v1/agent/register/`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: `person-${crypto.randomUUID()}@example.com`, tier: "free_testnet" }),
  });
  const { api_key: key } = (await response.json()) as { api_key: string };
  return key;
}

/** What axe calls serious or worse, each with the elements it means. With `rules`, by these alone. */
export async function seriousFaults(page: Page, rules?: readonly string[]): Promise<readonly string[]> {
  const axe = new AxeBuilder({ page }).setLegacyMode();
  const { violations } = await (rules === undefined ? axe : axe.withRules([...rules])).analyze();
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`);
}

/** By how many pixels a page is wider than its window. */
export function overflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

/** Where the keyboard is, as its reader would name it. */
export function focused(page: Page): Promise<string> {
  return page.evaluate(() => (document.activeElement?.textContent ?? "").replace(/\s+/g, " ").trim());
}
