/** What an operation lets be filled in: its parameters of path and query, and the leaves of its body. */
import { type JsonObject, objectOf, textOf } from "../../text/foreign.ts";
import type { ApiOperation } from "../../proxy/request/operation.ts";
import { childrenOf, fieldedBody, holds, MAX_DEPTH, type SlotHolder } from "./fields.ts";
import { mergedSchema } from "./schema.ts";
import { singular, spellOut } from "./spelled-names.ts";

export interface Slot {
  readonly place: "params" | "body";
  /** Names of fields from the top; "0" is the first item of an array. */
  readonly path: readonly string[];
  /** The last of them that is no position. */
  readonly name: string;
  readonly schema: JsonObject;
  /** It must be given whenever that which holds it is. */
  readonly required: boolean;
  /** It must be given in any case. */
  readonly needed: boolean;
  /** It is a piece of the path, which names the thing that is meant: "/payments/{key}". */
  readonly inPath: boolean;
  /** It is a piece of the path of what something is posted to: that is there already. */
  readonly isThere?: boolean;
  /** What the path says it names: "project" of "/projects/{id}". */
  readonly noun?: string | undefined;
  /** What the path speaks of, where the slot is called as any thing's: "vector" of the `ids` of "/vectors/delete". */
  readonly thing?: string | undefined;
  /** The parameter right before it in the path: "owner" of "/repos/{owner}/{repo}". */
  readonly behind?: string | undefined;
  /** It is the name, the key or the value of an object that pairs them. */
  readonly isOfPair?: boolean;
  /** It is the day, the month or the year of a day that several slots take apart. */
  readonly isOfDay?: boolean;
}

/** What a key is called by: every caller's own affair, and never what a wish is about. */
const CREDENTIAL =
  /\b(?:key|api key|apikey|appid|app id|app key|token|secret|password|auth|authorization|signature|client|client id|callback)\b/;
/** What a language or a way of writing is called by. */
const MANNER =
  /\b(?:format|ext|output|version|lang|language|locale|sort|fields|user agent)\b|^order(?:ing)?(?: (?:by|dir|direction|type|field))?$/;

type Called = Pick<Slot, "name" | "inPath" | "isOfPair">;

export function isAside(slot: Called): boolean {
  return MANNER.test(spellOut(slot.name)) || isCredential(slot);
}

/** What the caller is asked for where it is not said: even what nobody speaks of must be sent. */
export function isToBeSaid(slot: Slot): boolean {
  return slot.needed && !isCredential(slot);
}

/** A key within the path names the thing that is meant: "/payments/{key}"; one with a value beside it names that. */
export function isCredential({ name, inPath, isOfPair = false }: Called): boolean {
  const word = spellOut(name);
  if (isOfPair && word === "key") return false;
  // "include signature" is a flag.
  return (
    !inPath &&
    CREDENTIAL.test(word) &&
    !/^(?:include|with|show|has|is) /.test(word) &&
    !/\b(?:issue|project|object|item|public) key\b/.test(word) &&
    // "password length" is no password, and "secret id" no secret.
    !/^secret (?:id|name|arn)$/.test(word) &&
    !/ (?:length|size|count|policy|strength|type|prefix)$/.test(word)
  );
}

/** `action` is its path as the catalogue has it, which tells what is posted to "/": "/#X-Amz-Target=AmazonSSM.PutParameter". */
export function slotsOf(operation: ApiOperation, action = operation.path): Slot[] {
  return withDays([...parameterSlots(operation, action), ...fieldSlots(operation, action)]);
}

/** Where a day stands beside its month, each of them is a part of one. */
function withDays(slots: readonly Slot[]): Slot[] {
  const placeOf = ({ place, path }: Slot, part: string) => [place, ...path.slice(0, -1), part].join("\n");
  const places = new Set(slots.map((slot) => placeOf(slot, spellOut(slot.name))));
  return slots.map((slot) => {
    const isPart = /^(?:day|month|year)$/.test(spellOut(slot.name));
    return isPart && ["day", "month"].every((part) => places.has(placeOf(slot, part)))
      ? { ...slot, isOfDay: true }
      : slot;
  });
}

