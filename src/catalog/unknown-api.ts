/** The refusal of a slug that no entry has: those that its words lead to are told, for most such slugs were guessed. */
import type { Catalog } from "../runtime/catalog.ts";
import { HubError } from "../runtime/errors.ts";

const WORD = /[a-z\d]{1,40}/gi;
const MAX_WORDS = 12;
const MAX_CHARS = 500;
const SHOWN = 3;

/** `message` says what was looked for. */
export async function unknownApi(
  catalog: Pick<Catalog, "search">,
  slug: string,
  message = "No API has this slug.",
): Promise<HubError> {
  const near = await slugsNear(catalog, slug);
  if (near.length === 0) return new HubError("unknown_api", message);
  return new HubError("unknown_api", message, {
    nextActions: [
      `Did you mean ${near.map((one) => `"${one}"`).join(" or ")}? GET /api/v1/agent/tool/${near[0]}/spec/ tells how it is called.`,
      "Search the catalogue at /api/v1/agent/search/.",
    ],
  });
}

/** Those that its words lead to. */
export async function slugsNear(catalog: Pick<Catalog, "search">, slug: string): Promise<readonly string[]> {
  const words = slug.slice(0, MAX_CHARS).match(WORD) ?? [];
  if (words.length === 0) return [];
  const { hits } = await catalog.search({ text: words.slice(0, MAX_WORDS).join(" "), limit: SHOWN });
  return hits.map(({ entry }) => entry.slug);
}
