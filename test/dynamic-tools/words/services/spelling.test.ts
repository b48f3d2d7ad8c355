import { describe, expect, test } from "bun:test";
import { contentStems } from "../../../../src/catalog/words/stems.ts";
import { respeltText, typosIn } from "../../../../src/dynamic-tools/words/services/spelling.ts";
import { parseWish } from "../../../../src/dynamic-tools/words/wish/wish.ts";
import type { Catalog } from "../../../../src/runtime/catalog.ts";

const said = (text: string) => parseWish(text, () => false);

/** A catalogue that knows these words alone. */
const knowing = (corrections: Readonly<Record<string, string>>) =>
  // Nothing else of it is asked.
  ({ search: async ({ text }: { text: string }) => ({ correctedTo: corrections[text] }) }) as unknown as Catalog;

const typos = (text: string, unknown: readonly string[], corrections: Readonly<Record<string, string>> = {}) =>
  typosIn(knowing(corrections), said(text), new Map(unknown.flatMap(contentStems).map((stem) => [stem, 0])));

describe("typosIn()", () => {
  test("reads the only word that was said", async () => {
    expect(await typos("senitment", ["senitment"], { senitment: "sentiment" })).toEqual(
      new Map([["senitment", "sentiment"]]),
    );
  });

  test("reads a word of another language as one of that language", async () => {
    expect(await typos("borra la tarejta", ["tarejta"])).toEqual(new Map([["tarejta", "tarjeta"]]));
  });

  test("reads it as no word of a language that is not spoken", async () => {
    // "strome" is German, and the title is French.
    expect(await typos("cherche des albums de stromae", ["stromae"])).toEqual(new Map());
  });

  test("reads a German compound as its parts", async () => {
    expect(await typos("zeig die luftqualität", ["luftqualität"])).toEqual(
      new Map([["luftqualität", "luft qualitat"]]),
    );
    expect(await typos("list the zeitplaner of a user", ["zeitplaner"])).toEqual(new Map());
  });

  test("takes no word that introduces a name for a slip", async () => {
    expect(await typos("erstelle ein repo namens acme", ["namens"])).toEqual(new Map());
    expect(await typos("crea un repositorio llamado acme", ["llamado"])).toEqual(new Map());
    expect(await typos("erstelle ein repo namens testprojekt", ["testprojekt"])).toEqual(new Map());
  });

  test("knows a well-known service that the catalogue lacks", async () => {
    const near = await typos("netlfix cancel subscription", ["netlfix"], { netlfix: "netlify" });
    expect(near).toEqual(new Map([["netlfix", "netflix"]]));
  });
});

describe("respeltText()", () => {
  test.each([
    ["list the caneclled orders", "caneclled", "cancelled", "list the cancelled orders"],
    ["list the cusomers", "cusomers", "customers", "list the customers"],
    // Another letter makes another word, and a short one is a name.
    ["a post about brunch", "brunch", "branch", "a post about brunch"],
    ["soup with feta", "feta", "fat", "soup with feta"],
    ['the text "caneclled"', "caneclled", "cancelled", 'the text "caneclled"'],
  ])("reads %p", (text, word, meant, read) => {
    expect(respeltText(said(text), new Map([[word, meant]]))).toBe(read);
  });
});
