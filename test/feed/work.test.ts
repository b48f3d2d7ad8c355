/** Long feeds are read as far as is wanted. */
import { expect, test } from "bun:test";
import readFeed from "../../src/feed/work.ts";

const item = (id: number) =>
  `<item><guid>${id}</guid><title>Item ${id}</title><description>&lt;p&gt;${"x ".repeat(20)}&lt;/p&gt;</description></item>`;
const feed = (ids: readonly number[], { after = "", rest = "</channel></rss>" } = {}) =>
  `<rss version="2.0"><channel>${after === "" ? "<title>Long</title>" : ""}${ids.map(item).join("")}${after}${rest}`;
const read = (xml: string, limit: number) =>
  readFeed({ bytes: new TextEncoder().encode(xml), contentType: null, base: "https://example.org/feed", limit });
const range = (length: number) => Array.from({ length }, (_, index) => index);

test("5 MiB, of which 15 items are wanted, are not read to the end", () => {
  // More elements than a whole feed may have: reading on would be refused.
  const xml = feed(range(90_000), { rest: "<a>".repeat(1000) });
  expect(xml.length).toBeGreaterThan(5 * 1024 * 1024);
  const said = read(xml, 15);
  expect(said?.items.map(({ id }) => id)).toEqual(range(15).map(String));
  expect(said?.about.title).toBe("Long");
});

test("items that come twice do not make it fewer", () => {
  const said = read(feed([...Array.from({ length: 3000 }, () => 0), ...range(30)]), 15);
  expect(said?.items.map(({ id }) => id)).toEqual(range(15).map(String));
});

test("a title behind the items is found", () => {
  expect(read(feed(range(5000), { after: "<title>Behind</title>" }), 15)?.about.title).toBe("Behind");
});
