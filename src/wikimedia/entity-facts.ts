/** Facts about an item from its best statements: dates as precise as known, quantities with units, items by name. */
import { type Static, Type } from "../runtime/actor.ts";
import { Value } from "@sinclair/typebox/value";
import { type Claims, itemIn, itemOfAddress, type Statement } from "./wikidata.ts";
import { timeText } from "./wikidata-time.ts";

/** How the values of a property are told. */
const SHAPES = {
  time: Type.String({
    description: `As precise as it is known: "1976-04-01", "1976", "19th century", "15 March 44 BC"; in the calendar of its time.`,
  }),
  item: Type.String(),
  items: Type.Array(Type.String()),
  url: Type.String(),
  count: Type.Number(),
  measure: Type.Object({ value: Type.Number(), unit: Type.Union([Type.String(), Type.Null()]) }),
};
type Reading = keyof typeof SHAPES;

const PROPERTIES: readonly (readonly [name: string, property: string, reading: Reading])[] = [
  ["founded", "P571", "time"],
  ["headquarters", "P159", "item"],
  ["website", "P856", "url"],
  ["born", "P569", "time"],
  ["died", "P570", "time"],
  ["population", "P1082", "count"],
  ["dissolved", "P576", "time"],
  ["published", "P577", "time"],
  ["started", "P580", "time"],
  ["ended", "P582", "time"],
  ["date", "P585", "time"],
  ["launched", "P619", "time"],
  ["birth_place", "P19", "items"],
  ["death_place", "P20", "items"],
  ["occupation", "P106", "items"],
  ["citizenship", "P27", "items"],
  ["industry", "P452", "items"],
  ["founders", "P112", "items"],
  ["chief_executive", "P169", "items"],
  ["parent_company", "P749", "items"],
  ["country", "P17", "items"],
  ["capital", "P36", "items"],
  ["location", "P276", "items"],
  ["author", "P50", "items"],
  ["director", "P57", "items"],
  ["developer", "P178", "items"],
  ["manufacturer", "P176", "items"],
  ["employees", "P1128", "count"],
  ["revenue", "P2139", "measure"],
  ["area", "P2046", "measure"],
  ["elevation", "P2044", "measure"],
];
/** Null where Wikidata does not know it or it does not apply; the others are there where they are known. */
const ALWAYS = new Set(["founded", "headquarters", "website", "born", "died", "population"]);

export const EntityFacts = Type.Object(
  Object.fromEntries(
    PROPERTIES.map(([name, , reading]) => {
      const shape = SHAPES[reading];
      return [name, ALWAYS.has(name) ? Type.Union([shape, Type.Null()]) : Type.Optional(shape)];
    }),
  ),
);
export type EntityFacts = Static<typeof EntityFacts>;

const MAX_ITEMS = 5;
const END = "P582";
const POINT_IN_TIME = "P585";

const Quantity = Type.Object({ amount: Type.String(), unit: Type.String() });

/** The items whose names the facts are told with. */
export function namedIn(claims: Claims): string[] {
  const ids = PROPERTIES.flatMap(([, property, reading]) => {
    const statements = current(claims.best(property));
    if (reading === "measure") return [unitOf(latest(statements))];
    return reading === "item" || reading === "items" ? itemsIn(statements) : [];
  });
  return ids.filter((id) => id !== undefined);
}

export function factsOf(claims: Claims | undefined, labels: ReadonlyMap<string, string>): EntityFacts {
  const facts: Record<string, EntityFacts[string]> = {};
  for (const [name, property, reading] of PROPERTIES) {
    const value = read(reading, current(claims?.best(property) ?? []), labels);
    if (value !== undefined) facts[name] = value;
    else if (ALWAYS.has(name)) facts[name] = null;
  }
  return facts;
}

function read(
  reading: Reading,
  statements: readonly Statement[],
  labels: ReadonlyMap<string, string>,
): EntityFacts[string] | undefined {
  const values = statements.map(({ mainsnak }) =>
    mainsnak.snaktype === "value" ? mainsnak.datavalue?.value : undefined,
  );
  switch (reading) {
    case "time":
      return values.map(timeText).find((text) => text !== undefined);
    case "url":
      return values.find((value): value is string => typeof value === "string" && /^https?:\/\//i.test(value));
    case "item":
    case "items": {
      const names = itemsIn(statements).flatMap((id) => labels.get(id) ?? []);
      return reading === "item" ? names[0] : names.length > 0 ? names : undefined;
    }
    case "count":
      return amountOf(latest(statements));
    case "measure": {
      const statement = latest(statements);
      const value = amountOf(statement);
      return value === undefined ? undefined : { value, unit: labels.get(unitOf(statement) ?? "") ?? null };
    }
  }
}

/** Without what has ended, unless all has. */
function current(statements: readonly Statement[]): readonly Statement[] {
  const going = statements.filter(
    ({ qualifiers }) => qualifiers?.[END]?.some(({ snaktype }) => snaktype === "value") !== true,
  );
  return going.length > 0 ? going : statements;
}

/** Of figures from several years, the newest. */
function latest(statements: readonly Statement[]): Statement | undefined {
  const known = statements.filter((statement) => amountOf(statement) !== undefined);
  const yearOf = ({ qualifiers }: Statement): string => {
    const value = qualifiers?.[POINT_IN_TIME]?.[0]?.datavalue?.value;
    const time = typeof value === "object" && value !== null && "time" in value ? String(value.time) : "";
    return time.startsWith("+") ? time : "";
  };
  return known.toSorted((a, b) => (yearOf(a) < yearOf(b) ? 1 : yearOf(a) > yearOf(b) ? -1 : 0))[0];
}

function itemsIn(statements: readonly Statement[]): string[] {
  const ids = statements.map(({ mainsnak }) => itemIn(mainsnak)).filter((id) => id !== undefined);
  return [...new Set(ids)].slice(0, MAX_ITEMS);
}

function amountOf(statement: Statement | undefined): number | undefined {
  const value = statement?.mainsnak.snaktype === "value" ? statement.mainsnak.datavalue?.value : undefined;
  if (!Value.Check(Quantity, value)) return undefined;
  const amount = Number(value.amount);
  return Number.isFinite(amount) ? amount + 0 : undefined;
}

/** "1" means that it is counted, not measured. */
function unitOf(statement: Statement | undefined): string | undefined {
  const value = statement?.mainsnak.datavalue?.value;
  return Value.Check(Quantity, value) ? itemOfAddress(value.unit) : undefined;
}
