/** What pages load: styles and scripts under names that change with what is in them. */
import { readFile } from "node:fs/promises";
import { type PageFacts, page, PAGE_HEADERS } from "../../presenters/html/page.ts";
import { nameParameter } from "../../presenters/route.ts";
import { HubError } from "../../runtime/errors.ts";
import type { Mount, RouteContext } from "../http/mount.ts";
import { answerVersioned, type VersionedText, withVersion } from "../http/versioned.ts";

export interface AssetDeps {
  /** Makes one script of a module and what it imports. */
  readonly bundle: (entry: URL) => Promise<string>;
  /** Whether there is a page for the operator, which the others lead to. */
  readonly hasOperator: boolean;
}

/** The scripts, by the pages that they are for. */
const SCRIPTS = {
  connections: new URL("../../web/connections.ts", import.meta.url),
  docs: new URL("../../web/docs.ts", import.meta.url),
  explorer: new URL("../../web/explorer.ts", import.meta.url),
  operator: new URL("../../web/operator.ts", import.meta.url),
  pay: new URL("../../web/pay.ts", import.meta.url),
  usage: new URL("../../web/usage.ts", import.meta.url),
} as const;
const STYLE = new URL("../../presenters/html/site.css", import.meta.url);
const HTML = "text/html; charset=utf-8";

export interface Assets {
  readonly hasOperator: boolean;
  /** The addresses of the style and of a script. */
  of(script: keyof typeof SCRIPTS): Promise<Pick<PageFacts, "styles" | "scripts">>;
  /** A page that is made for this request. */
  answer(
    set: RouteContext["set"],
    script: keyof typeof SCRIPTS,
    facts: Omit<PageFacts, "styles" | "scripts" | "hasOperator">,
  ): Promise<string>;
}

interface Asset {
  readonly path: string;
  readonly type: string;
  readonly content: VersionedText;
}

export function assetRoutes({ bundle, hasOperator }: AssetDeps, mount: Mount): Assets {
  const assets = new Map<string, Asset>();
  const style = once(async () => asset("css", "text/css; charset=utf-8", await readFile(STYLE, "utf8")));
  const scripts = new Map(
    Object.entries(SCRIPTS).map(([name, entry]) => [
      name,
      once(async () => asset("js", "text/javascript; charset=utf-8", await bundle(entry))),
    ]),
  );
  const all = () => Promise.all([style(), ...[...scripts.values()].map((make) => make())]);

  mount(
    {
      id: "get_page_asset",
      method: "GET",
      path: "/ui/:name",
      tag: "start",
      summary: "A style or a script of a page, under a name that changes with it.",
      params: nameParameter("name", "As the page names it."),
      ok: { description: "The file, for ever the same.", type: "text/css", alsoTypes: ["text/javascript"] },
      statuses: [404],
      isVersioned: true,
      access: "open",
      example: { params: { name: "0000000000000000.css" } },
    },
    async ({ request, params, set }) => {
      await all();
      const found = assets.get(`/ui/${params["name"] ?? ""}`);
      if (found === undefined) throw new HubError("not_found", "No page has loaded a file of this name lately.");
      const text = answerVersioned({ request, set }, found.content, found.type);
      set.headers["cache-control"] = "public, max-age=31536000, immutable";
      set.headers["x-content-type-options"] = "nosniff";
      return text;
    },
  );

  const of: Assets["of"] = async (script) => {
    const [styles, made] = await Promise.all([style(), scripts.get(script)?.()]);
    return { styles: [styles.path], scripts: made === undefined ? [] : [made.path] };
  };
  return {
    hasOperator,
    of,
    async answer(set, script, facts) {
      const loaded = await of(script);
      Object.assign(set.headers, PAGE_HEADERS);
      set.headers["content-type"] = HTML;
      set.headers["cache-control"] = "no-cache";
      return page({ ...facts, ...loaded, hasOperator });
    },
  };

  function asset(ending: string, type: string, text: string): Asset {
    const content = withVersion(text);
    const made = { path: `/ui/${content.etag.slice(1, 17)}.${ending}`, type, content };
    assets.set(made.path, made);
    return made;
  }
}

/** Made when it is first asked for; after a failure, again. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    });
    return made;
  };
}
