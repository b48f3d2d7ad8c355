/** Makes the skill of a category from what the catalogue holds. */
import { createHash } from "node:crypto";
import { inputSchema } from "../../catalog/spec/definitions.ts";
import type { FindOperation } from "../../proxy/operations.ts";
import { buildRequest } from "../../proxy/request/build.ts";
import type { Catalog, Hit } from "../../runtime/catalog.ts";
import { ownTurn } from "../../text/long-work.ts";
import { neededArguments } from "./example-arguments.ts";
import { type SkillEntry, skillDescription, skillName, skillText } from "./skill.ts";

export interface Skill {
  readonly category: string;
  readonly name: string;
  readonly description: string;
  readonly text: string;
  /** SHA-256 of the text, in hex. */
  readonly sha256: string;
}

export interface SkillDeps {
  readonly find: FindOperation;
  readonly prefix: string;
  readonly hubUrl: string;
  readonly callXrp: string;
}

const ENTRIES = 10;
const COMPETING = 100;
/** What nobody regrets having looked at first. */
const SHOWN = ["GET", "POST"];

/** The skill of one category; `undefined` where there is none of this slug. */
export async function makeSkill(catalog: Catalog, slug: string, deps: SkillDeps): Promise<Skill | undefined> {
  const { prefix, hubUrl, callXrp, find } = deps;
  const categories = await catalog.categories();
  const at = categories.findIndex((category) => category.slug === slug);
  const category = categories[at];
  if (category === undefined) return undefined;
  const entries = await bestOf(catalog, slug, find);
  const others = [1, 2, 3].map((step) => skillName(prefix, categories[(at + step) % categories.length]?.slug ?? ""));
  const text = skillText({ category, entries, others, prefix, hubUrl, callXrp });
  return {
    category: slug,
    name: skillName(prefix, slug),
    description: skillDescription(category),
    text,
    sha256: createHash("sha256").update(text).digest("hex"),
  };
}

/** The most prominent of the category, each provider once before any comes twice. */
async function bestOf(catalog: Catalog, slug: string, find: FindOperation): Promise<SkillEntry[]> {
  const ask = async (perApi: number): Promise<readonly Hit[]> =>
    (await catalog.search({ text: slug, methods: SHOWN, perApi, limit: COMPETING })).hits;
  const few = await ask(2);
  // Where there are too few APIs, more of each.
  const hits = few.length < ENTRIES ? await ask(COMPETING) : few;
  const entries: SkillEntry[] = [];
  for (const { entry } of inTurn(hits).slice(0, ENTRIES)) {
    await ownTurn();
    const spec = await catalog.spec(entry.slug);
    const callee = await find(catalog, entry.slug);
    if (spec === undefined || callee === undefined) continue;
    const { names, example } = neededArguments(inputSchema(spec));
    const built = buildRequest(callee.operation, example, { credentials: {}, userAgent: "" });
    entries.push({ entry, needs: names, ...(built.ok && { example }) });
  }
  return entries;
}

function inTurn(hits: readonly Hit[]): readonly Hit[] {
  const seen = new Map<string, number>();
  const rounds = hits.map((hit) => {
    const round = seen.get(hit.entry.provider) ?? 0;
    seen.set(hit.entry.provider, round + 1);
    return { hit, round };
  });
  return rounds.sort((a, b) => a.round - b.round).map(({ hit }) => hit);
}