function parameterSlots({ parameters, path, lookup, method }: ApiOperation, action: string): Slot[] {
  const taken = parameters.filter((one) => one.in === "path" || one.in === "query");
  return taken
    .filter((one) => one.in === "path" || !taken.some((other) => other.in === "path" && other.name === one.name))
    .flatMap(({ in: place, name, schema, required, fallback, description, style }) => {
      const slot: Slot = {
        place: "params",
        inPath: place === "path",
        isThere: place === "path" && method === "POST",
        path: [name],
        name,
        schema: { ...(description !== undefined && { description }), ...mergedSchema(schema, lookup) },
        required,
        needed: required && fallback === undefined,
        noun: nounBefore(path, name),
        thing: place === "query" && required && OF_THING.test(name) ? thingOf(action) : undefined,
        behind: parameterBefore(path, name),
      };
      const bounds = style === "deepObject" && !slot.needed ? boundsOf(slot, lookup) : [];
      return bounds.length > 0 ? bounds : [slot];
    });
}

/** `created[gte]` and `created[lte]`: both ends of a range that one parameter takes. */
function boundsOf(slot: Slot, lookup: ApiOperation["lookup"]): Slot[] {
  const properties = Object.entries(objectOf(slot.schema.properties));
  return properties.every(([name]) => BOUND.test(name))
    ? properties.map(([name, schema]) => ({
        ...slot,
        path: [slot.name, name],
        name: `${slot.name}_${name}`,
        schema: mergedSchema(schema, lookup),
        required: false,
      }))
    : [];
}

const BOUND = /^(?:gte?|lte?|after|before|from|to|since|until|min|max|start|end)$/i;

/** Of a body that may hold hundreds, the first: the higher ones come first. */
const MAX_FIELDS = 300;

/** The leaves of a JSON or form body, the uppermost first. */
function fieldSlots({ bodies, bodyRequired, lookup }: ApiOperation, action: string): Slot[] {
  const form = fieldedBody({ bodies });
  if (form === undefined) return [];
  const slots: Slot[] = [];
  const seen = new Set<string>();
  let level: readonly SlotHolder[] = [
    { schema: form.schema, path: [], name: "", required: true, needed: bodyRequired },
  ];
  for (let depth = 0; depth < MAX_DEPTH && level.length > 0 && slots.length < MAX_FIELDS; depth++) {
    const next: SlotHolder[] = [];
    for (const holder of level.slice(0, MAX_FIELDS)) {
      const children = childrenOf(holder, lookup);
      const isPair = PAIR.every((part) => children.some(({ name }) => part.test(name)));
      for (const child of children) {
        const id = child.path.join("\n");
        if (seen.has(id)) continue;
        seen.add(id);
        if (holds(child.schema, lookup)) next.push(child);
        else
          slots.push({
            place: "body",
            inPath: false,
            ...(isPair && PAIR.some((part) => part.test(child.name)) && { isOfPair: true }),
            ...child,
            schema: mergedSchema(child.schema, lookup),
            ...(depth === 0 &&
              (OF_THING.test(child.name) || (child.needed && /^user_?name$/i.test(child.name))) && {
                thing: thingOf(action),
              }),
          });
      }
    }
    level = next;
  }
  return slots;
}

const PAIR = [/^(?:key|name)$/i, /^values?$/i];

/** At most one literal stands between: "/{owner}/apps/{app}". */
function parameterBefore(path: string, name: string): string | undefined {
  const segments = path.split("/");
  const at = segments.indexOf(`{${name}}`);
  const before = [segments[at - 1], segments[at - 2]].find((one) => one?.startsWith("{"));
  return at < 0 ? undefined : before?.slice(1, -1);
}

