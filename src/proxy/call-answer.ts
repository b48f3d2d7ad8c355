/** A proxy call as it is answered: around what the upstream said stands what the hub says of it. */
import { HubError } from "../runtime/errors.ts";
import { between, inner, type JsonText, wholeText } from "../text/json-text.ts";
import { inTurns } from "../text/long-work.ts";
import type { Answer } from "../runtime/ports/answer.ts";
import { shownBody } from "./answer.ts";
import { withoutSecrets } from "./credentials.ts";
import type { Callee } from "./operations.ts";
import { type UpstreamRequest } from "./request/build.ts";
import type { UpstreamAnswer } from "./send.ts";
import type { PreparedRequest } from "./prepare.ts";

/** After a redirect the address is another, and no credential of ours is in it. */
export function shownUrl(sent: UpstreamAnswer, { url, shown }: UpstreamRequest): string {
  return sent.url === url ? shown.url : sent.url;
}

export function dryMembers({ method, body, shown }: UpstreamRequest): string {
  const request = { method, url: shown.url, headers: shown.headers, body: shownBody(body) };
  return inner({ ...request, dry_run: true, data: request, truncated: false, error: null, upstream: null });
}

/** No upstream answered; what happened is told as any other error, too. */
export function failureMembers({ code, title, status, message, retryable }: HubError): string {
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
export async function answerOf(
  { callee, secrets, spell, told }: PreparedRequest,
  members: JsonText,
  success: boolean,
  unsure?: () => string,
): Promise<Answer> {
  const { slug } = callee.entry;
  const head = inner({ success, slug, source: "proxy", ...told });
  const next = JSON.stringify(nextAction(callee, success));
  // What the hub itself says holds no credential, and would be no answer without its own words.
  const around = (inside: JsonText) => between(`{${head},`, inside, `,"recommended_next_action":${next}}`);
  const { json, isCertain } = await inTurns(withoutSecrets(members, secrets, spell));
  return {
    itemsJson: around(json),
    ...(!isCertain && unsure !== undefined && { keptJson: wholeText(around(unsure())) }),
    count: 1,
    warnings: [],
  };
}

function nextAction({ entry }: Callee, success: boolean): string {
  return success
    ? "Use `data`; GET /api/v1/agent/usage/ shows what is left."
    : `GET /api/v1/agent/tool/${entry.slug}/spec/ tells what the operation takes; try again with dry_run to see the request.`;
}
