/** A proxy call as an operation that the stages sell: prepared and judged before it is paid for, sent after. */
import { Type } from "@sinclair/typebox";
import { CATEGORIES } from "../catalog/categories.ts";
import { isObject, type JsonObject } from "../text/foreign.ts";
import type { CallRecords } from "../runtime/call-records.ts";
import type { Catalog } from "../runtime/catalog.ts";
import { isSafe } from "../net/call.ts";
import { asHubError, HubError, invalidFields, invalidInput } from "../runtime/errors.ts";
import { between, inner, type JsonText, wholeText } from "../text/json-text.ts";
import type { Listing } from "../runtime/listing.ts";
import type { Operation } from "../runtime/run/pipeline.ts";
import { type HealthRecords, type Outcome, outcomeOf } from "../runtime/health.ts";
import type { Holder, Standing } from "../runtime/ports/accounts.ts";
import type { Connections, OpenConnection } from "../runtime/ports/connections.ts";
import type { Answer } from "../runtime/ports/answer.ts";
import type { Sweep } from "../runtime/world.ts";
import type { Validation } from "../runtime/schema.ts";
import { answerMembers, isSuccess, isUncharged, shownBody, withheldMembers } from "./answer.ts";
import type { Breakers } from "./breaker.ts";
import { chooseEntry } from "./choose.ts";
import { secretsOf, type Spell, withoutSecrets } from "./credentials.ts";
import { CallInput, MAX_TIMEOUT_MS } from "./input.ts";
import type { Callee, FindOperation } from "./operations.ts";
import { buildRequest, type UpstreamRequest } from "./request/build.ts";
import type { Send, UpstreamAnswer } from "./send.ts";

export interface CallDeps {
  readonly catalog: () => Catalog;
  readonly find: FindOperation;
  readonly send: Send;
  readonly breakers: Breakers;
  /** Judges the shape of an input. */
  readonly judge: (input: unknown) => Validation;
  readonly userAgent: string;
  /** The tools that were composed for a key; absent where nobody has a key. */
  readonly tools?: Tools;
  /** What accounts have connected; absent where nobody can connect anything. */
  readonly connections?: Connections;
  /** How their secrets may be written in an answer; left out, it is found out with every call. */
  readonly spell?: Spell;
  /** Whose connections are used where nobody shows a key: in the shell. */
  readonly holder?: Pick<Holder, "id">;
  /** Told of every call that succeeded; absent where nothing is learned. */
  readonly learning?: { called(holder: Holder, entry: string): void };
  /** Told how each call went that has reached its upstream. */
  readonly noteCall?: CallRecords["note"];
  /** Told what the upstream of an entry answered. */
  readonly health?: Pick<HealthRecords, "note">;
  /** Whether one more failure of this host costs the account nothing; left out, any does. */
  readonly spareFailure?: (accountId: string, host: string) => Promise<boolean>;
  /** Told of what writing a large answer leaves behind. */
  readonly sweep?: Sweep;
}

/** A tool of a key, as far as a call needs it. */
export interface Tools {
  find(
    holder: Holder,
    slug: string,
  ): Promise<{ readonly entry: string; readonly constants: Pick<CallInput, "params" | "body"> } | undefined>;
}

/** A request that is ready to go. */
interface Prepared {
  readonly callee: Callee;
  readonly request: UpstreamRequest;
  /** Texts that the answer may not hold. */
  readonly secrets: readonly string[];
  readonly spell?: Spell | undefined;
  readonly connection?: OpenConnection | undefined;
  /** The same request with another credential. */
  readonly again: (connection: OpenConnection) => UpstreamRequest;
  /** What the answer says besides, such as why this entry was chosen. */
  readonly told: Readonly<Record<string, unknown>>;
}

const CATEGORY_SLUGS: ReadonlySet<string> = new Set(CATEGORIES.map(({ slug }) => slug));
const SLUG = /^[a-z0-9-]{1,100}$/;
/** The call's own deadline comes first, and has a code of its own. */
const SLACK_MS = 10_000;

