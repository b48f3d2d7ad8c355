/** Which entry of a category is meant: the best match that can be called with what was given. */
import type { Catalog } from "../runtime/catalog.ts";
import { HubError, type Issue } from "../runtime/errors.ts";
import { isLongerThan } from "../runtime/json.ts";
import { ownTurn } from "../text/long-work.ts";
import type { Callee, FindOperation } from "./operations.ts";
import { type BuildResult, buildRequest, type Sender, type UpstreamRequest } from "./request/build.ts";
import type { CallInput } from "./input.ts";
import { isOpen } from "./request/security.ts";

export interface CallChoice {
  readonly callee: Callee;
  readonly request: UpstreamRequest;
  readonly why: string;
  /** What else matched, and what it would have needed. */
  readonly alternatives: readonly Alternative[];
}

export interface Alternative {
  readonly slug: string;
  readonly name: string;
  readonly score: number;
  /** What it lacks, as "params/city is required". */
  readonly needs: readonly string[];
}

const CANDIDATES = 25;
const SHOWN = 5;
/** In characters. A longer input is written for one candidate in a turn. */
const LONG = 64 * 1024;

/** @throws {HubError} `invalid_input` when nothing matches, or nothing that matches can be called like this. */
export async function chooseEntry(
  catalog: Catalog,
  find: FindOperation,
  { category, input, sender }: { category: string; input: CallInput; sender: Sender },
): Promise<CallChoice> {
  const { q } = input;
  if (q === undefined)
    throw new HubError("invalid_input", "A category is called by what you want done.", {
      issues: [{ pointer: "/q", detail: "is required with a category" }],
    });
  const { hits } = await catalog.search({ text: q, category, limit: CANDIDATES, byMeaning: true });
  const isLong = isLongerThan(input, LONG);
  const tried: Tried[] = [];
  let best: Best | undefined;
  for (const { entry, score } of hits) {
    if (isLong) await ownTurn();
    const callee = await find(catalog, entry.slug);
    if (callee === undefined) continue;
    const built = attempt(callee, input, sender);
    tried.push({ callee, score, issues: built.ok ? [] : built.issues });
    if (!built.ok || best?.isOpen === true) continue;
    // One that wants a key would only answer 401.
    const isOpen = isOpenToAll(callee);
    // Of the requests that could be sent only one is held: each has the whole body.
    if (best === undefined || isOpen) best = { callee, request: built.request, isOpen };
  }
  if (best === undefined) throw nothingFits(tried);
  const { callee: chosen, request } = best;
  return {
    callee: chosen,
    request,
    why: `Of ${tried.length} matches in "${category}" it is the best that needs no more than was given.`,
    alternatives: tried
      .filter(({ callee }) => callee !== chosen)
      .slice(0, SHOWN)
      .map(alternative),
  };
}

interface Tried {
  readonly callee: Callee;
  readonly score: number;
  /** Why it cannot be called like this; empty where it can. */
  readonly issues: readonly Issue[];
}

interface Best extends Pick<CallChoice, "callee" | "request"> {
  readonly isOpen: boolean;
}

/** What changes something is not picked by a likeness of words alone: the caller has to bring what it shall be given. */
function attempt({ operation }: Callee, input: CallInput, sender: Sender): BuildResult {
  const { onlyReads, method } = operation;
  if (!onlyReads && method === "GET")
    return {
      ok: false,
      issues: [{ pointer: "/q", detail: "picks no action that may change something: name its slug" }],
    };
  if (!onlyReads && input.body === undefined)
    return { ok: false, issues: [{ pointer: "/body", detail: `is required for a ${method} picked by a category` }] };
  return buildRequest(operation, input, sender);
}

function isOpenToAll({ entry, operation }: Callee): boolean {
  return isOpen(operation.security) && ["none", "unknown"].includes(entry.auth);
}

function alternative({ callee: { entry }, score, issues }: Tried): Alternative {
  return { slug: entry.slug, name: entry.name, score, needs: issues.slice(0, SHOWN).map(sentence) };
}

function nothingFits(tried: readonly Tried[]): HubError {
  const [first] = tried;
  if (first === undefined)
    return new HubError("invalid_input", "No entry of this category matches the words.", {
      issues: [{ pointer: "/q", detail: "matches nothing in this category" }],
    });
  return new HubError("invalid_input", "No entry that matches can be called with what was given.", {
    issues: first.issues,
    nextActions: tried.slice(0, SHOWN).map(({ callee: { entry }, issues }) => {
      const needs = issues.slice(0, 3).map(sentence);
      return `POST /api/v1/agent/proxy/${entry.slug}/call/ (${entry.name}): ${needs.join("; ")}.`;
    }),
  });
}

function sentence({ pointer, detail }: Issue): string {
  return `${pointer.slice(1) || "the input"} ${detail}`;
}
