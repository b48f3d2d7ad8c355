/** Each form in which people say a value, on operations made up for it. */
import { expect, test } from "bun:test";
import { flag, list, object, oneOf, operationOf, sent, text, whole } from "../sent.ts";

type Case = readonly [words: string, operation: ReturnType<typeof operationOf>, sent: object];

const holds = (kind: string, cases: readonly Case[]) =>
  test.each<Case>([...cases])(`${kind}: %s`, (words, operation, expected) => {
    expect(sent(words, operation) as object).toEqual(expected);
  });

const shots = operationOf("/shots/{id}", { width: whole, height: whole, "page[size]": whole, "page[number]": whole });
const canvas = operationOf("/canvases", {}, object({ name: text, size: text }));

holds("a size", [
  ["the shot s-9, 640x480", shots, { id: "s-9", width: 640, height: 480 }],
  ["the shot s-9 in 1280 × 720 px", shots, { id: "s-9", width: 1280, height: 720 }],
  ["the shot s-9, 300x300", shots, { id: "s-9", width: 300, height: 300 }],
  ["the shot s-9, 200 by 100 pixels", shots, { id: "s-9", width: 200, height: 100 }],
  ['a canvas "Banner" 1280x720', canvas, { body: { name: "Banner", size: "1280x720" } }],
]);

holds("a page", [
  ["the shot s-9, 20 a page, second page", shots, { id: "s-9", "page[size]": 20, "page[number]": 2 }],
  ["the shot s-9, 30 on each page", shots, { id: "s-9", "page[size]": 30 }],
  ["the shot s-9, 15 por página, la tercera página", shots, { id: "s-9", "page[size]": 15, "page[number]": 3 }],
]);

const drafts = operationOf("/drafts", { modified_after: text, modified_before: text, date: text });

holds("a day", [
  ["drafts modified since 2024-01-10", drafts, { modified_after: "2024-01-10" }],
  [
    "drafts modified between 2024-01-10 and 2024-02-10",
    drafts,
    { modified_after: "2024-01-10", modified_before: "2024-02-10" },
  ],
  ["drafts for 20240612", drafts, { date: "20240612" }],
]);

const pad = operationOf("/pads/{pad_id}", { scheme: text }, object({ id: text, name: text, hidden: flag }));

holds("an id", [
  ["the pad g.s8oes9dhwrvt0zif", pad, { pad_id: "g.s8oes9dhwrvt0zif" }],
  ["the pad p-1 of the scheme DE:VAT", pad, { pad_id: "p-1", scheme: "DE:VAT" }],
  // What is made is called so, and has no id yet.
  [
    'create a pad "spring-sale"',
    operationOf("/pads", {}, object({ id: text, name: text })),
    { body: { name: "spring-sale" } },
  ],
  ["the member with id acme", operationOf("/members/{id}", {}), { id: "acme" }],
  ["shelves, tenant acme", operationOf("/shelves", { tenant_id: text, tenant: text }), { tenant: "acme" }],
]);

const order = operationOf("/orders/{id}", { includeOrderPdf: flag, js: flag, browser_render: flag, closed_api: flag });

holds("a flag", [
  ["the order 1002 and include the pdf", order, { id: "1002", includeOrderPdf: true }],
  ["the order 1002 without javascript", order, { id: "1002", js: false }],
  ["the order 1002, rendered in a browser", order, { id: "1002", browser_render: true }],
  ["the order 1002, closed api false", order, { id: "1002", closed_api: false }],
  ["update the pad p-1 and hide it", pad, { pad_id: "p-1", body: { hidden: true } }],
]);

holds("a unit", [
  [
    "a parcel quote in mm",
    operationOf("/parcels", { units: { ...text, description: 'Either "mm" or "cm".' } }),
    { units: "mm" },
  ],
  [
    "stops within 60 km",
    operationOf("/stops", { radius: whole, distanceUnit: oneOf("MI", "KM") }),
    { radius: 60, distanceUnit: "KM" },
  ],
]);

holds("a word", [
  [
    "candidates with the given name Xiaoming, gender male",
    operationOf("/candidates/{chineseGivenNameLatin}/{knownGender}", {}),
    { chineseGivenNameLatin: "Xiaoming", knownGender: "male" },
  ],
  ["clips rated pg", operationOf("/clips", { rating: text }), { rating: "pg" }],
  [
    "invoices paid by bankcard that are outstanding",
    operationOf("/invoices", { status: oneOf("paid", "outstanding"), method: oneOf("bankcard", "cash") }),
    { status: "outstanding", method: "bankcard" },
  ],
  ["homes in Austin", operationOf("/homes", { address: text, city: text }), { city: "Austin" }],
  [
    "chapters for Spain",
    operationOf("/chapters", { market: { ...text, description: "An ISO 3166-1 alpha-2 country code." } }),
    { market: "ES" },
  ],
  ["pins of the tags red and blue", operationOf("/pins", { tags: list }), { tags: ["red", "blue"] }],
]);

const typed = operationOf(
  "/matches",
  {},
  object({
    MaxFaces: { allOf: [{ type: "integer" }, { description: "How many faces." }] },
    threshold: { anyOf: [{ type: "number" }, { type: "null" }] },
    IncludeDetails: { allOf: [flag] },
    ModelArn: { allOf: [text] },
  }),
);

holds("a type that stands in a part", [
  [
    "matches of the model arn:aws:rekognition:eu-west-1:123456789012:model/a with details, at most 3 faces, threshold 85",
    typed,
    {
      body: {
        MaxFaces: 3,
        threshold: 85,
        IncludeDetails: true,
        ModelArn: "arn:aws:rekognition:eu-west-1:123456789012:model/a",
      },
    },
  ],
]);

