/**
 * `bun run new <slug>`: writes an actor with its test and its recorded upstream, which pass as they stand. With
 * `--folder` it gets a folder of its own, with a first helper; with `--package` it is one to publish.
 */
import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { PACKAGE_COMMANDS } from "./actor-packages.ts";
import { WrongArgs } from "./args.ts";
import { defineCommand, UsageError } from "./command.ts";
import { EXAMPLE_EXCHANGE } from "./example-exchange.ts";
import { definitionText } from "./new-definition.ts";
import { writePackage } from "./new-package.ts";
import { isExecutable } from "./program.ts";
import { capitalize } from "../text/plain-text.ts";

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
    package: { type: "switch", description: "writes one for others to install, with README, test, licence and lock" },
    into: { type: "option", hint: "folder", description: "where the package's folder is made; left out, here" },
  },
  run: ({ slug, folder, package: isPackage, into }) => {
    if (isPackage && folder) throw new WrongArgs("--package has a folder of its own: leave --folder out.");
    if (!isPackage && into !== undefined) throw new WrongArgs("--into goes with --package.");
    return isPackage ? writePackage(slug, titleOf(slug), into ?? ".") : writeActor(slug, folder);
  },
});

function slugOf(text: string): string {
  if (PACKAGE_COMMANDS.has(text)) throw new Error(`"bun run actor ${text}" is a command, and no actor could be run so`);
  if (SLUG.test(text) && text.length <= 64) return text;
  throw new Error("it is no more than 64 lower-case letters and digits, with words joined by -");
}

async function writeActor(slug: string, isFolder: boolean): Promise<number> {
  // What it has laid out is its own: an actor there would run as trusted code, and be gone with the next version.
  if (isExecutable)
    throw new UsageError(
      "Cannot write an actor into this executable: put a file of your own into HUB_ACTORS_DIR (docs/actors.md says how), " +
        `or write a package with "new ${slug} --package".`,
    );
  const module = isFolder ? `${slug}/index` : slug;
  const taken = [`actors/${slug}.ts`, `actors/${slug}/index.ts`].find((path) => existsSync(join(ROOT, path)));
  if (taken !== undefined) throw new UsageError(`Cannot write actors/${module}.ts: ${taken} is there already.`);
  const files = {
    [`actors/${module}.ts`]: actorText(slug, isFolder),
    ...(isFolder && { [`actors/${slug}/upstream.ts`]: upstreamText(slug) }),
    [`test/actors/${slug}.test.ts`]: testText(slug, module),
    [`test/fixtures/${slug}/example.json`]: `${JSON.stringify([EXAMPLE_EXCHANGE], null, 2)}\n`,
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
    `\nTest it with: bun test test/actors/${slug}.test.ts test/contract.test.ts\nA running hub serves it within seconds.\n`,
  );
  return 0;
}

function titleOf(slug: string): string {
  return capitalize(slug.replaceAll("-", " "));
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
${answer}${definitionText(slug, titleOf(slug))}`;
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
