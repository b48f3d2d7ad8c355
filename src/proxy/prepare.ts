/** A proxy call made ready: what it calls, with which credential, as which request. */
import { CATEGORIES } from "../catalog/categories.ts";
import { unknownApi } from "../catalog/unknown-api.ts";
import { isObject, type JsonObject } from "../text/foreign.ts";
import { HubError, invalidFields, invalidInput } from "../runtime/errors.ts";
import type { Standing } from "../runtime/ports/accounts.ts";
import type { OpenConnection } from "../runtime/ports/connections.ts";
import { chooseEntry } from "./choose.ts";
import { secretsOf, type Spell } from "./credentials.ts";
import { CallInput } from "./input.ts";
import type { Callee } from "./operations.ts";
import { buildRequest, type UpstreamRequest } from "./request/build.ts";
import type { CallDeps, CalledTool } from "./call-deps.ts";

/** A request that is ready to go. */
export interface PreparedRequest {
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

export const SLUG = /^[a-z0-9-]{1,100}$/;

export async function prepare(
  deps: CallDeps,
  slug: string,
  input: CallInput,
  standing: Standing,
): Promise<PreparedRequest> {
  const catalog = deps.catalog();
  const credentials = input.credentials?.open() ?? {};
  const sender = { credentials, userAgent: deps.userAgent };
  if (isCategory(slug)) {
    expectNoCredential(input);
    const chosen = await chooseEntry(catalog, deps.find, { category: slug, input, sender });
    const { callee, request, why, alternatives } = chosen;
    const again = () => request;
    return { callee, request, again, secrets: [], told: { category: slug, why, alternatives } };
  }
  const { tool, entry } = await calleeSlug(deps, slug, standing);
  const callee = entry === undefined ? undefined : await deps.find(catalog, entry);
  if (callee === undefined) throw await unknownSlug(deps, slug);
  const values = tool === undefined ? input : completed(input, tool.constants);
  const connection = await connectionFor(deps, callee, values, standing);
  const build = (open: OpenConnection | undefined): UpstreamRequest => {
    const { placed, sign, server } = open ?? {};
    const built = buildRequest(
      callee.operation,
      { ...values, ...chosenServer(callee, server, values.server) },
      {
        ...sender,
        ...(placed && { placed }),
        ...(sign && { sign }),
      },
    );
    if (!built.ok) throw invalidFields(`Cannot call "${slug}"`, built.issues);
    if (open?.mayGoTo(built.request.host) === false)
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

/**
 * The words decide whose host is called, and a description may say what it likes: a credential for one must not reach
 * another.
 * @throws {HubError} `invalid_input`.
 */
function expectNoCredential({ credentials, connection }: CallInput): void {
  const why = "is for one API, and the words choose which one a category calls: name its slug, as a search tells it";
  if (credentials !== undefined) throw invalidInput("/credentials", why);
  if (connection !== undefined && connection !== "none") throw invalidInput("/connection", why);
}

/** The search finds actors, too, so that one of them may be called as an API is. */
async function unknownSlug(
  { isActor, catalog }: Pick<CallDeps, "isActor" | "catalog">,
  slug: string,
): Promise<HubError> {
  if (!isActor(slug)) return unknownApi(catalog(), slug, "No API, no category and no tool of yours has this slug.");
  return new HubError("unknown_api", "No API has this slug: it is an actor's.", {
    nextActions: [`Run the actor "${slug}": POST /api/v1/genius/actors/${slug}/run/ with its fields as the body.`],
  });
}

export function isCategory(slug: string): boolean {
  return CATEGORY_SLUGS.has(slug);
}

/** The slug of the entry that is called, directly or by a tool of the caller's; none where it can be no slug. */
export async function calleeSlug(
  { tools }: Pick<CallDeps, "tools">,
  slug: string,
  standing: Standing,
): Promise<{ readonly entry?: string; readonly tool?: CalledTool | undefined }> {
  if (!SLUG.test(slug)) return {};
  const tool =
    standing.state === "known" && slug.startsWith("tool-") ? await tools?.find(standing.holder, slug) : undefined;
  return { entry: tool?.entry ?? slug, tool };
}

/** What a connection chooses, as far as the address has such a variable and the call chooses nothing itself. */
function chosenServer(
  { operation }: Callee,
  byConnection: Readonly<Record<string, string>> = {},
  byCaller: CallInput["server"] = {},
): Pick<CallInput, "server"> {
  const known = Object.entries(byConnection).filter(([name]) => Object.hasOwn(operation.server?.variables ?? {}, name));
  return { server: { ...Object.fromEntries(known), ...byCaller } };
}

async function connectionFor(
  { connections, holder: owner }: CallDeps,
  { entry }: Callee,
  input: CallInput,
  standing: Standing,
): Promise<OpenConnection | undefined> {
  const { connection: wish, credentials, dry_run: isDry } = input;
  if (credentials !== undefined || connections === undefined) return undefined;
  const holder = standing.state === "known" ? standing.holder : owner;
  if (holder === undefined) {
    if (wish === undefined || wish === "none") return undefined;
    throw invalidInput("/connection", "is of an account: send its X-API-Key");
  }
  return connections.forCall(holder, { entry, wish, given: new Set(givenNames(input)), isDry });
}

/** Names of the values that a call brings, in lower case. */
export function givenNames({ params, query, headers }: CallInput): string[] {
  return [params, query, headers].flatMap((values) => Object.keys(values ?? {})).map((name) => name.toLowerCase());
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
