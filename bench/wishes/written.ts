/**
 * Requests written out with the names of their fields, as programs and agents write them, for operations that a hash
 * draws from the catalogue: a name or a summary, then two or three fields with values of their kind. Each is made given
 * the entry. Operations of every third provider are for checking: only their figures are looked at.
 * Usage: bun bench/wishes/written.ts <catalog.sqlite> [--ways=json,call] [--found] [--failures]
 * With `--found` the entry is looked for in the whole catalogue, by its name and that of its service.
 */
import { openCatalog } from "../../src/catalog/file-catalog/catalog.ts";
import { splitIdentifier } from "../../src/catalog/words/words.ts";
import { rankedFor } from "../../src/dynamic-tools/compose.ts";
import type { Constants } from "../../src/dynamic-tools/slots/constants.ts";
import { isCredential, type Slot, slotsOf } from "../../src/dynamic-tools/slots/slots.ts";
import { createOperations } from "../../src/proxy/operations.ts";
import type { Catalog, Entry } from "../../src/runtime/catalog.ts";
import { openFinished } from "../../src/catalog/sqlite.ts";
import { hash, WAYS, type WrittenField } from "./written-ways.ts";

const DRAWN = 400;
const PER_PROVIDER = 12;
const FIELDS = 3;
/** A third of the catalogue, and alike. */
const LEFT_OUT = ["microsoft.com", "azure.com", "windows.net", "visualstudio.com"];

interface Drawn {
  readonly slug: string;
  readonly name: string;
  readonly provider: string;
}

const TEXTS = [
  ["title", "Summer sale"],
  ["name", "Blue Horizon"],
  ["description", "all about the new office"],
  ["message", "see you at nine"],
] as const;

const [path = "data/catalog.sqlite"] = process.argv.slice(2).filter((one) => !one.startsWith("--"));
const showsFailures = process.argv.includes("--failures");
const asked = process.argv
  .find((one) => one.startsWith("--ways="))
  ?.split("=")[1]
  ?.split(",");
const isFound = process.argv.includes("--found");
const catalog = openCatalog(path, Math.random);
const find = createOperations();
const drawn = openFinished(path)
  .query<Drawn, string[]>(
    `SELECT e.slug, e.name, d.provider FROM entries e JOIN documents d ON d.id = e.document
     WHERE e.vanished_at IS NULL AND d.provider NOT IN (${LEFT_OUT.map(() => "?").join(", ")})`,
  )
  .all(...LEFT_OUT);

for (const part of ["tuning", "checking"] as const) {
  const operations = await operationsOf(part);
  for (const [way, write] of Object.entries(WAYS)) {
    if (asked?.includes(way) === false) continue;
    const counts = { values: 0, right: 0, whole: 0, invented: 0, found: 0 };
    for (const { entry, fields } of operations) {
      const name = entry.name.replace(/\.$/, "");
      const wish = write(isFound ? `${entry.provider.split(".")[0]} ${name}` : name, fields);
      const sought = isFound ? catalog : only(entry);
      const { ranked } = await rankedFor(sought, find, { description: wish, limit: 1, now: Date.now() });
      const isRight = ranked[0]?.match.entry.slug === entry.slug;
      const constants = (isRight ? ranked[0]?.match.constants : undefined) ?? { params: {} };
      counts.found += isRight ? 1 : 0;
      const right = fields.filter(({ slot, value }) => String(valueAt(constants, slot)) === String(value)).length;
      const invented = leavesOf(constants) - right;
      counts.values += fields.length;
      counts.right += right;
      counts.whole += right === fields.length && invented === 0 ? 1 : 0;
      counts.invented += right === fields.length && invented > 0 ? 1 : 0;
      if (showsFailures && part === "tuning" && (right < fields.length || invented > 0))
        console.log(`${entry.slug} ${wish} → ${JSON.stringify(constants)}`);
    }
    const share = (count: number, of: number) => `${((100 * count) / of).toFixed(1)} %`;
    console.log(
      `${part.padEnd(9)}${way.padEnd(10)} values right ${share(counts.right, counts.values)} of ${counts.values}, ` +
        `whole requests ${share(counts.whole, operations.length)} of ${operations.length}, ` +
        `with one more that nobody said ${share(counts.invented, operations.length)}` +
        (isFound ? `, right entries ${share(counts.found, operations.length)}` : ""),
    );
  }
}
catalog.close();

