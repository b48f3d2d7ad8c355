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
