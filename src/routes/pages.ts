/** The pages of the hub and what they load: styles and scripts under names that change with what is in them. */
import { readFile } from "node:fs/promises";
import { docsBody } from "../presenters/pages/docs.ts";
import { page, PAGE_HEADERS } from "../presenters/html/page.ts";
import { nameParameter } from "../presenters/route.ts";
import { HubError } from "../runtime/errors.ts";
import type { Registry } from "../runtime/run/registry.ts";
import type { Mount, RouteTable } from "./mount.ts";
import { answerVersioned, keptWhile, type VersionedText, withVersion } from "./versioned.ts";

export interface PageDeps {
  readonly registry: Registry;
  readonly hubUrl: () => string;
  /** Makes one script of a module and what it imports. */
  readonly bundle: (entry: URL) => Promise<string>;
}

interface Asset {
  readonly path: string;
  readonly type: string;
  readonly content: VersionedText;
}

const STYLE = new URL("../presenters/html/site.css", import.meta.url);
const DOCS_SCRIPT = new URL("../web/docs.ts", import.meta.url);
const HTML = "text/html; charset=utf-8";

export function pageRoutes({ registry, hubUrl, bundle }: PageDeps, mount: Mount, { rows }: RouteTable): void {
  const assets = new Map<string, Asset>();
  const style = once(async () => asset("css", "text/css; charset=utf-8", await readFile(STYLE, "utf8")));
  const docsScript = once(async () => asset("js", "text/javascript; charset=utf-8", await bundle(DOCS_SCRIPT)));

  const docs = keptWhile((styles, scripts) =>
    page({
      title: "Reference",
      description: "Every path of this hub: what it takes, what it answers and what it costs.",
      body: docsBody({ rows, actors: registry.list().map(({ actor }) => actor), hubUrl: hubUrl() }),
      styles: [String(styles)],
      scripts: [String(scripts)],
    }),
  );
  mount(
    {
      id: "get_docs",
      method: "GET",
      path: "/docs",
      tag: "start",
      summary: "This reference as a page.",
      ok: { description: "The page; it loads nothing from elsewhere.", type: "text/html" },
      isVersioned: true,
      access: "open",
    },
    async ({ request, set }) => {
      const [styles, scripts] = await Promise.all([style(), docsScript()]);
      Object.assign(set.headers, PAGE_HEADERS);
      return answerVersioned({ request, set }, docs(styles.path, scripts.path, registry.list(), hubUrl()), HTML);
    },
  );
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
      await Promise.all([style(), docsScript()]);
      const found = assets.get(`/ui/${params["name"] ?? ""}`);
      if (found === undefined) throw new HubError("not_found", "No page has loaded a file of this name lately.");
      const text = answerVersioned({ request, set }, found.content, found.type);
      set.headers["cache-control"] = "public, max-age=31536000, immutable";
      set.headers["x-content-type-options"] = "nosniff";
      return text;
    },
  );

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
