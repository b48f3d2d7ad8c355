/** A proxy call as an operation that the stages sell: prepared and judged before it is paid for, sent after. */
import { Type } from "@sinclair/typebox";
import { isSafe } from "../net/call.ts";
import { asHubError, HubError, invalidInput } from "../runtime/errors.ts";
import type { Listing } from "../runtime/listing.ts";
import { type CallOutcome, outcomeOf } from "../runtime/health.ts";
import type { Standing } from "../runtime/ports/accounts.ts";
import { answerMembers, isSuccess, isUncharged, withheldMembers } from "./answer.ts";
import { CallInput, MAX_TIMEOUT_MS } from "./input.ts";
import type { UpstreamRequest } from "./request/build.ts";
import { scopeOf } from "./scope.ts";
import type { UpstreamAnswer } from "./send.ts";
import { answerOf, dryMembers, failureMembers, shownUrl } from "./call-answer.ts";
import type { CallDeps } from "./call-deps.ts";
import { givenNames, type PreparedRequest, prepare, SLUG } from "./prepare.ts";
import type { Operation } from "../runtime/run/operation.ts";

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
  let prepared: Promise<PreparedRequest> | undefined;
  const ready = (input: unknown, standing: Standing): Promise<PreparedRequest> =>
    (prepared ??= prepare(deps, slug, input as CallInput, standing)); // Judged by `validate`.

  return {
    slug: known,
    revision: "1",
    description: "Calls an operation of the catalogue and hands back what it answers.",
    method: "POST",
    path: `/api/v1/agent/proxy/${known}/call/`,
    listing: LISTING,
    pricing: { by: "call", isFree: (input) => (input as CallInput).dry_run },
    scope: { area: "proxy" },
    namedScope: (standing) => scopeOf(deps, slug, standing),
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
    async mayRepeat(input, standing) {
      if ((input as CallInput).credentials !== undefined)
        throw invalidInput("/credentials", "is used once and never kept: a call that waits needs a connection");
      const call = await ready(input, standing);
      return (input as CallInput).dry_run || isSafe(call.request.method);
    },
    async perform(input, signal, { standing }) {
      const call = await ready(input, standing);
      const { dry_run: isDry, timeout_ms: timeoutMs } = input as CallInput;
      const account = standing.state === "known" ? standing.holder.id : "a payer without an account";
      if (isDry) return answerOf(call, dryMembers(call.request), true);
      const { host } = call.request;
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
        return { ...(await answerOf(call, failureMembers(failure), false)), warnings, status: failure.status };
      }
      noteHealth(deps, call, standing, outcomeOf(sent.status));
      noteWall(deps, call, standing, input as CallInput, sent);
      const members = await answerMembers(sent, shownUrl(sent, call.request), deps.sweep);
      const answer = await answerOf(call, members, isSuccess(sent), () =>
        withheldMembers(sent, call.request.shown.url),
      );
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
  call: PreparedRequest,
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

/** A host may do well at one operation and badly at another. */
function targetOf({ callee, request }: PreparedRequest): string {
  return `${request.host} ${callee.entry.slug}`;
}

/** What is paid for by the request itself stays with its payment, whose attempts are counted. */
async function spares({ spareFailure }: CallDeps, standing: Standing, host: string): Promise<boolean> {
  return standing.state !== "known" || spareFailure === undefined || spareFailure(standing.holder.id, host);
}

function noteHealth({ health }: CallDeps, { callee }: PreparedRequest, standing: Standing, outcome: CallOutcome): void {
  const account = standing.state === "known" ? { account: standing.holder.id } : {};
  health?.note({ entry: callee.entry.slug, ...account, outcome });
}

/** Of a call that brought no credential of any kind. */
function noteWall(
  { noteWall: note }: CallDeps,
  { callee, connection }: PreparedRequest,
  standing: Standing,
  input: CallInput,
  sent: UpstreamAnswer,
): void {
  if (note === undefined || sent.status !== 401 || connection !== undefined || input.credentials !== undefined) return;
  const account = standing.state === "known" ? { account: standing.holder.id } : {};
  note({ entry: callee.entry.slug, ...account, challenge: saidOf(sent).challenge, given: givenNames(input) });
}

function noteOf({ noteCall }: CallDeps, { callee }: PreparedRequest, standing: Standing, answeredInMs?: number): void {
  noteCall?.({
    entry: callee.entry.slug,
    ...(standing.state === "known" && { account: standing.holder.id }),
    ...(answeredInMs !== undefined && { answeredInMs }),
  });
}
