/** `/docs`: the reference as a page. */
import { docsBody } from "../../presenters/pages/docs.ts";
import { page, PAGE_HEADERS } from "../../presenters/html/page.ts";
import type { Registry } from "../../runtime/actors/registry.ts";
import type { Assets } from "./assets.ts";
import type { Mount, RouteTable } from "../http/mount.ts";
import { answerVersioned, keptWhile } from "../http/versioned.ts";

export interface PageDeps {
  readonly registry: Registry;
  readonly hubUrl: () => string;
  readonly assets: Assets;
}

const HTML = "text/html; charset=utf-8";

export function pageRoutes({ registry, hubUrl, assets }: PageDeps, mount: Mount, { rows }: RouteTable): void {
  const docs = keptWhile((styles, scripts) =>
    page({
      title: "Reference",
      description: "Every path of this hub: what it takes, what it answers and what it costs.",
      body: docsBody({ rows, actors: registry.list().map(({ actor }) => actor), hubUrl: hubUrl() }),
      styles: [String(styles)],
      scripts: [String(scripts)],
      hasOperator: assets.hasOperator,
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
      const { styles, scripts } = await assets.of("docs");
      Object.assign(set.headers, PAGE_HEADERS);
      return answerVersioned({ request, set }, docs(styles[0], scripts[0], registry.list(), hubUrl()), HTML);
    },
  );
}