async function operationsOf(part: "tuning" | "checking") {
  const counts = new Map<string, number>();
  const found: { readonly entry: Entry; readonly fields: readonly WrittenField[] }[] = [];
  const own = drawn.filter(({ provider }) => (hash(`part${provider}`) % 3 === 0) === (part === "checking"));
  for (const { slug, name, provider } of own.toSorted((a, b) => hash(a.slug) - hash(b.slug))) {
    if (found.length === DRAWN) break;
    const count = (counts.get(provider) ?? 0) + 1;
    counts.set(provider, count);
    const isPlain = /^[^{}/]{5,70}$/.test(name) && name.includes(" ");
    const callee = isPlain && count <= PER_PROVIDER ? await find(catalog, slug) : undefined;
    const fields = callee === undefined ? [] : fieldsOf(slotsOf(callee.operation), hash(slug));
    if (callee !== undefined && fields.length > 1) found.push({ entry: callee.entry, fields });
  }
  return found;
}

/** Two of the path at most, then others; no two of the same name or value. */
function fieldsOf(slots: readonly Slot[], seed: number): WrittenField[] {
  const plain = slots.filter(
    (slot) =>
      !isCredential(slot) && slot.path.length <= 2 && !slot.path.includes("0") && /^[\w.-]{2,}$/.test(slot.name),
  );
  const others = plain.filter(({ inPath }) => !inPath).toSorted((a, b) => hash(a.name + seed) - hash(b.name + seed));
  const fields: WrittenField[] = [];
  for (const slot of [...plain.filter(({ inPath }) => inPath).slice(0, 2), ...others]) {
    const spoken = splitIdentifier(slot.name).toLowerCase();
    const value = fields.length < FIELDS ? valueFor(slot, hash(slot.name + seed)) : undefined;
    if (value !== undefined && !fields.some((one) => one.spoken === spoken || one.said === value.said))
      fields.push({ slot, spoken, ...value });
  }
  return fields;
}

/** What the description gives as an example, else something of the kind that its name and type ask for. */
function valueFor({ name, schema }: Slot, seed: number): Pick<WrittenField, "said" | "value"> | undefined {
  const { type, format, example, examples, pattern, maxLength, minLength, minimum, maximum } = schema;
  const members = schema.enum;
  const word = splitIdentifier(name).toLowerCase();
  const plain = (value: string | number) => ({ said: String(value), value });
  const isNarrow = pattern !== undefined || Number(maxLength) < 30 || Number(minLength) > 8;
  if (isNarrow) return undefined;
  if (Array.isArray(members)) {
    const member: unknown = members[seed % members.length];
    return typeof member === "string" && /^\S.*\S$/.test(member)
      ? { said: splitIdentifier(member).toLowerCase(), value: member }
      : undefined;
  }
  if (type === "integer" || type === "number") {
    const number = 2 + (seed % 46);
    return number < Number(minimum) || number > Number(maximum) ? undefined : plain(number);
  }
  if (type !== "string") return undefined;
  if (format === "date") return plain(`2026-03-1${seed % 10}`);
  if (format === "uuid") return plain("41cda519-495a-4f46-a254-f157b88ee506");
  if (format === "email" || /\bemail\b/.test(word)) return plain("ann.lee@example.org");
  if (typeof format === "string" && format !== "uri") return undefined;
  const given: unknown = example ?? (Array.isArray(examples) ? examples[0] : undefined);
  if (typeof given === "string" && /^[^{<\n"\\]{2,40}$/.test(given) && given !== "string")
    return { said: given.includes(" ") ? `"${given}"` : given, value: given };
  if (/\b(?:ids?|key|code|slug)$/.test(word)) return plain(["ab12cd", "x9f3k2", "774512", "cus_81hs"][seed % 4] ?? "");
  const text = TEXTS.find(([end]) => word.endsWith(end))?.[1];
  return text === undefined ? undefined : { said: `"${text}"`, value: text };
}

function only(entry: Entry): Catalog {
  return { ...catalog, search: async (query) => ({ ...(await catalog.search(query)), hits: [{ entry, score: 1 }] }) };
}

function valueAt({ params, body }: Constants, { place, path, name }: Slot): unknown {
  if (place === "params") return params[name];
  return path.reduce<unknown>((at, step) => (at as Record<string, unknown> | undefined)?.[step], body);
}

function leavesOf(value: unknown): number {
  if (typeof value !== "object" || value === null) return value === undefined ? 0 : 1;
  return Object.values(value).reduce<number>((sum, one) => sum + leavesOf(one), 0);
}
