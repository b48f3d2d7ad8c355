/** What is typed into a form reaches the hub as it was written, and what is wrong with it is told where it stands. */
import { expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { described } from "../catalog/support.ts";
import { describeScreens } from "./support.ts";

const LABEL = "/apis/labels-dev--label";
/** A double makes 12345678901234567000 of it. */
const LONG_ID = "12345678901234567891";

const scalar = (...types: readonly string[]): object => ({ anyOf: types.map((type) => ({ type })) });
const DOCUMENTS = [
  described("labels.dev", {
    paths: {
      "/things/{id}": {
        put: {
          operationId: "label",
          summary: "Label a thing",
          security: [],
          parameters: [{ name: "id", in: "path", required: true, schema: { type: "integer" } }],
          requestBody: {
            content: {
              "application/json": {
                schema: {
                  type: "object",
                  properties: {
                    owners: { type: "array", items: { type: "integer" } },
                    release: scalar("number", "string"),
                    price: scalar("number", "null"),
                    width: { type: "integer", maximum: 100 },
                    share: { type: "number" },
                    ...Object.fromEntries(Array.from({ length: 6 }, (_, n) => [`note_${n}`, { type: "string" }])),
                  },
                },
              },
            },
          },
          responses: { 200: { description: "Done" } },
        },
      },
    },
  }),
];

/** What a screen reader says of a field beside its name. */
function descriptionOf(page: Page, label: string): Promise<string> {
  return page.getByLabel(label).evaluate((control) =>
    (control.getAttribute("aria-describedby") ?? "")
      .split(" ")
      .map((id) => document.getElementById(id)?.textContent ?? "")
      .join(" "),
  );
}

describeScreens(
  "the fields of a form",
  (screens) => {
    const fold = (page: Page) => page.locator("details:has([data-at='/body/owners'])");

    test("no digit of a number is changed on its way", async () => {
      const page = await screens().open(LABEL, { key: await screens().freeKey() });
      await page.getByLabel("id needed").fill(LONG_ID);
      await fold(page).locator("summary").click();
      await page.getByLabel("owners").fill(`[${LONG_ID}, 7]`);
      await page.getByLabel("release").fill("1.10");
      await page.getByLabel("price").fill("2.50");
      await page.getByLabel("width").fill("42");
      const asked = page.waitForRequest((request) => request.url().includes("/proxy/"));
      await page.getByRole("button", { name: "Dry run" }).click();
      expect((await asked).postDataJSON()).toEqual({
        params: { id: LONG_ID },
        body: { owners: [LONG_ID, 7], release: "1.10", price: 2.5, width: 42 },
        dry_run: true,
      });
      await page.getByText(`/things/${LONG_ID}`).first().waitFor();
    });

    test("a number with a comma is no other number: it is refused where it stands", async () => {
      const page = await screens().open(LABEL, { key: await screens().freeKey() });
      await page.getByLabel("id needed").fill("5");
      const share = page.getByLabel("share");
      let calls = 0;
      page.on("request", (request) => (calls += request.url().includes("/proxy/") ? 1 : 0));
      await fold(page).evaluate((details: HTMLDetailsElement) => (details.open = true));
      for (const odd of ["1,50", "0x10", "Infinity"]) {
        await share.fill("");
        await share.focus();
        await page.keyboard.type(odd);
        await page.getByRole("button", { name: "Dry run" }).click();
        await page.getByText("is no number: write it like 2.5").waitFor();
      }
      expect(calls).toBe(0);
      await share.fill("-2.5e1");
      const asked = page.waitForRequest((request) => request.url().includes("/proxy/"));
      await page.getByRole("button", { name: "Dry run" }).click();
      expect((await asked).postDataJSON().body).toEqual({ share: -25 });
    });

    test("what is wrong in a field that is folded away is shown, and is part of what a reader hears of the field", async () => {
      const page = await screens().open(LABEL, { key: await screens().freeKey() });
      const owners = page.getByLabel("owners");
      const write = async (text: string) => {
        await fold(page).evaluate((details: HTMLDetailsElement) => (details.open = true));
        await owners.fill(text);
        await fold(page).evaluate((details: HTMLDetailsElement) => (details.open = false));
      };
      await page.getByLabel("id needed").fill("5");
      await write("[1, 2");
      await page.getByRole("button", { name: "Dry run" }).click();
      await page.getByText("is no JSON").waitFor();
      expect(await owners.evaluate((control) => control === document.activeElement)).toBe(true);
      expect(await descriptionOf(page, "owners")).toContain("is no JSON");

      await write('["x"]');
      await page.getByRole("button", { name: "Dry run" }).click();
      await page.getByRole("heading", { name: "The hub refused this" }).waitFor();
      await page.getByText("must be integer", { exact: true }).waitFor();
      expect(await descriptionOf(page, "owners")).toContain("must be integer");

      await write("[1]");
      await page.getByRole("button", { name: "Dry run" }).click();
      await page.getByRole("heading", { name: "The request, not sent" }).waitFor();
      expect(await descriptionOf(page, "owners")).not.toContain("must be integer");
    });

    test("a field that is folded away is shown where the browser itself refuses what it holds", async () => {
      const page = await screens().open(LABEL, { key: await screens().freeKey() });
      await page.getByLabel("id needed").fill("5");
      await fold(page).locator("summary").click();
      await page.getByLabel("width").fill("101");
      await fold(page).locator("summary").click();
      await page.getByRole("button", { name: "Dry run" }).click();
      expect(await page.getByLabel("width").evaluate((control) => control === document.activeElement)).toBe(true);
    });
  },
  {},
  DOCUMENTS,
);
