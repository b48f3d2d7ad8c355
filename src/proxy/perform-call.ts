/** Does a proxy call that is paid for: sends it, notes how it went, and answers what the upstream said. */
import { asHubError, HubError } from "../runtime/errors.ts";
import { type CallOutcome, outcomeOf } from "../runtime/health.ts";
import type { Standing } from "../runtime/ports/accounts.ts";
import type { Answer } from "../runtime/ports/answer.ts";
import { answerMembers, isSuccess, isUncharged, withheldMembers } from "./answer.ts";
import { answerOf, dryMembers, failureMembers, shownUrl } from "./call-answer.ts";
import type { CallDeps } from "./call-deps.ts";
import type { CallInput } from "./input.ts";
import { givenNames, type PreparedRequest } from "./prepare.ts";
import type { UpstreamRequest } from "./request/build.ts";
import type { UpstreamAnswer } from "./send.ts";

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

/** @throws {HubError} where nothing is charged: it has not arrived, or the account's failures are spared. */
export async function performCall(
  deps: CallDeps,
  prepared: PreparedRequest,
  input: CallInput,
  standing: Standing,
  signal: AbortSignal,
): Promise<Answer> {
  let call = prepared;
  const { dry_run: isDry, timeout_ms: timeoutMs } = input;
  const account = standing.state === "known" ? standing.holder.id : "a payer without an account";
  if (isDry) return answerOf(call, dryMembers(call.request), true);
  const { host } = call.request;
  const isSpared = () => spares(deps, standing, host);
  const note = (answeredInMs?: number) => noteOf(deps, call, standing, answeredInMs);
  let sent: UpstreamAnswer;
  try {
    await call.connection?.use();
    ({ sent, call } = await sendConnected(deps, call, { timeoutMs, account }, signal));
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
  noteWall(deps, call, standing, input, sent);
  const members = await answerMembers(sent, shownUrl(sent, call.request), deps.sweep);
  const answer = await answerOf(call, members, isSuccess(sent), () => withheldMembers(sent, call.request.shown.url));
  if (isSuccess(sent) && standing.state === "known") deps.learning?.called(standing.holder, call.callee.entry.slug);
  note(isUncharged(sent) ? undefined : sent.durationMs);
  if (!isUncharged(sent)) return answer;
  if (!(await isSpared())) return { ...answer, warnings: [OFTEN_FAILED] };
  throw new HubError("upstream_failed", `The upstream service answered with status ${sent.status}.`, {
    answerJson: answer.itemsJson,
  });
}

/**
 * Once more where the upstream refused the credential, a fresh one is there and repeating is safe. Told with the call that
 * was answered, whose answer may hold neither of the two.
 */
async function sendConnected(
  deps: CallDeps,
  call: PreparedRequest,
  { timeoutMs, account }: { readonly timeoutMs: number; readonly account: string },
  signal: AbortSignal,
): Promise<{ readonly sent: UpstreamAnswer; readonly call: PreparedRequest }> {
  const send = (request: UpstreamRequest, leftMs: number) =>
    deps.send({ request, timeoutMs: leftMs, target: targetOf(call), account }, signal);
  const sent = await send(call.request, timeoutMs);
  const fresh = await call.connection?.heard(saidOf(sent), signal);
  const leftMs = timeoutMs - sent.durationMs;
  if (fresh === undefined || leftMs <= 0 || !call.request.onlyReads) return { sent, call };
  const repeated = { ...call, request: call.again(fresh), secrets: [...call.secrets, ...fresh.secrets] };
  const second = await send(repeated.request, leftMs);
  await fresh.heard(saidOf(second), signal);
  return { sent: second, call: repeated };
}

function saidOf({ status, headers }: UpstreamAnswer) {
  return { status, challenge: headers.get("www-authenticate") };
}

/** A host may do well at one operation and badly at another. */
export function targetOf({ callee, request }: PreparedRequest): string {
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