holds("a list of words", [
  [
    "dishes with eggs, spinach and feta",
    operationOf("/dishes", { ingredients: text, limit: whole }),
    { ingredients: "eggs,spinach,feta" },
  ],
  // Of two lists neither is meant for sure.
  ["dishes with eggs, spinach and feta", operationOf("/dishes", { likes: list, dislikes: list }), {}],
]);

holds("an alternative", [
  [
    "the heats of the league dota-2",
    operationOf("/leagues/{league}/heats", { league: { anyOf: [whole, text] } }),
    { league: "dota-2" },
  ],
  // A bound is no id.
  ["mills over 16", operationOf("/mills/{mill_id}", {}), {}],
]);

holds("a word that says what it is", [
  [
    "render the page p-1 as a PDF",
    operationOf("/render/{page}", { convertTo: text }),
    { page: "p-1", convertTo: "pdf" },
  ],
  [
    "the dial d-1 in metric units",
    operationOf("/dials/{dial}", { unitGroup: text }),
    { dial: "d-1", unitGroup: "metric" },
  ],
  [
    "the dial d-1 in imperial units",
    operationOf("/dials/{dial}", { units: oneOf("M", "I") }),
    { dial: "d-1", units: "I" },
  ],
  ["the films of the week", operationOf("/films", { period: oneOf("daily", "weekly") }), { period: "weekly" }],
]);

holds("a number", [
  [
    "set the vector v-1 to the values 0.1, 0.2 and 0.3",
    operationOf("/vectors/{vector}", {}, object({ values: { type: "array", items: { type: "number" } } })),
    { vector: "v-1", body: { values: [0.1, 0.2, 0.3] } },
  ],
  [
    "towns with a population of at least 5000 people",
    operationOf("/towns", { limit: whole, min_population: whole }),
    { min_population: 5000 },
  ],
  [
    "how many kelvin are 25 degrees celsius",
    operationOf("/convert", { from: text, to: text, value: whole }),
    { from: "celsius", to: "kelvin", value: 25 },
  ],
]);

holds("who or what it is", [
  [
    'post "Closed today" from ACME',
    operationOf("/texts", {}, object({ sender: text, content: text }, ["sender", "content"])),
    { body: { sender: "ACME", content: "Closed today" } },
  ],
  ["the rate of EUR to JPY", operationOf("/rates", { base: text, target: text }), { base: "EUR", target: "JPY" }],
  [
    'change the remark r-5 to "fixed"',
    operationOf("/remarks/{remark}", {}, object({ content: object({ raw: text }) })),
    { remark: "r-5", body: { content: { raw: "fixed" } } },
  ],
  ["rows sorted by updated_at", operationOf("/rows", { sort_by: text }), { sort_by: "updated_at" }],
]);

test("what only belongs to a sentence is no topic", () => {
  expect(sent("books, I'm", operationOf("/books", { search: text }))).toEqual({});
});

holds("what is looked for in another language, without the words around it", [
  ["suche lieder von rammstein auf", operationOf("/songs", { q: text }), { q: "rammstein" }],
  ["busca canciones de shakira en", operationOf("/songs", { q: text }), { q: "shakira" }],
  ["procura receitas de bacalhau em", operationOf("/recipes", { q: text }), { q: "bacalhau" }],
  ["muéstrame los pagos", operationOf("/payments", { q: text }), { q: "pagos" }],
  ["hijo de la luna", operationOf("/songs", { q: text }), { q: "hijo de la luna" }],
]);

const byId = (thing: string) => operationOf(`/${thing}s/{${thing}}`, {});

holds("no id of one thing beside the plural of many", [
  ["elimina los clientes inactivos", byId("customer"), {}],
  ["lösche die alten Karten", byId("card"), {}],
  ["lösche die Karte abcd", byId("card"), { card: "abcd" }],
  ["zeig die letzten 5 Rechnungen", byId("invoice"), {}],
  ["zeig die Rechnung 5", byId("invoice"), { invoice: "5" }],
  ["Rechnungen aller Kunden", operationOf("/invoices", { customer: text }), {}],
  ["las facturas de todos los clientes", operationOf("/invoices", { customer: text }), {}],
]);

holds("what only says that a name follows", [
  [
    'crea un evento llamado "cena"',
    operationOf("/calendars/{calendar}", {}, object({ name: text })),
    { body: { name: "cena" } },
  ],
  ['crée une carte appelée "Lait"', operationOf("/cards", {}, object({ name: text })), { body: { name: "Lait" } }],
]);

holds("money in a whole number", [
  [
    "refund 12.50 dollars",
    operationOf("/refunds", {}, object({ amount: whole, currency: text })),
    { body: { amount: 1250, currency: "USD" } },
  ],
  ["refund 12 dollars", operationOf("/refunds", {}, object({ amount: whole })), { body: { amount: 1200 } }],
]);

holds("what is of another sort", [
  [
    "the certificate of acme.com",
    operationOf("/certificates", { sha1_fingerprint: text, host: text }),
    { host: "acme.com" },
  ],
  ["videos longer than 20 minutes", operationOf("/videos", { video_category_id: text, location: text }), {}],
  [
    "share it with ann@acme.com",
    operationOf("/shares", { email_message: text }, object({ email_address: text })),
    { body: { email_address: "ann@acme.com" } },
  ],
  ["cheap flight tomorrow", operationOf("/flights", { flight_number: text }), {}],
  [
    "the balance of Ethereum address 0x742d35cc6634c0532925a3b844bc454e",
    operationOf("/balances", { address: text }),
    { address: "0x742d35cc6634c0532925a3b844bc454e" },
  ],
]);

holds("a name behind the verb", [
  ["Show Taylor Swift albums", operationOf("/search", { q: text }), { q: "Taylor Swift albums" }],
]);
