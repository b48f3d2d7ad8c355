/** Facts that a page states in JSON-LD: what a product costs, when an event is, what a recipe needs. */
import { type LinkedData, type LinkedNode, namesOf, textOf, typesOf } from "./json-ld.ts";

/** Flat: the type and what is said of it, as text, or a list of texts. */
export type Fact = Record<string, string | string[]>;

const MAX_FACTS = 10;
const MAX_VALUES = 30;
const MAX_VALUE_CHARS = 300;
const TYPES = [
  "Product",
  "ProductGroup",
  "Recipe",
  "Event",
  "Festival",
  "JobPosting",
  "Article",
  "Posting",
  "Report",
  "Book",
  "Movie",
  "Course",
  "VideoObject",
  "SoftwareApplication",
  "MobileApplication",
  "Business",
  "Restaurant",
  "Hotel",
];

/** Each field and the places it is said at, the surest first. */
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  name: ["name", "headline", "title"],
  price: ["offers.price", "offers.priceSpecification.price", "offers.lowPrice"],
  price_high: ["offers.highPrice"],
  currency: ["offers.priceCurrency", "offers.priceSpecification.priceCurrency"],
  availability: ["offers.availability"],
  rating: ["aggregateRating.ratingValue"],
  rating_best: ["aggregateRating.bestRating"],
  rating_count: ["aggregateRating.ratingCount", "aggregateRating.reviewCount"],
  brand: ["brand"],
  sku: ["sku"],
  published: ["datePublished", "datePosted", "uploadDate"],
  modified: ["dateModified"],
  starts: ["startDate"],
  ends: ["endDate", "validThrough"],
  place: ["location", "jobLocation", "jobLocation.address.addressLocality", "location.address.addressLocality"],
  employer: ["hiringOrganization"],
  employment: ["employmentType"],
  salary: ["baseSalary.value.value", "baseSalary.value.minValue", "baseSalary.value"],
  salary_high: ["baseSalary.value.maxValue"],
  salary_currency: ["baseSalary.currency"],
  yield: ["recipeYield"],
  time_preparation: ["prepTime"],
  time_cooking: ["cookTime"],
  time_total: ["totalTime"],
};

export function factsOf({ nodes }: LinkedData): Fact[] {
  const facts: Fact[] = [];
  for (const node of nodes) {
    const type = typesOf(node).find((one) => TYPES.some((known) => one.endsWith(known)));
    if (type === undefined) continue;
    const said = saidOf(node, nodes);
    if (Object.keys(said).length > 0) facts.push({ type, ...said });
    if (facts.length === MAX_FACTS) break;
  }
  return facts;
}

function saidOf(node: LinkedNode, nodes: readonly LinkedNode[]): Fact {
  const said: Fact = {};
  for (const [field, paths] of Object.entries(FIELDS)) {
    const text = paths.map((path) => textOf(valueAt(node, path.split(".")))).find((one) => one !== undefined);
    if (text !== undefined) said[field] = short(text);
  }
  const authors = [...new Set(namesOf([node["author"]].flat().slice(0, MAX_VALUES), nodes))];
  if (authors.length > 0) said["author"] = short(authors.join(", "));
  const ingredients = [node["recipeIngredient"]].flat().slice(0, MAX_VALUES);
  const named = ingredients.map(textOf).filter((one) => one !== undefined);
  if (named.length > 0) said["ingredients"] = named.map(short);
  return said;
}

/** What stands at the path; of a list, its first. */
function valueAt(value: unknown, path: readonly string[]): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return value;
  const one: unknown = Array.isArray(value) ? value[0] : value;
  if (typeof one !== "object" || one === null || !Object.hasOwn(one, key)) return undefined;
  return valueAt((one as LinkedNode)[key], rest); // An object by the check above.
}

function short(text: string): string {
  return text
    .replace(/^https?:\/\/schema\.org\//, "")
    .slice(0, MAX_VALUE_CHARS)
    .toWellFormed();
}
