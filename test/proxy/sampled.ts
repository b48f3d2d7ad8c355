/** Draws entries of the catalogue with valid input for each, and compares what the two builders make of them. */
import { openCatalog } from "../../src/catalog/file-catalog/catalog.ts";
import { randomOf } from "../support/random.ts";
import { describe } from "./described.ts";
import { differences, type Judged } from "./differential.ts";
import { makeInput } from "./generate.ts";
import { ODD_CALLS } from "./odd-descriptions.ts";

export interface Tally {
  readonly calls: number;
  readonly equal: number;
  /** How often each verdict explained a difference, by its name. */
  readonly explained: ReadonlyMap<string, number>;
  /** What none explains. */
  readonly unexplained: readonly string[];
}

export async function compareSampled(catalogPath: string, entries: number, seed: number): Promise<Tally> {
  const random = randomOf(seed);
  const catalog = openCatalog(catalogPath, random);
  const calls: [string, Judged[]][] = [];
  while (calls.length < entries) {
    const entry = catalog.random();
    const spec = entry && (await catalog.spec(entry.slug));
    if (entry === undefined || spec === undefined) throw new Error("The catalogue is empty");
    const made = makeInput(describe(spec), random);
    if (made !== undefined) calls.push([entry.slug, await differences(entry, spec, made)]);
  }
  catalog.close();
  return tallied(calls);
}

export async function compareOdd(): Promise<Tally> {
  const calls: [string, Judged[]][] = [];
  for (const { name, document, path, method, baseUrl, ...made } of ODD_CALLS)
    calls.push([name, await differences({ slug: "odd", method: method.toUpperCase(), path, baseUrl }, document, made)]);
  return tallied(calls);
}

function tallied(calls: readonly (readonly [name: string, differences: readonly Judged[]])[]): Tally {
  const explained = new Map<string, number>();
  const unexplained: string[] = [];
  for (const [name, found] of calls) {
    for (const { at, ours, theirs, verdict } of found) {
      if (verdict === undefined) unexplained.push(`${name} | ${at} | ours: ${ours} | theirs: ${theirs}`);
      else explained.set(verdict.name, (explained.get(verdict.name) ?? 0) + 1);
    }
  }
  return { calls: calls.length, equal: calls.filter(([, found]) => found.length === 0).length, explained, unexplained };
}