/** A deadline of the caller's own below this is no fault of the upstream's: the call has arrived, and is paid for. */
const PATIENT_MS = 1000;
const TELLING_MS = 5000;
const HAS_ARRIVED: ReadonlySet<string> = new Set([
  "upstream_failed",
  "upstream_timeout",
  "upstream_invalid",
  "upstream_too_large",
]);
const IMPATIENT = "Your own deadline was below a second, so that this call costs what an answered one does.";
const OFTEN_FAILED =
  "So many calls of yours to this host have failed within ten minutes that this one costs what an answered one does.";

/** Strangers are told of one resource, whatever is called through it. */
const LISTING: Listing = {
  name: "API proxy",
  tags: ["api", "proxy"],
  input: CallInput,
  example: { params: {} },
  route: {
    template: "/api/v1/agent/proxy/:slug/call/",
    params: Type.Object({
      slug: Type.String({ description: "Of an entry that a search found, of a category, or of a tool of your key." }),
    }),
  },
};

/** What the work of any call is offered as. */
export function offeredCall(deps: CallDeps): Operation {
  const operation = callOperation(deps, "");
  return { ...operation, path: LISTING.route?.template ?? operation.path, refusal: () => outageOf(deps) };
}

function outageOf({ catalog }: CallDeps): HubError | undefined {
  try {
    catalog();
    return undefined;
  } catch (error) {
    return asHubError(error);
  }
}

/** One call. `unreadable` is why its body could not be read: a caller without credentials is told of those first. */
export function callOperation(deps: CallDeps, slug: string, unreadable?: HubError): Operation {
  const known = SLUG.test(slug) ? slug : "{slug}";
  let prepared: Promise<Prepared> | undefined;
  const ready = (input: unknown, standing: Standing): Promise<Prepared> =>
    (prepared ??= prepare(deps, slug, input as CallInput, standing)); // Judged by `validate`.

  return {
    slug: known,
    revision: "1",
    description: "Calls an operation of the catalogue and hands back what it answers.",
    method: "POST",
    path: `/api/v1/agent/proxy/${known}/call/`,
    listing: LISTING,
    pricing: { by: "call", isFree: (input) => (input as CallInput).dry_run },
    cacheTtlSeconds: 0,
    timeoutMs: MAX_TIMEOUT_MS + SLACK_MS,
    validate: (input) => (unreadable === undefined ? deps.judge(input) : { ok: true, value: {}, warnings: [] }),
    outage: () => outageOf(deps),
    async refusal(input, standing) {
      if (unreadable !== undefined) return unreadable;
      try {
        const call = await ready(input, standing);
        return (input as CallInput).dry_run ? undefined : deps.breakers.refusal(targetOf(call));
      } catch (error) {
        return asHubError(error);
      }
    },
    async perform(input, signal, { standing }) {
      const call = await ready(input, standing);
      const { dry_run: isDry, timeout_ms: timeoutMs } = input as CallInput;
      const account = standing.state === "known" ? standing.holder.id : "a payer without an account";
      if (isDry) return answerOf(call, dryMembers(call.request), true);
      const { host } = new URL(call.request.url);
      const isSpared = () => spares(deps, standing, host);
      const note = (answeredInMs?: number) => noteOf(deps, call, standing, answeredInMs);
      let sent: UpstreamAnswer;
      try {
        await call.connection?.use();
        sent = await sendConnected(deps, call, { timeoutMs, account }, signal);
      } catch (error) {
        const failure = asHubError(error);
        const isImpatient = failure.code === "upstream_timeout" && timeoutMs < PATIENT_MS;
        // A deadline of a few seconds says nothing of the upstream.
        if (HAS_ARRIVED.has(failure.code) && (failure.code !== "upstream_timeout" || timeoutMs >= TELLING_MS)) {
          note();
          noteHealth(deps, call, standing, "silent");
        }
        if (!HAS_ARRIVED.has(failure.code) || (!isImpatient && (await isSpared()))) throw failure;
        const warnings = [isImpatient ? IMPATIENT : OFTEN_FAILED];
        return { ...answerOf(call, failureMembers(failure), false), warnings, status: failure.status };
      }
      noteHealth(deps, call, standing, outcomeOf(sent.status));
      const members = answerMembers(sent, shownUrl(sent, call.request), deps.sweep);
      const answer = answerOf(call, members, isSuccess(sent), withheldMembers(sent, call.request.shown.url));
      if (isSuccess(sent) && standing.state === "known") deps.learning?.called(standing.holder, call.callee.entry.slug);
      note(isUncharged(sent) ? undefined : sent.durationMs);
      if (!isUncharged(sent)) return answer;
      if (!(await isSpared())) return { ...answer, warnings: [OFTEN_FAILED] };
      throw new HubError("upstream_failed", `The upstream service answered with status ${sent.status}.`, {
        answerJson: answer.itemsJson,
      });
    },
  };
}

