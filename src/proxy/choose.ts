/** Which entry of a category is meant: the best match that can be called with what was given. */
import type { Catalog, Entry } from "../runtime/catalog.ts";
import { HubError, type Issue } from "../runtime/errors.ts";
import { isSafe } from "../net/call.ts";
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
  const tried = [];
  for (const { entry, score } of hits) {
    const callee = await find(catalog, entry.slug);
    if (callee !== undefined) tried.push({ callee, score, built: attempt(callee, input, sender) });
  }
  const ready = tried.filter(({ built }) => built.ok);
  // One that wants a key which was not given would only answer 401.
  const best = ready.find(({ callee }) => isOpenTo(callee, sender)) ?? ready[0];
  if (best === undefined || !best.built.ok) throw nothingFits(tried);
  return {
    callee: best.callee,
    request: best.built.request,
    why: `Of ${tried.length} matches in "${category}" it is the best that needs no more than was given.`,
    alternatives: tried
      .filter((one) => one !== best)
      .slice(0, SHOWN)
      .map(alternative),
  };
}

/** What changes something is not picked by a likeness of words alone: the caller has to bring what it shall be given. */
function attempt({ operation }: Callee, input: CallInput, sender: Sender): BuildResult {
  if (!isSafe(operation.method) && input.body === undefined)
    return {
      ok: false,
      issues: [{ pointer: "/body", detail: `is required for a ${operation.method} picked by a category` }],
    };
  return buildRequest(operation, input, sender);
}

function isOpenTo({ entry, operation }: Callee, { credentials }: Sender): boolean {
  return (
    Object.keys(credentials).length > 0 || (isOpen(operation.security) && ["none", "unknown"].includes(entry.auth))
  );
}

function alternative({
  callee: { entry },
  score,
  built,
}: {
  callee: { entry: Entry };
  score: number;
  built: BuildResult;
}): Alternative {
  return {
    slug: entry.slug,
    name: entry.name,
    score,
    needs: built.ok ? [] : built.issues.slice(0, SHOWN).map(sentence),
  };
}

function nothingFits(tried: readonly { readonly callee: Callee; readonly built: BuildResult }[]): HubError {
  const [first] = tried;
  if (first === undefined)
    return new HubError("invalid_input", "No entry of this category matches the words.", {
      issues: [{ pointer: "/q", detail: "matches nothing in this category" }],
    });
  return new HubError("invalid_input", "No entry that matches can be called with what was given.", {
    issues: first.built.ok ? [] : first.built.issues,
    nextActions: tried.slice(0, SHOWN).map(({ callee: { entry }, built }) => {
      const needs = built.ok ? [] : built.issues.slice(0, 3).map(sentence);
      return `POST /api/v1/agent/proxy/${entry.slug}/call/ (${entry.name}): ${needs.join("; ")}.`;
    }),
  });
}

function sentence({ pointer, detail }: Issue): string {
  return `${pointer.slice(1) || "the input"} ${detail}`;
}
