/** Of the best, those that answer more of the question come first, on whatever page they are asked for. */
import { expect, test } from "bun:test";
import { described, emptyShelf, get } from "./support.ts";

const SUBJECTS = ["towns", "rivers", "roads", "songs", "trees"];
const OTHERS = Array.from({ length: 60 }, (_, at) =>
  described(`other${at}.dev`, { paths: { "/x": get(`Number ${at} of ${SUBJECTS[at % SUBJECTS.length]}`) } }),
);
const STEAM = described("steam.dev", {
  paths: { "/x": { get: { summary: "Saunas", description: "Saunas of a sauna club.", responses: {} } } },
});
const STAYS = described("stays.dev", {
  paths: {
    "/x": {
      get: {
        summary: "Search rooms",
        description:
          "The rooms of hotels in all towns: which of them have a pool, a sauna, a garden, breakfast and parking.",
        responses: {},
      },
    },
  },
});

test("who says all that was asked comes before who is named by one word of it", async () => {
  using shelf = emptyShelf();
  await shelf.build([...OTHERS, STEAM, STAYS]);
  using catalog = shelf.open();
  const providers = (text: string) => catalog.search({ text }).hits.map(({ entry }) => entry.provider);
  expect(providers("hotel sauna parking").slice(0, 2)).toEqual(["stays.dev", "steam.dev"]);
  expect(providers("sauna")[0]).toBe("steam.dev");
});

test("pages put together are the search as a whole, best first", async () => {
  const about = (at: number) => ["rivers and towns", "rivers", "towns", "roads"][at % 4]!;
  const documents = OTHERS.map((_, at) => described(`place${at}.dev`, { paths: { "/x": get(`Show ${about(at)}`) } }));
  using shelf = emptyShelf();
  await shelf.build(documents);
  const search = (offset: number, limit: number) => {
    using catalog = shelf.open();
    return catalog.search({ text: "towns rivers", offset, limit }).hits;
  };
  const whole = search(0, 100).map(({ entry }) => entry.slug);
  const pages = [0, 7, 14, 21, 28].flatMap((offset) => search(offset, 7)).map(({ entry }) => entry.slug);
  const scores = search(0, 100).map(({ score }) => score);
  expect(whole.length).toBeGreaterThan(20);
  expect(pages).toEqual(whole.slice(0, 35));
  expect(scores).toEqual(scores.toSorted((a, b) => b - a));
});

/** The names of two operations that say the same words, and one that says them otherwise: who comes first? */
async function firstOf(descriptions: Readonly<Record<string, string>>, text: string): Promise<string | undefined> {
  using shelf = emptyShelf();
  const documents = Object.entries(descriptions).map(([name, description]) =>
    described(`${name}.dev`, { paths: { "/x": { get: { summary: "Look", description, responses: {} } } } }),
  );
  await shelf.build([...OTHERS, ...documents]);
  using catalog = shelf.open();
  return catalog.search({ text }).hits[0]?.entry.provider;
}

test("in a sentence words count for more that an entry says side by side as well, in whatever order", async () => {
  const asked = "could you please tell me the opening hours of the museum in our town";
  const apart = "The museum lists hours for groups, halls opening and guides";
  const together = "The museum lists guides for groups, halls and opening hours";
  expect(await firstOf({ a: apart, b: together }, asked)).toBe("b.dev");
  expect(await firstOf({ b: apart, a: together }, asked)).toBe("a.dev");
  const turned = "The museum lists guides for groups, halls and hours of opening";
  expect(await firstOf({ a: apart, b: turned }, asked)).toBe("b.dev");
});

test("of two that say the same of a sentence the one comes first that says less besides", async () => {
  const asked = "would you please show me what the museum in our part of the world has on display";
  // As many words, so that BM25 weighs both alike: but the one repeats itself with fillers.
  const short = "What the museum has on display, and what is on and what is in there";
  const long = "Museum display, gallery garden theatre cinema stadium library harbour airport station hospital";
  expect(await firstOf({ a: long, b: short }, asked)).toBe("b.dev");
  expect(await firstOf({ b: long, a: short }, asked)).toBe("a.dev");
});