/** What is called so is the id, or the name, of the thing that the path speaks of. */
const OF_THING = /^(?:ids?|name|key|slug)$/i;
const DEED =
  /^(?:create|update|delete|remove|add|set|get|list|new|edit|save|insert|upsert|patch|send|search|query|bulk|batch|info|rate|vote|put|describe|start|stop|v\d.*)$/;

/** "vector" of "/vectors/delete". */
function thingOf(path: string): string | undefined {
  const action = OF_ACTION.exec(path)?.[1];
  // "StartPipelineExecution" is of a pipeline, "/vectors/delete" of vectors.
  const isNoun = (word: string) => !DEED.test(word);
  const thing =
    action === undefined
      ? wordsOfPath(path).findLast(isNoun)
      : spellOut(action)
          .split(" ")
          .find((word) => isNoun(word) && word.length > 2);
  return thing === undefined || thing.length < 3 ? undefined : singular(thing);
}

/** "/#X-Amz-Target=AmazonSSM.PutParameter", "/#Action=CreateQueue". */
const OF_ACTION = /#(?:X-Amz-Target=[\w.]+\.|Action=)(\w+)$/;

function wordsOfPath(path: string): string[] {
  return path
    .split("/")
    .filter((one) => one !== "" && !/[{}]/.test(one))
    .flatMap((one) => spellOut(one.replace(/\.\w+$/, "")).split(" "));
}

/** By its schema, or as its description begins. */
export function isDeprecated({ schema: { deprecated, description } }: Slot): boolean {
  return deprecated === true || /^\W*deprecated\b/i.test(textOf(description));
}

/** A list, or a text of several: "ids", "symbols". */
export function takesSeveral({ schema, name }: Pick<Slot, "name" | "schema">): boolean {
  const isText = schema.type === "string" && schema.enum === undefined;
  return (
    [schema.type].flat().includes("array") ||
    (isText && (/(?<![s|u])s$/.test(name) || LISTED.test(textOf(schema.description))))
  );
}

/** "Comma separated list of currency codes." */
const LISTED =
  /^(?:\W*(?:an?|the) )?(?:optional )?(?:comma|semi-?colon)[- ]sep[ae]rated?\b|\b(?:comma|semi-?colon)[- ]sep[ae]rated list\b/i;

/** The value as the slot's type has it; `undefined` where it cannot be. */
export function ofType(value: unknown, { type, enum: allowed, items }: JsonObject): unknown {
  const types = [type].flat();
  if (Array.isArray(allowed) && !allowed.map(String).includes(String(value))) return undefined;
  if (types.includes("boolean") && typeof value === "boolean") return value;
  if (types.includes("integer")) return Number.isInteger(Number(value)) ? Number(value) : undefined;
  if (types.includes("number")) return Number.isFinite(Number(value)) ? Number(value) : undefined;
  if (types.includes("array") && Array.isArray(value)) {
    const all = value.map((one) => ofType(one, objectOf(items)));
    return all.includes(undefined) ? undefined : all;
  }
  if (types.includes("array")) {
    const item = ofType(value, objectOf(items));
    return item === undefined ? undefined : [item];
  }
  if (types.includes("object") || types.includes("boolean")) return undefined;
  return String(value);
}

/** "/projects/{id}": what is named by the id is a project. */
function nounBefore(path: string, name: string): string | undefined {
  const at = path.indexOf(`/{${name}}`);
  // Of several in a row the last names the thing: "/channels/{type}/{id}".
  const isLast = !path.startsWith("/{", at + name.length + 3);
  const isPlain = /^(?:id|key|slug|name|uuid)$/i.test(name);
  const literal = isPlain ? /\/([A-Za-z][\w-]*)(?:\/\{[^{}/]*\})*$/ : /\/([A-Za-z][\w-]*)$/;
  const before = at < 0 || (!isLast && !isPlain) ? undefined : literal.exec(path.slice(0, at))?.[1];
  return before === undefined || /^v\d/.test(before) ? undefined : singular(spellOut(before));
}
