import { expect, test } from "bun:test";
import { prefersPage } from "../../src/routes/http/accept.ts";

test.each([
  ["text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", true],
  ["text/html", true],
  ["TEXT/HTML", true],
  ["text/html, */*", true],
  ["text/html, application/json", true],
  ["application/json, text/html", false],
  ["text/html;q=0.5, application/json", false],
  ["application/json;q=0.5, text/html", true],
  ["text/html;q=0, */*", false],
  ["application/json, text/plain, */*", false],
  ["*/*", false],
  ["", false],
  ["image/png", false],
  [";;,,q=", false],
])("Accept: %s asks for a page: %p", (accept, isPage) => {
  expect(prefersPage(new Request("http://hub.test/", { headers: { accept } }))).toBe(isPage);
});

test("who says nothing asks for no page", () => {
  expect(prefersPage(new Request("http://hub.test/"))).toBe(false);
});
