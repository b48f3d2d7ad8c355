/** Gathers the skills of all categories: what each shows is read once for each catalogue. */
import { createHash } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { inputSchema } from "../../catalog/spec/definitions.ts";
import type { FindOperation } from "../../proxy/operations.ts";
import { buildRequest } from "../../proxy/request/build.ts";
import type { Catalog, CategoryDetail } from "../../runtime/catalog.ts";
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

export async function collectSkills(catalog: Catalog, deps: SkillDeps): Promise<readonly Skill[]> {
  const { prefix, hubUrl, callXrp, find } = deps;
  const categories = await catalog.categories();
  const skills: Skill[] = [];
  for (const [at, category] of categories.entries()) {
    const detail = await catalog.category(category.slug);
    const entries = detail === undefined ? [] : await bestOf(catalog, detail, find);
    const next = [1, 2, 3].map((step) => categories[(at + step) % categories.length]?.slug ?? "");
    const others = next.map((slug) => skillName(prefix, slug));
    const text = skillText({ category, entries, others, prefix, hubUrl, callXrp });
    skills.push({
      category: category.slug,
      name: skillName(prefix, category.slug),
      description: skillDescription(category),
      text,
      sha256: createHash("sha256").update(text).digest("hex"),
    });
  }
  return skills;
}

async function bestOf(
  catalog: Catalog,
  { featured, sample }: CategoryDetail,
  find: FindOperation,
): Promise<SkillEntry[]> {
  const seen = new Map([...featured, ...sample].map((entry) => [entry.slug, entry]));
  const entries: SkillEntry[] = [];
  for (const entry of [...seen.values()].slice(0, ENTRIES)) {
    await setImmediate(); // Others have their turn.
    const spec = await catalog.spec(entry.slug);
    const callee = await find(catalog, entry.slug);
    if (spec === undefined || callee === undefined) continue;
    const { names, example } = neededArguments(inputSchema(spec));
    const built = buildRequest(callee.operation, example, { credentials: {}, userAgent: "" });
    entries.push({ entry, needs: names, ...(built.ok && { example }) });
  }
  return entries;
}
