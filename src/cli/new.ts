/**
 * `bun run new <slug>`: writes an actor with its test and its recorded upstream, which pass as they stand. With
 * `--folder` it gets a folder of its own, with a first helper.
 */
import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { defineCommand, UsageError } from "./command.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const SLUG = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/;

export const newCommand = defineCommand({
  name: "new",
  summary: "Writes an actor with its test and its recorded upstream, which pass as they stand.",
  args: {
    slug: {
      type: "word",
      hint: "slug",
      isRequired: true,
      description: 'lower-case words joined by "-", for example "air-quality"',
      read: slugOf,
    },
    folder: { type: "switch", description: "gives it a folder of its own, with a first helper" },
  },
  run: ({ slug, folder }) => writeActor(slug, folder),
});

function slugOf(text: string): string {
  if (SLUG.test(text) && text.length <= 64) return text;
  throw new Error("it is no more than 64 lower-case letters and digits, with words joined by -");
}

async function writeActor(slug: string, isFolder: boolean): Promise<number> {
  const module = isFolder ? `${slug}/index` : slug;
  const taken = [`actors/${slug}.ts`, `actors/${slug}/index.ts`].find((path) => existsSync(join(ROOT, path)));
  if (taken !== undefined) throw new UsageError(`Cannot write actors/${module}.ts: ${taken} is there already.`);
  const files = {
    [`actors/${module}.ts`]: actorText(slug, isFolder),
    ...(isFolder && { [`actors/${slug}/upstream.ts`]: upstreamText(slug) }),
    [`test/actors/${slug}.test.ts`]: testText(slug, module),
    [`test/fixtures/${slug}/example.json`]: fixtureText(),
  };
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(ROOT, path)), { recursive: true });
    try {
      await writeFile(join(ROOT, path), text, { flag: "wx" });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
      throw new UsageError(`Cannot write ${path}: it is there already.`);
    }
    process.stdout.write(`${path}\n`);
  }
  process.stdout.write(
    `\nTest it with: bun test test/actors/${slug}.test.ts test/contract.test.ts\nA running hub serves it already.\n`,
  );
  return 0;
}

function titleOf(slug: string): string {
  const words = slug.replaceAll("-", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const ANSWER = `Type.Object({
  results: Type.Array(Type.Object({ title: Type.String(), score: Type.Union([Type.Number(), Type.Null()]) })),
})`;

function upstreamText(slug: string): string {
  return `/** ${titleOf(slug)}: what the upstream answers, as far as it is used here. */
import { Type } from "../../src/runtime/actor.ts";

export const Answer = ${ANSWER};
`;
}

function actorText(slug: string, isFolder: boolean): string {
  const hub = isFolder ? "../../src" : "../src";
  const answer = isFolder
    ? ""
    : `/** What the upstream answers, as far as it is used here. */
const Answer = ${ANSWER};

`;
  return `/** ${titleOf(slug)}: say here in one sentence what it is for. */
import { expectOk, readJson } from "${hub}/net/read.ts";
import { defineActor, Genius, Type, withGenius } from "${hub}/runtime/actor.ts";
${isFolder ? 'import { Answer } from "./upstream.ts";\n' : ""}
${answer}export default defineActor({
  slug: "${slug}",
  name: "${titleOf(slug)}",
  description: "Says what the actor answers, from which source, and what a caller should know of it.",
  category: "utilities",
  version: "1.0.0",
  tags: ["example"],
  input: Type.Object({
    q: Type.String({ minLength: 1, description: "What to look for." }),
  }),
  output: Type.Object({
    title: Type.String(),
    score: Type.Union([Type.Number(), Type.Null()]),
    _genius: Genius,
  }),
  examples: [{ title: "Look for tea", input: { q: "tea" } }],
  cacheTtlSeconds: 300,
  qualityScore: 0.5,
  computeUnits: 0.02,
  usesLlm: false,
  price: { tier: "standard" },
  hosts: ["api.example.com"],
  timeoutMs: 20_000,
  nextActors: [],
  async run({ q }, { fetch, now }) {
    const answer = expectOk(await fetch(\`https://api.example.com/search?q=\${encodeURIComponent(q)}\`));
    const { results } = readJson(answer, Answer);
    return withGenius(
      results.map(({ title, score }) => ({ title, score })),
      "api.example.com",
      now(),
    );
  },
});
`;
}

function testText(slug: string, module: string): string {
  return `import { expect, test } from "bun:test";
import actor from "../../actors/${module}.ts";
import { runRecorded } from "../support/actor-context.ts";
import { readExchanges } from "../support/recorded-upstream.ts";

const EXCHANGES = await readExchanges("${slug}");

test("${slug} answers one item for each result", async () => {
  const { items } = await runRecorded(actor, EXCHANGES, { q: "tea" });
  expect(items).toMatchObject([
    { title: "Green tea", score: 0.9 },
    { title: "Black tea", score: null },
  ]);
});

test("${slug} says so when the upstream fails", async () => {
  const how = { status: 500, headers: {}, body: "" };
  await expect(runRecorded(actor, EXCHANGES, { q: "tea" }, { how })).rejects.toMatchObject({ code: "upstream_failed" });
});
`;
}

function fixtureText(): string {
  const exchange = {
    request: { method: "GET", url: "https://api.example.com/search?q=tea" },
    response: {
      status: 200,
      headers: { "content-type": "application/json" },
      body: {
        results: [
          { title: "Green tea", score: 0.9 },
          { title: "Black tea", score: null },
        ],
      },
    },
  };
  return `${JSON.stringify([exchange], null, 2)}\n`;
}
