/**
 * Which words of a query name a provider or one of its services ("twilio", "drive", "ec2"). Such a word says whose
 * operation is wanted, the more surely the fewer others say it: "netlify" all but decides, "box" only tips.
 */
import { stemmer } from "stemmer";
import { extraNames } from "../providers.ts";
import type { Database } from "../sqlite.ts";
import { wordsOf } from "../words/words.ts";
import type { Signals } from "./signals.ts";
import type { Term } from "./vocabulary.ts";

export interface Brand {
  readonly documents: ReadonlySet<number>;
  /** 0 to 1: how surely the word means them. */
  readonly weight: number;
}

export interface Brands {
  /** The brands that the terms name. */
  of(terms: readonly Term[]): readonly Brand[];
  isName(stem: string): boolean;
  /** The same of a word of three letters and more that is no name most of the time: then its stem need not be known. */
  isNamedBy(word: string): boolean;
}

/** Services are named after what they do; a caller a caller who says "search" rarely means the service of that name. 0 and 1 are within 0.002 of MRR. */
const SERVICE_WEIGHT = 0.4;

/** Parts of domain names and of service names that name nobody. */
const NAMELESS: ReadonlySet<string> = new Set(
  "com org net io co uk gov de eu us api apis app dev www v1 v2 v3 service services the of and local ac au ca nl".split(
    " ",
  ),
);

export function loadBrands(database: Database, signals: Signals): Brands {
  const entries = new Map<number, number>();
  for (const document of signals.documents) entries.set(document, (entries.get(document) ?? 0) + 1);
  const rows = database
    .query<Omit<ApiName, "entries">, []>(
      "SELECT id, provider, substr(api, length(provider) + 2) AS service FROM documents ORDER BY id",
    )
    .all()
    .flatMap((row) => {
      const living = entries.get(row.id);
      return living === undefined ? [] : [{ ...row, entries: living }];
    });
  const providers = gather(rows, ({ provider }) => `${provider} ${extraNames(provider)}`);
  const services = gather(rows, ({ service }) => service);
  const names = new Set([...providers.keys(), ...services.keys()]);
  const mayBeNamed = createBeginnings(names);
  return {
    of: (terms) =>
      terms.flatMap(({ stem, entries }) => [
        ...brandOf(providers.get(stem), entries, 1),
        ...brandOf(services.get(stem), entries, SERVICE_WEIGHT),
      ]),
    isName: (stem) => names.has(stem),
    // Not remembered: few are a word that anybody says twice.
    isNamedBy: (word) => mayBeNamed(word) && names.has(stemmer(word)),
  };
}

/** So many first letters a word and its stem share. */
const SHARED = 3;

/**
 * Tells whether a word may have one of these stems: a stem may differ from its word in its last letter, and in what the word
 * has more. To stem the word takes far longer. Of what words begin with none begins with another, and all are in order: a
 * word begins with the last one that is not after it, or with none.
 */
function createBeginnings(stems: Iterable<string>): (word: string) => boolean {
  const sharing = new Map<number, string[]>();
  const all = Array.from(stems, (stem) => (stem.length > SHARED ? stem.slice(0, -1) : stem));
  for (const one of all.filter(({ length }) => length >= SHARED).sort()) {
    const key = sharedOf(one);
    const known = sharing.get(key);
    if (known === undefined) sharing.set(key, [one]);
    else if (!one.startsWith(known.at(-1)!)) known.push(one);
  }
  return (word) => {
    const beginnings = sharing.get(sharedOf(word));
    if (beginnings === undefined) return false;
    let [low, high] = [0, beginnings.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (beginnings[middle]! <= word) low = middle + 1;
      else high = middle;
    }
    return low > 0 && word.startsWith(beginnings[low - 1]!);
  };
}

/** The first letters as a number, which is found without a text being made of them. */
function sharedOf(word: string): number {
  return (word.charCodeAt(0) * 0x1_0000 + word.charCodeAt(1)) * 0x1_0000 + word.charCodeAt(2);
}

interface ApiName {
  readonly id: number;
  readonly provider: string;
  readonly service: string;
  readonly entries: number;
}

interface Bearers {
  readonly documents: Set<number>;
  entries: number;
}

function gather(rows: readonly ApiName[], namesOf: (row: ApiName) => string): ReadonlyMap<string, Bearers> {
  const bearers = new Map<string, Bearers>();
  for (const row of rows) {
    for (const word of new Set(wordsOf(namesOf(row)))) {
      if (NAMELESS.has(word) || word.length < 2) continue;
      const stem = stemmer(word);
      const known = bearers.get(stem) ?? { documents: new Set(), entries: 0 };
      known.documents.add(row.id);
      known.entries += row.entries;
      bearers.set(stem, known);
    }
  }
  return bearers;
}

/** The fewer others say the word, the surer it is. */
function brandOf(bearers: Bearers | undefined, entries: number, weight: number): Brand[] {
  if (bearers === undefined) return [];
  return [{ documents: bearers.documents, weight: weight * Math.min(1, bearers.entries / entries) }];
}
