/** What a test lends an actor: the hub's real guarded fetch, led to the servers that stand in for the public services. */
import { createFetch } from "../../src/net/fetch.ts";
import { allowHosts } from "../../src/net/host-allowlist.ts";
import type { Actor, ActorContext, Item, Report } from "../../src/runtime/actor.ts";
import { inline } from "../../src/runtime/offload.ts";
import { HubError } from "../../src/runtime/errors.ts";
import { UNPAID_LLM } from "../../src/runtime/llm.ts";
import { inputValidator } from "../../src/runtime/schema.ts";
import { noCatalog } from "./operations.ts";
import {
  type Exchange,
  type Misbehaviour,
  type ReceivedRequest,
  recordedUpstream,
  type RecordedUpstream,
} from "./recorded-upstream.ts";

/** 2026-11-21T03:00:00Z. */
export const TEST_TIME = 1_795_230_000_000;

export function contextFor(
  actor: Pick<Actor, "hosts">,
  { upstreams }: Pick<RecordedUpstream, "upstreams">,
  signal: AbortSignal = new AbortController().signal,
): ActorContext {
  const fetch = createFetch({
    resolve: () => Promise.reject(new Error("A test reached for the network")),
    allow: [],
    selfHosts: [],
    userAgent: "agent-api-hub-test (test@example.org)",
  });
  // An actor that reaches any host names none, so it is lent those that were recorded.
  const recorded = [...upstreams.keys()].map((origin) => new URL(origin).hostname);
  const hosts = actor.hosts.includes("*") ? [...actor.hosts, ...recorded] : actor.hosts;
  return {
    signal,
    fetch: allowHosts({ hosts, upstreams, fetch })(signal),
    now: () => TEST_TIME,
    log: SILENT,
    catalog: async () => noCatalog(),
    actors: NO_ACTORS,
    offload: inline,
    onDispose: () => undefined,
    llm: UNPAID_LLM,
  };
}

/** Runs an actor as the hub does, on valid input with its defaults. */
export async function runActor(actor: unknown, input: unknown, context: ActorContext): Promise<Report> {
  const { input: schema, check, run } = actor as Actor; // Every actor has the shape; its input type is its own affair.
  const validation = inputValidator(schema)(input);
  if (!validation.ok) throw new HubError("invalid_input", "not valid", { issues: validation.issues });
  check?.(validation.value);
  const said = await run(validation.value, context);
  return Array.isArray(said) ? { items: said as readonly Item[] } : (said as Report);
}

export interface Circumstances {
  /** What happens instead of the recorded answer, */
  readonly how?: Misbehaviour;
  /** and to requests for which address: those with this part in it, all when left out. */
  readonly part?: string;
  /** Takes what was asked, also when the run fails. */
  readonly requests?: ReceivedRequest[];
}

/** Runs an actor once against recorded answers. */
export async function runRecorded(
  actor: Pick<Actor, "hosts">,
  exchanges: readonly Exchange[],
  input: unknown,
  { how, part = "", requests }: Circumstances = {},
): Promise<Report> {
  await using upstream = await recordedUpstream(exchanges);
  if (how !== undefined) upstream.misbehave(part, how);
  try {
    return await runActor(actor, input, contextFor(actor, upstream));
  } finally {
    requests?.push(...upstream.requests);
  }
}

const NO_ACTORS = { list: async () => [], validate: async () => undefined };

const SILENT = { debug() {}, info() {}, warn() {}, error() {} };