/** Once more where the upstream refused the credential, a fresh one is there and repeating is safe. */
async function sendConnected(
  deps: CallDeps,
  call: Prepared,
  { timeoutMs, account }: { readonly timeoutMs: number; readonly account: string },
  signal: AbortSignal,
): Promise<UpstreamAnswer> {
  const send = (request: UpstreamRequest) => deps.send({ request, timeoutMs, target: targetOf(call), account }, signal);
  const sent = await send(call.request);
  const fresh = await call.connection?.heard(saidOf(sent));
  if (fresh === undefined || !isSafe(call.request.method)) return sent;
  const second = await send(call.again(fresh));
  await fresh.heard(saidOf(second));
  return second;
}

function saidOf({ status, headers }: UpstreamAnswer) {
  return { status, challenge: headers.get("www-authenticate") };
}

async function prepare(deps: CallDeps, slug: string, input: CallInput, standing: Standing): Promise<Prepared> {
  const catalog = deps.catalog();
  const credentials = input.credentials?.open() ?? {};
  const sender = { credentials, userAgent: deps.userAgent };
  if (CATEGORY_SLUGS.has(slug)) {
    const chosen = await chooseEntry(catalog, deps.find, { category: slug, input, sender });
    const { callee, request, why, alternatives } = chosen;
    const again = () => request;
    return { callee, request, again, secrets: secretsOf(credentials), told: { category: slug, why, alternatives } };
  }
  const tool =
    standing.state === "known" && slug.startsWith("tool-") ? await deps.tools?.find(standing.holder, slug) : undefined;
  const callee = SLUG.test(slug) ? await deps.find(catalog, tool?.entry ?? slug) : undefined;
  if (callee === undefined)
    throw new HubError("unknown_api", "No API, no category and no tool of yours has this slug.");
  const values = tool === undefined ? input : completed(input, tool.constants);
  const connection = await connectionFor(deps, callee, values, standing);
  const build = (open: OpenConnection | undefined): UpstreamRequest => {
    const { placed, sign } = open ?? {};
    const built = buildRequest(callee.operation, values, {
      ...sender,
      ...(placed && { placed }),
      ...(sign && { sign }),
    });
    if (!built.ok) throw invalidFields(`Cannot call "${slug}"`, built.issues);
    if (open?.mayGoTo(new URL(built.request.url).host) === false)
      throw new HubError(
        "credential_not_for_host",
        "The address that `server` makes is not one of the connection's hosts.",
      );
    return built.request;
  };
  return {
    callee,
    request: build(connection),
    again: build,
    secrets: connection?.secrets ?? secretsOf(credentials),
    spell: connection && deps.spell,
    connection,
    told: {
      ...(tool !== undefined && { tool: slug }),
      ...(connection && { connection: { id: connection.id, label: connection.label } }),
    },
  };
}

async function connectionFor(
  { connections, holder: owner }: CallDeps,
  { entry }: Callee,
  { connection: wish, credentials, params, query, headers, dry_run: isDry }: CallInput,
  standing: Standing,
): Promise<OpenConnection | undefined> {
  if (credentials !== undefined || connections === undefined) return undefined;
  const holder = standing.state === "known" ? standing.holder : owner;
  if (holder === undefined) {
    if (wish === undefined || wish === "none") return undefined;
    throw invalidInput("/connection", "is of an account: send its X-API-Key");
  }
  const given = [params, query, headers].flatMap((values) => Object.keys(values ?? {}));
  const names = new Set(given.map((name) => name.toLowerCase()));
  return connections.forCall(holder, { entry, wish, given: names, isDry });
}

