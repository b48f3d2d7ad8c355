/** Every page that the table of routes has: fit for a phone, in both themes, and for whoever cannot see it. */
import { expect, test } from "bun:test";
import { FORECAST, SMS } from "./catalog.ts";
import { describeScreens, NARROW, overflow, seriousFaults } from "./support.ts";

/** In place of the parameters of paths. */
const NAMES: Readonly<Record<string, string>> = {
  "/apis/{slug}": FORECAST,
  "/categories/{slug}": "weather-environment",
  "/actors/{slug}": "data-convert",
  "/connect/{token}": "con_0",
  "/oauth/callback/{authority}": "github",
  "/sandbox/pay/{request}": "request:rrrrrrrrrrrrrrrrrrrrrhoLvTp",
};
const FURTHER = ["/?q=weather", "/?q=zzqqxx", `/apis/${SMS}`];
/** A theme changes nothing but colours. */
const THEMES = [
  ["light", undefined],
  ["dark", ["color-contrast"]],
] as const;
/** How many tests the pages are shared among: what hangs or is slow is then told of few of them. */
const SHARES = 8;

describeScreens("every page", (screens) => {
  for (const [colorScheme, rules] of THEMES)
    for (let share = 0; share < SHARES; share += 1)
      test(`has no serious fault of access and fits 320 px, ${colorScheme}, ${share + 1} of ${SHARES}`, async () => {
        const page = await screens().open("/", { colorScheme, viewport: NARROW });
        const judged: Record<string, unknown> = {};
        const paths = (await pagesOf(screens().hub.url)).filter((_, index) => index % SHARES === share);
        for (const path of paths) {
          await page.goto(screens().hub.url + path);
          judged[path] = { wider: await overflow(page), faults: await seriousFaults(page, rules) };
        }
        expect(judged).toEqual(Object.fromEntries(paths.map((path) => [path, { wider: 0, faults: [] }])));
      });
});

/** The addresses that answer a whole page. */
async function pagesOf(url: string): Promise<readonly string[]> {
  const { paths } = (await (await fetch(`${url}/openapi.json`)).json()) as { paths: Record<string, any> };
  const told = Object.entries(paths)
    .filter(([path, { get }]) => get?.responses["200"]?.content?.["text/html"] !== undefined && path !== "/ui/search")
    .map(([path]) => path.replace(/\{\w+\}/, () => encodeURIComponent(NAMES[path] ?? "missing")));
  return [...new Set(["/", ...told, ...FURTHER])];
}
