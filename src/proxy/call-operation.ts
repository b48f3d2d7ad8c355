/** A proxy call as an operation that the stages sell: prepared and judged before it is paid for, sent after. */
import { Type } from "@sinclair/typebox";
import { performCall, targetOf } from "./perform-call.ts";
import { isObject } from "../text/foreign.ts";
import { asHubError, HubError, invalidInput } from "../runtime/errors.ts";
import type { Listing } from "../runtime/payment/listing.ts";
import type { Standing } from "../runtime/ports/accounts.ts";
import { CallInput, MAX_TIMEOUT_MS } from "./input.ts";
import { scopeOf } from "./scope.ts";
import type { CallDeps } from "./call-deps.ts";
import { type PreparedRequest, prepare, SLUG } from "./prepare.ts";
import type { Operation } from "../runtime/run/operation.ts";

/** The call's own deadline comes first, and has a code of its own. */
const SLACK_MS = 10_000;

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

/** One call. */
export function callOperation(deps: CallDeps, slug: string): Operation {
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
    pricing: { by: "call", isFree: (input) => isObject(input) && input["dry_run"] === true },
    scope: { area: "proxy" },
    namedScope: (standing) => scopeOf(deps, slug, standing),
    cacheTtlSeconds: 0,
    timeoutMs: MAX_TIMEOUT_MS + SLACK_MS,
    validate: deps.judge,
    outage: () => outageOf(deps),
    async refusal(input, standing) {
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
      return (input as CallInput).dry_run || call.request.onlyReads;
    },
    async perform(input, signal, { standing }) {
      const call = await ready(input, standing);
      return performCall(deps, call, input as CallInput, standing, signal);
    },
  };
}
