import { expect, test } from "bun:test";
import { readPage } from "../../src/page/read.ts";

function factsOf(...said: readonly unknown[]) {
  const scripts = said.map((one) => `<script type="application/ld+json">${JSON.stringify(one)}</script>`).join("");
  const bytes = Buffer.from(`<title>A page</title>${scripts}<p>It says something of its own.</p>`);
  return readPage({ bytes, contentType: "text/html", url: "https://example.org/" }).facts;
}

test("what a product costs and how it is rated is told as the page writes it", () => {
  const offers = [
    { "@type": "Offer", price: "19.90", priceCurrency: "EUR", availability: "https://schema.org/InStock" },
  ];
  const aggregateRating = { "@type": "AggregateRating", ratingValue: 4.5, reviewCount: 12 };
  expect(factsOf({ "@graph": [{ "@type": "Product", name: "Kettle", offers, aggregateRating }] })).toEqual([
    {
      type: "Product",
      name: "Kettle",
      price: "19.90",
      currency: "EUR",
      availability: "InStock",
      rating: "4.5",
      rating_count: "12",
    },
  ]);
});

test("a recipe, an event and a job are told", () => {
  const recipe = { "@type": "Recipe", name: "Bread", author: { name: "Ada" }, recipeIngredient: ["rye", "salt"] };
  const event = { "@type": "MusicEvent", name: "Fair", startDate: "2026-05-01", location: { name: "Town Hall" } };
  const baseSalary = { currency: "EUR", value: { "@type": "QuantitativeValue", value: 52000 } };
  const job = { "@type": "JobPosting", title: "Baker", hiringOrganization: { name: "Mill" }, baseSalary };
  expect(factsOf(recipe, event, job)).toEqual([
    { type: "Recipe", name: "Bread", author: "Ada", ingredients: ["rye", "salt"] },
    { type: "MusicEvent", name: "Fair", starts: "2026-05-01", place: "Town Hall" },
    { type: "JobPosting", name: "Baker", employer: "Mill", salary: "52000", salary_currency: "EUR" },
  ]);
});

test("what is wrong is left out, and what is long is cut", () => {
  expect(factsOf({ "@type": "Product", offers: [null], name: 7 }, { "@type": "WebSite", name: "x" }, "{")).toEqual([
    { type: "Product", name: "7" },
  ]);
  const many = Array.from({ length: 500 }, () => ({ "@type": "Product", name: "x".repeat(9000) }));
  expect(JSON.stringify(factsOf(many)).length).toBeLessThan(4000);
});
