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

test.each<[string, string, readonly string[], readonly string[]]>([
  ["the day, as another date of the feed has it", "", ["05/01/2024", "31/01/2024"], ["2024-01-05", "2024-01-31"]],
  ["the day, as its language has it", "en-gb", ["05/01/2024"], ["2024-01-05"]],
  ["the month, as another date of the feed has it", "fr", ["05/01/2024", "05/31/2024"], ["2024-05-01", "2024-05-31"]],
  ["the month where nothing is said", "", ["05/01/2024"], ["2024-05-01"]],
])("dates of numbers begin with %s", (_, language, dates, expected) => {
  const items = dates.map((date, id) => `<item><guid>${id}</guid><title>x</title><pubDate>${date}</pubDate></item>`);
  const about = language === "" ? "" : `<language>${language}</language>`;
  const said = read(`<rss version="2.0"><channel><title>Days</title>${about}${items.join("")}</channel></rss>`, 15);
  expect(said?.items.map(({ published }) => published)).toEqual([...expected]);
});
