/** Cleaning any JSON value: its texts, its field names, and what is left of it when all that is empty has gone. Types come later. */
import { cleanText, type TextTally } from "./clean-text.ts";
import { distinctNames, snakeCase } from "../_shared/rows/field-names.ts";
import { isObject } from "../../src/text/foreign.ts";
import { type RowFields, setField } from "../_shared/rows/fields.ts";

export interface Cleaner {
  /** The cleaned value, or `undefined` when nothing is left of it. */
  value(value: unknown): unknown;
  text(text: string): string;
  /** How often each kind of change was made. */
  report(): Readonly<Record<string, number>>;
}

export function createCleaner(): Cleaner {
  const texts: TextTally = { characters: 0, markup: 0, entities: 0, unicode: 0, whitespace: 0 };
  const rest = { nulls: 0, empty: 0, names: 0, collisions: 0 };
  // Rows repeat their names: each is worked out once.
  const names = new Map<string, string>();

  function nameOf(key: string): string {
    const known = names.get(key);
    if (known !== undefined) return known;
    const name = snakeCase(cleanText(key, { ...texts }));
    names.set(key, name);
    return name;
  }

  function clean(value: unknown): unknown {
    if (value === null || value === undefined) {
      rest.nulls++;
      return undefined;
    }
    if (typeof value === "string") return cleanText(value, texts) || empty();
    if (Array.isArray(value)) {
      const kept = value.map(clean).filter((element) => element !== undefined);
      return kept.length === 0 ? empty() : kept;
    }
    return isObject(value) ? cleanRecord(value) : value;
  }

  function cleanRecord(record: RowFields): unknown {
    const given: string[] = [];
    const values: unknown[] = [];
    for (const key of Object.keys(record)) {
      const value = clean(record[key]);
      if (value === undefined) continue;
      given.push(key);
      values.push(value);
    }
    if (given.length === 0) return empty();
    const wanted = given.map(nameOf);
    const cleaned: RowFields = {};
    distinctNames(wanted, given).forEach((name, at) => {
      if (name !== given[at]) rest.names++;
      if (name !== wanted[at]) rest.collisions++;
      setField(cleaned, name, values[at]);
    });
    return cleaned;
  }

  function empty(): undefined {
    rest.empty++;
    return undefined;
  }

  return {
    value: clean,
    text: (text) => cleanText(text, texts),
    report: () => ({
      markup_removed: texts.markup,
      entities_decoded: texts.entities,
      invisible_characters_removed: texts.characters,
      unicode_composed: texts.unicode,
      whitespace_normalised: texts.whitespace,
      nulls_removed: rest.nulls,
      empty_fields_removed: rest.empty,
      keys_renamed: rest.names,
      key_collisions: rest.collisions,
    }),
  };
}
