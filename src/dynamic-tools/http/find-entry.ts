/** The operation that a written request calls, by its method and address. */
import { wordsOf } from "../../catalog/words/words.ts";
import type { Catalog, Entry } from "../../runtime/catalog.ts";
import type { RequestSaid } from "./request-said.ts";

export interface EntryCalled {
  readonly entry: Entry;
  /** Of its path, by name, as they were written. */
  readonly params: ReadonlyMap<string, string>;
  /** Operations of other services that the path fits as well. */
  readonly others: readonly Entry[];
}

/** An API has many operations whose paths share most of their words. */
const PAGE = 100;
const PAGES = 2;
/** Ids and addresses say nothing of the operation. */
const LIKE_A_WORD = /^\p{L}[\p{L}_.-]{1,60}$/u;

/** None where nothing has this address, or where what is no mere reading fits operations of several services by its path alone. */
export async function entryCalled(
  catalog: Catalog,
  said: RequestSaid,
): Promise<{ readonly called?: EntryCalled; readonly near: readonly Entry[] }> {
  const { host = "", segments, rest, method } = said;
  const names = host.split(".").slice(0, -1).join(" ");
  const around = host === "" ? rest.replace(/[^\s=]{1,60}=\S{1,200}/g, " ") : "";
  const text = [names, ...segments.filter((one) => LIKE_A_WORD.test(one)), around].flatMap(wordsOf).join(" ");
  if (text === "") return { near: [] };
  const query = { text: text.slice(0, 300), methods: [method], limit: PAGE, perApi: 0, byCoverage: false };
  const near: Entry[] = [];
  let fitting: (Fit & { readonly entry: Entry })[] = [];
  for (let page = 0; page < PAGES && fitting.length === 0; page++) {
    const { hits } = await catalog.search({ ...query, offset: page * PAGE });
    near.push(...hits.map(({ entry }) => entry));
    fitting = hits.flatMap(({ entry }) => fitOfEntry(entry, said)).sort((a, b) => b.literal - a.literal);
  }
  const [best] = fitting;
  if (best === undefined) return { near };
  const { entry, params, literal } = best;
  const rivals = fitting.filter((one) => one.literal === literal && one.entry.provider !== entry.provider);
  const others = host !== "" || isNamed(entry, rest) ? [] : rivals.map((one) => one.entry);
  return others.length === 0 || method === "GET" ? { called: { entry, params, others }, near } : { near };
}

function fitOfEntry(entry: Entry, said: RequestSaid): (Fit & { readonly entry: Entry })[] {
  const fits = addressesOf(entry).flatMap((address) => fitOf(address, said, entry.provider) ?? []);
  const [best] = fits.sort((a, b) => b.literal - a.literal);
  return best === undefined ? [] : [{ ...best, entry }];
}

function isNamed({ provider, apiTitle }: Entry, rest: string): boolean {
  const said = new Set(wordsOf(rest));
  return wordsOf(`${provider.split(".")[0] ?? ""} ${apiTitle.split(" ")[0] ?? ""}`).some((word) => said.has(word));
}

interface Address {
  readonly host: string;
  /** That of the base first. */
  readonly base: readonly string[];
  readonly path: readonly string[];
}

function addressesOf({ baseUrl, path, versions }: Entry): Address[] {
  return [{ baseUrl, path }, ...versions].flatMap((one) => {
    if (!URL.canParse(one.baseUrl)) return [];
    const { host, pathname } = new URL(one.baseUrl);
    return [{ host, base: partsOf(pathname), path: partsOf(one.path) }];
  });
}

function partsOf(path: string): string[] {
  return path.split("/").filter((one) => one !== "");
}

interface Fit {
  readonly params: ReadonlyMap<string, string>;
  /** How many segments are the same, word by word. */
  readonly literal: number;
}

/** An API may answer at other hosts of its provider: "api.trello.com" is "trello.com". */
function fitOf({ host, base, path }: Address, said: RequestSaid, provider: string): Fit | undefined {
  const whole = [...base, ...path];
  if (said.host === undefined) return fitting(whole, said.segments) ?? fitting(path, said.segments);
  if (said.host === host) return fitting(whole, said.segments);
  const fit = `.${said.host}`.endsWith(`.${provider}`) ? fitting(whole, said.segments) : undefined;
  return fit && { ...fit, literal: fit.literal - OF_OTHER_HOST };
}

/** Of two that fit alike, the one at the very host. */
const OF_OTHER_HOST = 0.25;

function fitting(template: readonly string[], segments: readonly string[]): Fit | undefined {
  if (template.length !== segments.length) return undefined;
  const params = new Map<string, string>();
  let literal = 0;
  for (const [at, part] of template.entries()) {
    const segment = segments[at] ?? "";
    if (part === segment) literal++;
    else {
      const found = readSegment(part, segment);
      if (found === undefined) return undefined;
      if (!part.startsWith("{") || !part.endsWith("}")) literal += HALF;
      for (const [name, value] of found) if (!IS_TEMPLATE.test(value)) params.set(name, value);
    }
  }
  return { params, literal };
}

/** Of a segment, what is not its value: "{name}:cancel". */
const HALF = 0.5;
/** "$count" and "job1:cancel" are deeds of their own (OData, Google's custom methods), and no values. */
const DEED = /^\$|.:[a-z][A-Za-z]*$/;

/** What only stands for a value: "{id}", ":id", "<id>". */
const IS_TEMPLATE = /^(?:\{.*\}|:\w+|<.*>)$/;

/** "5.json" as "{id}.json": what stands between the template's own letters. */
function readSegment(part: string, segment: string): (readonly [string, string])[] | undefined {
  const pieces = part.split(/\{([^{}]{1,100})\}/); // Letters and names in turn.
  if (pieces.length === 1 || !segment.startsWith(pieces[0] ?? "")) return undefined;
  const found: (readonly [string, string])[] = [];
  let at = (pieces[0] ?? "").length;
  for (let piece = 1; piece < pieces.length; piece += 2) {
    const behind = pieces[piece + 1] ?? "";
    const isLast = piece + 2 >= pieces.length;
    const end = isLast ? segment.length - behind.length : segment.indexOf(behind, at + 1);
    if (end <= at || (pieces.length === 3 && behind === "" && at === 0 && DEED.test(segment))) return undefined;
    if (segment.slice(end, end + behind.length) !== behind) return undefined;
    found.push([pieces[piece] ?? "", decoded(segment.slice(at, end))]);
    at = end + behind.length;
  }
  return found;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
