/** What agents read before they ask: llms.txt, the skills, the catalogue of interfaces, and whom to tell of a weakness. */
import { Type } from "@sinclair/typebox";
import { CATEGORIES } from "../catalog/categories.ts";
import { apiCatalog, LINKSET_TYPE } from "../presenters/api-catalog.ts";
import { llmsText } from "../presenters/llms-txt.ts";
import { nameParameter, type Route } from "../presenters/route.ts";
import { makeSkill, type Skill } from "../presenters/skills/make.ts";
import type { Words } from "../presenters/words.ts";
import type { FindOperation } from "../proxy/operations.ts";
import type { Catalog } from "../runtime/catalog.ts";
import { HubError } from "../runtime/errors.ts";
import { formatXrp } from "../runtime/money.ts";
import type { PriceList } from "../runtime/run/prices.ts";
import type { Registry } from "../runtime/actors/registry.ts";
import { type Awaitable, type Clock, mapAwaitable } from "../runtime/world.ts";
import type { RouteHandler, Mount } from "./http/mount.ts";
import { answerVersioned, keptWhile, type VersionedText, withVersion } from "./http/versioned.ts";

export interface GuideDeps {
  readonly catalog: () => Catalog;
  readonly registry: Registry;
  readonly proxy: { readonly find: FindOperation };
  readonly prices: PriceList;
  readonly words: Words;
  readonly hubUrl: () => string;
  readonly clock: Clock;
  /** An address for reports, such as "mailto:security@example.com"; left out, none is published. */
  readonly securityContact: string | undefined;
}

/** The skills of one catalogue at one address; each is made when it is first asked for. */
interface Skills {
  of(category: string): Promise<Skill | undefined>;
  index(): Promise<VersionedText>;
  /** Those that were asked for, by category. */
  readonly written: Map<string, VersionedText>;
}

const DAY_MS = 86_400_000;
/** RFC 9116 wants less than a year. */
const VALID_DAYS = 180;
const MARKDOWN = "text/markdown; charset=utf-8";
const PLAIN = "text/plain; charset=utf-8";
const SCHEMA = "https://schemas.agentskills.io/discovery/0.2.0/schema.json";

const SkillIndex = Type.Object({
  $schema: Type.String(),
  skills: Type.Array(
    Type.Object({
      name: Type.String(),
      type: Type.Literal("skill-md"),
      description: Type.String(),
      url: Type.String(),
      digest: Type.String({ pattern: "^sha256:[0-9a-f]{64}$" }),
    }),
  ),
});
const Linkset = Type.Object({ linkset: Type.Array(Type.Record(Type.String(), Type.Unknown())) });

