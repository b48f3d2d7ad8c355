/** Which words of a wish are taken for a service that the catalogue lacks. */
import { expect, test } from "bun:test";
import { brandsIn } from "../../../../src/dynamic-tools/words/services/brands.ts";
import { isAmazon, serviceImplied, serviceOfAmazon } from "../../../../src/dynamic-tools/words/services/products.ts";
import type { Catalog } from "../../../../src/runtime/catalog.ts";

const empty = { search: () => Promise.resolve({ hits: [], entriesSaying: new Map() }) } as unknown as Catalog;
const absent = async (wish: string) => (await brandsIn(empty, wish)).absent;

test.each([
  ["Friendica: post hello to my wall", "Friendica"],
  ["acme.io: list the invoices", "acme.io"],
  ["Acme Cloud EU: list the servers", "Acme Cloud EU"],
  ["list the invoices on Friendica. And be quick", "Friendica"],
  ["tinder: show my matches", "tinder"],
  ["gocardless: cancel the mandate MD123", "gocardless"],
  ["tinder matches", "tinder"],
  ["sperr mein Konto bei der Musterbank Köln", "Musterbank"],
  ["ban user 55 from the subreddit cats", "reddit"],
])("a service is named: %s", async (wish, name) => {
  expect(await absent(wish)).toContain(name);
});

test.each([
  "who reacted... no: which assays are there",
  "Invoices of this year: show them",
  "invoices: show them",
  // Nothing is done there.
  "peoplefinders: the contact John Mayer",
  "rechnungen: zeige alle",
  "postal address with UDPRN 23747771",
  "we play on Sundays. What shall we play?",
  "zeig das Wetter bei Köln",
])("no service is named: %s", async (wish) => {
  expect(await absent(wish)).toEqual([]);
});

test.each([
  ["create a Shippo shipment", ["Shippo"]],
  ["pause the Klaviyo campaign 7", ["Klaviyo"]],
  ["create a contact in Brevo", ["Brevo"]],
  ["kündige mein Abo bei der Telekom", ["Telekom"]],
  ["storniere die Bestellung 5 bei der Firma", []],
  // A thing is asked about, a place is where, and German writes its nouns so.
  ["show the Pikachu stats", []],
  ["create an event in Paris", []],
  ["erstelle eine Rechnung in Rot und mit der Kopie", []],
])("a name where services stand, that no entry says: %s", async (wish, names) => {
  expect(await absent(wish)).toEqual(names);
});

test("what everybody knows is surely a service; another name may be a place", async () => {
  const { isSurely } = await brandsIn(empty, "photos on Facebook");
  expect([isSurely("Facebook"), isSurely("Mauna Loa")]).toEqual([true, false]);
});

/** A catalogue of services with an operation each. */
function shelfOf(...providers: string[]): Catalog {
  const entries = providers.map((provider) => ({ provider, api: provider, apiTitle: provider }));
  return {
    search: ({ text }: { text: string }) => ({
      hits: entries
        .filter(({ provider }) => text.toLowerCase().includes(provider.split(".")[0] ?? ""))
        .map((entry) => ({ entry })),
      entriesSaying: new Map(),
    }),
    provider: () => ({ entryCount: 1 }),
  } as unknown as Catalog;
}

test.each([
  ["whois of github.com", []],
  ["the registrar of the domain github.com", []],
  ["is github.com down", []],
  ["how many followers does @github have", []],
  ["the repositories of the organisation github", []],
  ["search github.com for bugs", ["github.com"]],
  ["github.com issues of today", ["github.com"]],
  ["the repositories of GitHub", ["github"]],
  // Small, and hardly any of what says it is its own: a label all the same.
  ["github: pull requests of acme/web", ["github"]],
  // One of many things that are called so.
  ["the price of a github", []],
  ["calories in a github and an egg", []],
  ["the price of a github seat", ["github"]],
])("a service of the catalogue is named, or asked about: %s", async (wish, known) => {
  expect((await brandsIn(shelfOf("github.com"), wish)).known).toEqual(known);
});