/** A host may do well at one operation and badly at another. */
function targetOf({ callee, request }: Prepared): string {
  return `${new URL(request.url).host} ${callee.entry.slug}`;
}

/** What is paid for by the request itself stays with its payment, whose attempts are counted. */
async function spares({ spareFailure }: CallDeps, standing: Standing, host: string): Promise<boolean> {
  return standing.state !== "known" || spareFailure === undefined || spareFailure(standing.holder.id, host);
}

function noteHealth({ health }: CallDeps, { callee }: Prepared, standing: Standing, outcome: Outcome): void {
  const account = standing.state === "known" ? { account: standing.holder.id } : {};
  health?.note({ entry: callee.entry.slug, ...account, outcome });
}

function noteOf({ noteCall }: CallDeps, { callee }: Prepared, standing: Standing, answeredInMs?: number): void {
  noteCall?.({
    entry: callee.entry.slug,
    ...(standing.state === "known" && { account: standing.holder.id }),
    ...(answeredInMs !== undefined && { answeredInMs }),
  });
}

/** With what a tool has fixed, unless the caller says otherwise. */
function completed(input: CallInput, { params, body }: Pick<CallInput, "params" | "body">): CallInput {
  const given = input.body ?? {};
  return {
    ...input,
    params: { ...params, ...input.params },
    ...(body !== undefined && input.body === undefined && { body }),
    ...(isObject(body) && isObject(given) && { body: merged(body, given) }),
  };
}

/** Objects in objects are merged too: many bodies hold all they say in one field. */
function merged(fixed: JsonObject, given: JsonObject): JsonObject {
  const both = Object.entries(given).map(([name, value]) => {
    const own = fixed[name];
    return [name, isObject(own) && isObject(value) ? merged(own, value) : value] as const;
  });
  return { ...fixed, ...Object.fromEntries(both) };
}

/** After a redirect the address is another, and no credential of ours is in it. */
function shownUrl(sent: UpstreamAnswer, { url, shown }: UpstreamRequest): string {
  return sent.url === url ? shown.url : sent.url;
}

function dryMembers({ method, body, shown }: UpstreamRequest): string {
  const request = { method, url: shown.url, headers: shown.headers, body: shownBody(body) };
  return inner({ ...request, dry_run: true, data: request, truncated: false, error: null, upstream: null });
}

/** No upstream answered; what happened is told as any other error, too. */
function failureMembers({ code, title, status, message, retryable }: HubError): string {
  const error = { code, message, retryable };
  return inner({
    data: null,
    truncated: false,
    error,
    upstream: null,
    code,
    title,
    status,
    detail: message,
    retryable,
  });
}

/** `unsure` are the members that are kept where the upstream may have repeated a credential unseen. */
function answerOf(
  { callee, secrets, spell, told }: Prepared,
  members: JsonText,
  success: boolean,
  unsure?: string,
): Answer {
  const { slug } = callee.entry;
  const head = inner({ success, slug, source: "proxy", ...told });
  const next = JSON.stringify(nextAction(callee, success));
  // What the hub itself says holds no credential, and would be no answer without its own words.
  const around = (inside: JsonText) => between(`{${head},`, inside, `,"recommended_next_action":${next}}`);
  const { json, isCertain } = withoutSecrets(members, secrets, spell);
  return {
    itemsJson: around(json),
    ...(!isCertain && unsure !== undefined && { keptJson: wholeText(around(unsure)) }),
    count: 1,
    warnings: [],
  };
}

function nextAction({ entry }: Callee, success: boolean): string {
  return success
    ? "Use `data`; GET /api/v1/agent/usage/ shows what is left."
    : `GET /api/v1/agent/tool/${entry.slug}/spec/ tells what the operation takes; try again with dry_run to see the request.`;
}
