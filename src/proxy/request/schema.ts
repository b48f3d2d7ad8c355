/**
 * Holds a value against a schema of the description: enough of JSON Schema to name what a caller got wrong, lenient
 * where descriptions often are wrong themselves (formats), and bounded in work, since neither side is trusted.
 */
import { type JsonObject, isObject, listOf, objectOf } from "../../text/foreign.ts";
import { type Issue, MAX_ISSUES } from "../../runtime/errors.ts";
import { escapePointer } from "../../text/pointer.ts";
import { isScalar, isUndescribedObject, rangeFault, typeFault } from "./value-faults.ts";

/** Finds a schema by its reference. */
export type Lookup = (reference: string) => unknown;

export interface SchemaRules {
  readonly lookup: Lookup;
  /** Parameters are text on their way: "42" is as good a number as 42, and 42 as good a text as "42". */
  readonly isText: boolean;
}

/** A schema and where its value stands. */
interface Place {
  readonly schema: unknown;
  readonly where: string;
  readonly depth: number;
  /** Schemas that the value is held against beside this one, of which it is a part. */
  readonly around: readonly JsonObject[];
}

const MAX_DEPTH = 24;
/** Of one body or parameter; what lies beyond is for the upstream to judge. */
const MAX_CHECKS = 50_000;
/** Everything that is wrong, each with its pointer below `pointer`. */
export function faultsOf(value: unknown, schema: unknown, pointer: string, judge: SchemaRules): Issue[] {
  let left = MAX_CHECKS;
  const issues: Issue[] = [];
  check(value, { schema, where: pointer, depth: 0, around: [] }, issues);
  return issues;

  function check(value: unknown, { schema, where, depth, around }: Place, found: Issue[]): void {
    const fault = (place: string, detail: string): void => void found.push({ pointer: place, detail });
    const rules = resolved(schema);
    if (rules === undefined || depth > MAX_DEPTH || --left < 0 || found.length >= MAX_ISSUES) return;
    // On its way a list of one is no other text than that one.
    const at = judge.isText && rules.type === "array" && isScalar(value) ? [value] : value;
    const deeper = { where, depth: depth + 1 };
    for (const part of listOf(rules.allOf)) check(at, { ...deeper, schema: part, around: [...around, rules] }, found);
    const named = isObject(at) ? discriminated(at, rules) : undefined;
    // Forms that exclude each other may each be closed to what the others have, yet not to what all of them share.
    const hasForms = rules.anyOf !== undefined || rules.oneOf !== undefined;
    const shared = hasForms ? [...around, { ...rules, anyOf: undefined, oneOf: undefined }] : around;
    for (const alternatives of [rules.anyOf, rules.oneOf]) {
      const options = named === undefined ? listOf(alternatives) : [];
      const fits = (option: unknown): boolean => {
        const faults: Issue[] = [];
        check(at, { schema: option, where: "", depth: depth + 1, around: shared }, faults);
        return faults.length === 0;
      };
      if (options.length === 0) continue;
      const fitting = options.filter(fits);
      if (fitting.length === 0) fault(where, "fits none of the forms it may have");
      // Texts and numbers of several forms differ by formats alone, which descriptions seldom mean so strictly; and
      // forms that ask for nothing cannot be told apart by anybody.
      else if (
        fitting.length > 1 &&
        alternatives === rules.oneOf &&
        rules.discriminator === undefined &&
        isObject(at) &&
        !judge.isText &&
        fitting.every((option) => asksForSome(option))
      )
        fault(where, `fits ${fitting.length} of the forms of which it must have one`);
    }
    if (named !== undefined && "$ref" in named) check(at, { ...deeper, schema: named, around: shared }, found);
    if (named !== undefined && "names" in named)
      fault(`${where}/${escapeToken(named.name)}`, `must be one of ${named.names.slice(0, 20).join(", ")}`);
    // A member that is an object of which nothing is said is any value: so do .NET and Java describe theirs.
    if (depth > 0 && where !== pointer && where !== "" && isUndescribedObject(rules)) return;
    const wrong = typeFault(at, rules, judge.isText) ?? rangeFault(at, rules, judge.isText);
    if (wrong !== undefined) return fault(where, wrong);
    const within = (token: string | number, of: unknown): Place => {
      const below = typeof token === "number" ? String(token) : escapeToken(token);
      return { schema: of, where: `${where}/${below}`, depth: depth + 1, around: [] };
    };
    if (Array.isArray(at)) for (const [index, item] of at.entries()) check(item, within(index, rules.items), found);
    if (!isObject(at)) return;
    const properties = objectOf(rules.properties);
    for (const name of listOf(rules.required)) {
      if (typeof name !== "string" || Object.hasOwn(at, name)) continue;
      // What only answers hold is required of answers.
      const isAnswered = Object.hasOwn(properties, name) && resolved(properties[name])?.readOnly === true;
      if (!isAnswered) fault(`${where}/${escapeToken(name)}`, "is required");
    }
    for (const [name, field] of Object.entries(at)) {
      const known = Object.hasOwn(properties, name) ? properties[name] : rules.additionalProperties;
      if (known !== false) check(field, within(name, known), found);
      // Strictly, what is closed knows its own properties only; who closes what is put together means all of it.
      else if (![rules, ...around].some((one) => isKnownBy(one, name)) && left >= 0)
        fault(`${where}/${escapeToken(name)}`, "is not known here");
    }
  }

  /** Whether a schema, or one that it is put together from, has a property of this name. */
  function isKnownBy(schema: unknown, name: string, depth = 0): boolean {
    const rules = resolved(schema);
    if (rules === undefined || depth > MAX_DEPTH || --left < 0) return false;
    return (
      Object.hasOwn(objectOf(rules.properties), name) ||
      [rules.allOf, rules.anyOf, rules.oneOf].some((parts) =>
        listOf(parts).some((part) => isKnownBy(part, name, depth + 1)),
      )
    );
  }

  /** Whether a form requires anything, itself or by what it is put together from. */
  function asksForSome(schema: unknown, depth = 0): boolean {
    const rules = resolved(schema);
    if (rules === undefined || depth > MAX_DEPTH || --left < 0) return false;
    return listOf(rules.required).length > 0 || listOf(rules.allOf).some((part) => asksForSome(part, depth + 1));
  }

  function resolved(given: unknown): JsonObject | undefined {
    const found = isObject(given) && typeof given.$ref === "string" ? judge.lookup(given.$ref) : given;
    return isObject(found) ? found : undefined;
  }
}

/** The form that a value says it has, where its forms are told apart by a property; or the names, where it is none. */
function discriminated(
  value: JsonObject,
  { discriminator, oneOf, anyOf }: JsonObject,
): { readonly $ref: unknown } | { readonly name: string; readonly names: readonly string[] } | undefined {
  const { propertyName: name, mapping } = objectOf(discriminator);
  const options = listOf(oneOf ?? anyOf).map((one) => objectOf(one).$ref);
  if (typeof name !== "string" || typeof value[name] !== "string" || options.length === 0) return undefined;
  const said = value[name];
  const known = objectOf(mapping);
  if (Object.hasOwn(known, said)) return { $ref: known[said] };
  const $ref = options.find((one) => typeof one === "string" && one.endsWith(`/${said}`));
  if ($ref !== undefined) return { $ref };
  const isNamed = options.every((one) => Object.values(known).includes(one));
  return isNamed ? { name, names: Object.keys(known) } : undefined;
}

/** A name that a caller sent as a token of a pointer. It may be of any length, and is told in full to nobody. */
export function escapeToken(name: string): string {
  return escapePointer(name.slice(0, 100));
}