export function guideRoutes(deps: GuideDeps, mount: Mount): void {
  const { registry, hubUrl, words, clock, securityContact } = deps;
  const common = { method: "GET", tag: "discovery", access: "open", isVersioned: true } as const;
  const llms = keptWhile(() =>
    llmsText({
      hubUrl: hubUrl(),
      actors: registry.list().map(({ actor }) => actor),
      categories: CATEGORIES.map(({ slug }) => slug),
    }),
  );
  mount(
    {
      ...common,
      id: "get_llms_txt",
      path: "/llms.txt",
      summary: "What this hub is and where to go, for language models.",
      ok: { description: "A short text.", type: "text/plain" },
    },
    ({ request, set }) => answerVersioned({ request, set }, llms(registry.list(), hubUrl()), PLAIN),
  );

  const linkset = keptWhile(() => JSON.stringify(apiCatalog(hubUrl())));
  mount(
    {
      ...common,
      id: "get_api_catalog",
      path: "/.well-known/api-catalog",
      summary: "Where the hub's interfaces and their descriptions are (RFC 9727).",
      ok: { description: "A linkset (RFC 9264).", type: "application/linkset+json", schema: Linkset },
    },
    ({ request, set }) => {
      set.headers["link"] = `<${hubUrl()}/.well-known/api-catalog>; rel="api-catalog"`;
      return answerVersioned({ request, set }, linkset(hubUrl()), LINKSET_TYPE);
    },
  );

  const skills = skillsOf(deps);
  const indexRow = {
    ...common,
    summary: "The skills of this hub, one for each category.",
    ok: { description: "An index of Agent Skills.", schema: SkillIndex },
  } satisfies Partial<Route>;
  const index: RouteHandler = async ({ request, set }) =>
    answerVersioned({ request, set }, await skills().index(), "application/json");
  mount({ ...indexRow, id: "list_skills", path: "/skills/index.json" }, index);
  mount({ ...indexRow, id: "list_well_known_skills", path: "/.well-known/agent-skills/index.json" }, index);

  const skillRow = {
    ...common,
    summary: "How an agent uses one category.",
    ok: { description: "A SKILL.md.", type: "text/markdown" },
    statuses: [404],
  } satisfies Partial<Route>;
  const category = CATEGORIES[0]?.slug ?? "";
  mount(
    {
      ...skillRow,
      id: "get_skill",
      path: "/skills/:category/SKILL.md",
      params: nameParameter("category", "Slug of a category."),
      example: { params: { category } },
    },
    ({ request, params, set }) => {
      const skill = skillOf(params["category"] ?? "");
      return mapAwaitable(skill, (text) => answerVersioned({ request, set }, text, MARKDOWN));
    },
  );
  mount(
    {
      ...skillRow,
      id: "get_well_known_skill",
      path: "/.well-known/agent-skills/:name/SKILL.md",
      params: nameParameter("name", "Name of a skill."),
      example: { params: { name: `${words.skillPrefix}-${category}` } },
    },
    ({ request, params, set }) => {
      const skill = skillOf((params["name"] ?? "").replace(`${words.skillPrefix}-`, ""));
      return mapAwaitable(skill, (text) => answerVersioned({ request, set }, text, MARKDOWN));
    },
  );

  if (securityContact !== undefined)
    mount(
      {
        ...common,
        id: "get_security_txt",
        path: "/.well-known/security.txt",
        summary: "Whom to tell of a weakness (RFC 9116).",
        ok: { description: "A security.txt.", type: "text/plain" },
      },
      ({ request, set }) => answerVersioned({ request, set }, withVersion(securityText()), PLAIN),
    );

  /** Valid from the beginning of this day, so that it is the same text until the next. */
  function securityText(): string {
    const today = Math.floor(clock.now() / DAY_MS) * DAY_MS;
    return [
      `Contact: ${securityContact}`,
      `Expires: ${new Date(today + VALID_DAYS * DAY_MS).toISOString()}`,
      "Preferred-Languages: en",
      `Canonical: ${hubUrl()}/.well-known/security.txt`,
      "",
    ].join("\n");
  }

  function skillOf(slug: string): Awaitable<VersionedText> {
    const current = skills();
    return current.written.get(slug) ?? writeSkill(current, slug);
  }
}

async function writeSkill({ of, written }: Skills, slug: string): Promise<VersionedText> {
  const skill = CATEGORIES.some((category) => category.slug === slug) ? await of(slug) : undefined;
  if (skill === undefined) throw new HubError("unknown_category", "No category has this slug.");
  const text = withVersion(skill.text);
  written.set(slug, text);
  return text;
}

/** Of another catalogue or address they are others. */
function skillsOf({ catalog, proxy, words, prices, hubUrl }: GuideDeps): () => Skills {
  let known: { readonly catalog: Catalog; readonly url: string; readonly skills: Skills } | undefined;
  return () => {
    const current = catalog();
    const url = hubUrl();
    if (known?.catalog !== current || known.url !== url) {
      const facts = { find: proxy.find, prefix: words.skillPrefix, hubUrl: url, callXrp: formatXrp(prices.call) };
      const made = new Map<string, Promise<Skill | undefined>>();
      const of = (category: string): Promise<Skill | undefined> => {
        const skill = made.get(category) ?? makeSkill(current, category, facts);
        made.set(category, skill);
        skill.catch(() => made.delete(category)); // Whoever comes next tries again.
        return skill;
      };
      known = { catalog: current, url, skills: { of, index: () => indexOf(of, url), written: new Map() } };
    }
    return known.skills;
  };
}

async function indexOf(of: Skills["of"], hubUrl: string): Promise<VersionedText> {
  const skills: object[] = [];
  for (const { slug } of CATEGORIES) {
    const skill = await of(slug);
    if (skill === undefined) continue;
    const { name, description, sha256 } = skill;
    const url = `${hubUrl}/.well-known/agent-skills/${name}/SKILL.md`;
    skills.push({ name, type: "skill-md", description, url, digest: `sha256:${sha256}` });
  }
  return withVersion(JSON.stringify({ $schema: SCHEMA, skills }));
}
