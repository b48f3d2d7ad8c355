/** Whether the tool made of a wish does it: its operation is one that does, and its request holds what the words say. */
import { type FindOperation } from "../../src/proxy/operations.ts";
import { buildRequest } from "../../src/proxy/request/build.ts";
import type { Catalog } from "../../src/runtime/catalog.ts";
import { compose } from "../../src/dynamic-tools/compose.ts";
import type { EverydayWish } from "./wishes.ts";

export async function isRight(
  catalog: Catalog,
  find: FindOperation,
  { words, does, holds }: EverydayWish,
): Promise<{ readonly right: boolean; readonly told: string }> {
  const composed = await compose(catalog, find, { description: words, limit: 5 });
  if (!composed.ok) return { right: does === undefined, told: "nothing" };
  const { operation, entry } = composed.draft.callee;
  const { constants } = composed.draft;
  // The caller gives what nobody said: in the words' place stands a one.
  const given = Object.fromEntries(
    operation.parameters
      .filter(({ name, required }) => required && !Object.hasOwn(constants.params, name))
      .map(({ name }) => [name, 1]),
  );
  const body = constants.body ?? (operation.bodies.length > 0 ? {} : undefined);
  const built = buildRequest(
    operation,
    { params: { ...given, ...constants.params }, ...(body && { body }) },
    { credentials: {}, userAgent: "hub" },
  );
  const template = `${entry.method} ${entry.baseUrl}${entry.path}`;
  const bytes = built.ok ? built.request.body : undefined;
  const text = built.ok
    ? decodeURIComponent(built.request.url.replaceAll("+", "%20").replace(/%(?![0-9a-f]{2})/gi, "%25")) +
      (bytes === undefined ? "" : ` ${JSON.stringify(constants.body ?? {})}`)
    : JSON.stringify(constants);
  const right = does !== undefined && does.test(template) && holds.every((one) => one.test(text));
  return { right, told: `${template} | ${text}` };
}