test("who says through whom is served by nobody else", async () => {
  const shelf = shelfOf("twilio.com", "clicksend.com");
  const mayServe = async (wish: string) => {
    const { mayServe } = await brandsIn(shelf, wish);
    return ["twilio.com", "clicksend.com"].filter((provider) =>
      mayServe({ provider, api: provider, apiTitle: "" } as never),
    );
  };
  expect(await mayServe("send an SMS via Twilio")).toEqual(["twilio.com"]);
  expect(await mayServe("send an SMS about Twilio")).toEqual(["twilio.com", "clicksend.com"]);
  expect(await mayServe("send an SMS")).toEqual(["twilio.com", "clicksend.com"]);
});

test("a part of another name is no service, where one is named", async () => {
  const ofName = { "trip.com": "Trip", "spotify.com": "spotify", "access.io": "Access", "big.com": "Big" };
  const shelf = {
    search: ({ text }: { text: string }) => {
      const provider = Object.entries(ofName).find(([, name]) => name.toLowerCase() === text.toLowerCase())?.[0];
      const hits = provider === undefined ? [] : [{ entry: { provider, api: provider, apiTitle: "" } }];
      return Promise.resolve({ hits, entriesSaying: new Map() });
    },
    provider: () => Promise.resolve({ entryCount: 5 }),
  } as unknown as Catalog; // Only these are read.
  const known = async (wish: string) => (await brandsIn(shelf, wish)).known;
  expect(await known("create a spotify playlist called Road Trip for user smedjan")).toEqual(["spotify"]);
  expect(await known("create a spotify playlist called Big Wedding")).toEqual(["spotify"]);
  expect(await known("search spotify for the album Random Access Memories")).toEqual(["spotify"]);
  expect(await known("list the hotels of the service called Trip")).toEqual(["trip"]);
  expect(await known("book a room at Trip and play it on spotify")).toEqual(["trip", "spotify"]);
});

test("an API that everybody knows by its name is a service in small letters as well, and no everyday word is", async () => {
  const entry = (api: string) => ({ provider: "acme.com", api, apiTitle: "Acme" });
  const catalog = {
    search: ({ text }: { text: string }) =>
      Promise.resolve({
        hits: ["gmail", "drive"].includes(text) ? [{ entry: entry(`acme.com/${text}`) }] : [],
        entriesSaying: new Map(),
      }),
    provider: () => Promise.resolve({ entryCount: 5 }),
  } as unknown as Catalog; // Only these are read.
  expect((await brandsIn(catalog, "unread mails in gmail")).known).toEqual(["gmail"]);
  expect((await brandsIn(catalog, "files on my drive")).known).toEqual([]);
});

test("a town at the end is where, though a service has it in its name", async () => {
  const entry = { provider: "tfl.gov.uk", api: "tfl.gov.uk", apiTitle: "Unified API" };
  const shelf = { ...shelfOf(), search: () => ({ hits: [{ entry }], entriesSaying: new Map() }) } as unknown as Catalog;
  expect((await brandsIn(shelf, "status of the London tube")).known).toEqual(["london"]);
  expect((await brandsIn(shelf, "geocode 10 Downing Street London")).known).toEqual([]);
});

test.each([
  ["open issues of facebook/react", "GitHub"],
  ["merge PR 7 in acme/web", "GitHub"],
  ["refund ch_3MmlLr", "Stripe"],
  ["issues of the project web", undefined],
  ["the object acme/web", undefined],
  ["open https://example.com/issues", undefined],
  ["the field in_stock_now", undefined],
])("%s is of %p where nobody is named", (words, service) => {
  expect(serviceImplied(words)).toBe(service);
});

test("where nothing but Amazon is named, the service that calls its things so is meant", () => {
  expect(serviceOfAmazon("aws: create a queue named orders")).toBe("SQS");
  expect(serviceOfAmazon("stop the Amazon instance i-0abc")).toBe("EC2");
  expect(serviceOfAmazon("amazon.com: create a queue")).toBeUndefined();
  expect(serviceOfAmazon("create a queue named orders")).toBeUndefined();
  expect(["aws", "amazon", "amazons3", "sqs"].filter(isAmazon)).toEqual(["aws", "amazon"]);
});
