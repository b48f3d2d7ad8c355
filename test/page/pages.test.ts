import { describe, expect, test } from "bun:test";
import { readPage } from "../../src/page/read.ts";
import { asHubError } from "../../src/runtime/errors.ts";
import { AROUND } from "./cases/around.ts";
import { BROKEN } from "./cases/broken.ts";
import { type PageCases, URL_OF_CASES } from "./cases/case.ts";
import { FRAMES } from "./cases/frames.ts";
import { HIDDEN } from "./cases/hidden.ts";
import { LISTS } from "./cases/lists.ts";
import { METADATA } from "./cases/metadata.ts";
import { PLACED } from "./cases/placed.ts";
import { SHAPES, UNWALLED, WALLED } from "./cases/shapes.ts";
import { SPELLED } from "./cases/spelled.ts";
import { STRUCTURE } from "./cases/structure.ts";

const TOPICS: Readonly<Record<string, PageCases>> = {
  "around the text": AROUND,
  "what is not shown": HIDDEN,
  "what is shown elsewhere than it stands": PLACED,
  "what is drawn": SPELLED,
  structure: STRUCTURE,
  "pages that are no articles": SHAPES,
  "around pages that are no articles": FRAMES,
  "lists of links": LISTS,
  "what a page says of itself": METADATA,
  "broken pages and other kinds": BROKEN,
};

for (const [topic, cases] of Object.entries(TOPICS)) {
  describe(topic, () => {
    test.each(Object.entries(cases))(
      "%s",
      (_point, { html, contentType = "text/html", says = [], omits = [], markdown = [], page = {} }) => {
        const read = readPage({ bytes: Buffer.from(html), contentType, url: URL_OF_CASES });
        for (const words of says) expect(read.text).toContain(words);
        for (const words of omits) expect(`${read.text}\n${read.markdown}`).not.toContain(words);
        for (const words of markdown) expect(read.markdown).toContain(words);
        expect(read).toMatchObject(page);
      },
    );
  });
}

test.each([
  ["a picture by its type", "image/png", "x"],
  ["a picture by its first bytes", "text/html", "\x89PNG\r\n\x1a\n"],
  ["a document of pages", "application/octet-stream", "%PDF-1.7"],
  ["a film", "video/mp4", "x"],
  ["bytes that mean nothing", "application/octet-stream", "a\0b\0c"],
])("%s holds no text to read", (_what, contentType, body) => {
  const failure = (() => {
    try {
      readPage({ bytes: Buffer.from(body, "latin1"), contentType, url: URL_OF_CASES });
    } catch (error) {
      return asHubError(error);
    }
    return undefined;
  })();
  expect(failure).toMatchObject({ code: "upstream_status", retryable: false });
});

test.each(Object.entries(WALLED))("%s is named and says nothing", (_what, [html, wall]) => {
  const read = readPage({ bytes: Buffer.from(html), contentType: "text/html", url: URL_OF_CASES });
  expect(read).toMatchObject({ wall, text: "", markdown: "" });
});

test.each(Object.entries(UNWALLED))("%s is read", (_what, html) => {
  const read = readPage({ bytes: Buffer.from(html), contentType: "text/html", url: URL_OF_CASES });
  expect(read).not.toHaveProperty("wall");
  expect(read.word_count).toBeGreaterThan(9);
});

test("a page that is read only in part says so", () => {
  const rows = `<p>Rye${"<wbr>".repeat(50_001)}</p>`;
  const read = readPage({ bytes: Buffer.from(rows), contentType: "text/html", url: URL_OF_CASES });
  expect(read.cut).toBe("The page has too many elements: only its beginning was read.");
  expect(readPage({ bytes: Buffer.from("<p>x</p>"), contentType: "text/html", url: URL_OF_CASES }).cut).toBeUndefined();
}, 30_000);

test("taking the request for consent away changes nothing of what is read", () => {
  for (const { html } of Object.values(SHAPES)) {
    const source = { contentType: "text/html", url: URL_OF_CASES };
    const bare = html.replace(/<div id="consent-box".*?<\/div>/s, "");
    expect(bare).not.toBe(html);
    expect(readPage({ ...source, bytes: Buffer.from(bare) }).markdown).toBe(
      readPage({ ...source, bytes: Buffer.from(html) }).markdown,
    );
  }
});
