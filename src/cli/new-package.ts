/** `bun run new --package <slug>`: a publishable actor in a folder of its own, which can be installed as it stands. */
import { existsSync } from "node:fs";
import { mkdir, symlink, writeFile } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { UsageError } from "./command.ts";
import { EXAMPLE_EXCHANGE } from "./example-exchange.ts";
import { definitionText } from "./new-definition.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
/** What an editor and `bun test` find the hub and its types by; no part of the package. */
const LINKS = ["agent-api-hub", "bun-types"] as const;

/** `title` is the slug as words. */
export async function writePackage(slug: string, title: string, into: string): Promise<number> {
  const folder = resolve(into, slug);
  if (existsSync(folder)) throw new UsageError(`Cannot write ${folder}: it is there already.`);
  for (const [path, text] of Object.entries(filesOf(slug, title))) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text, { flag: "wx" });
    process.stdout.write(`${join(relative(".", folder), path)}\n`);
  }
  await linkHub(folder);
  process.stdout.write(
    `\nTest it with: bun test ${folder}\nTry it as a hub would: bun run actor test ${folder}\n` +
      "README.md says how to sign and publish it.\n",
  );
  return 0;
}

/** Lets the package's own tests and types find this hub: by a link, which is neither committed nor published. */
export async function linkHub(folder: string): Promise<void> {
  await mkdir(join(folder, "node_modules"), { recursive: true });
  for (const name of LINKS) {
    const target = name === "agent-api-hub" ? ROOT : join(ROOT, "node_modules", name);
    await symlink(target, join(folder, "node_modules", name), "dir").catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "EEXIST") throw error; // A package of that name, or the link of last time.
    });
  }
}

function filesOf(slug: string, title: string): Readonly<Record<string, string>> {
  const manifest = {
    name: slug,
    version: "1.0.0",
    description: "Says what the actor answers, and from which source.",
    license: "MIT",
    type: "module",
    keywords: ["agent-api-hub"],
    "agent-api-hub": { actor: "./index.ts", recorded: "./recorded.json" },
  };
  const lock = { name: slug, version: "1.0.0", lockfileVersion: 3, requires: true };
  const root = { name: slug, version: "1.0.0", license: "MIT" };
  return {
    "package.json": jsonText(manifest),
    "npm-shrinkwrap.json": jsonText({ ...lock, packages: { "": root } }),
    "index.ts": actorText(slug, title),
    "index.test.ts": TEST,
    "recorded.json": jsonText([EXAMPLE_EXCHANGE]),
    "tsconfig.json": jsonText(TYPES),
    "README.md": readmeText(slug, title),
    LICENSE: LICENCE,
    ".gitignore": "node_modules/\n*.pem\n",
  };
}

const TYPES = {
  compilerOptions: {
    target: "ESNext",
    module: "Preserve",
    moduleResolution: "bundler",
    lib: ["ESNext", "DOM", "DOM.Iterable"],
    types: ["bun-types"],
    allowImportingTsExtensions: true,
    resolveJsonModule: true,
    noEmit: true,
    strict: true,
    exactOptionalPropertyTypes: true,
    verbatimModuleSyntax: true,
    skipLibCheck: true,
  },
};

function actorText(slug: string, title: string): string {
  return `/** ${title}: say here in one sentence what it is for. */
import { defineActor, expectOk, Genius, readJson, Type, withGenius } from "agent-api-hub/actor";

/** What the upstream answers, as far as it is used here. */
const Answer = Type.Object({
  results: Type.Array(Type.Object({ title: Type.String(), score: Type.Union([Type.Number(), Type.Null()]) })),
});

${definitionText(slug, title)}`;
}

const TEST = `import { expect, test } from "bun:test";
import type { ActorContext } from "agent-api-hub/actor";
import actor from "./index.ts";
import recorded from "./recorded.json";

/** The upstream as it was recorded; it knows nothing else. */
const context = {
  now: () => Date.parse("2026-01-01T00:00:00Z"),
  async fetch(url: string) {
    const exchange = recorded.find(({ request }) => request.url === url);
    const bytes = new TextEncoder().encode(JSON.stringify(exchange?.response.body));
    return { url, status: exchange?.response.status ?? 404, headers: new Headers(), bytes };
  },
} as Partial<ActorContext> as ActorContext;

test("it answers one item for each result", async () => {
  expect(await actor.run({ q: "tea" }, context)).toMatchObject([
    { title: "Green tea", score: 0.9 },
    { title: "Black tea", score: null },
  ]);
});

test("it says so when the upstream fails", async () => {
  await expect(actor.run({ q: "nobody recorded this" }, context)).rejects.toMatchObject({ code: "upstream_failed" });
});
`;

function readmeText(slug: string, title: string): string {
  return `# ${title}

Say here what the actor answers, from which source, and what it needs.

## Install

\`\`\`sh
bun run actor add npm:${slug}        # or git+https://…/${slug}.git#v1.0.0, or an address of its .tgz
\`\`\`

Your hub shows what it reaches and asks before it installs anything. It runs in a process of its own, without files,
environment or network but the hosts that it declares.

## Change and publish

\`\`\`sh
bun test                             # its own tests; "bun run actor test <folder>" in a hub links the hub for them
bun run actor test ../${slug}        # in a hub: bundled, described and tried behind the fence, as an installation does
bun run actor keygen ~/.${slug}.pem  # once: the key that your name is from then on
bun run actor sign ../${slug} --key ~/.${slug}.pem
npm publish                          # or commit, tag and push
\`\`\`

Its examples run against \`recorded.json\`: whoever installs it has no network then. A dependency goes into package.json
and, by \`npm shrinkwrap\`, into npm-shrinkwrap.json, from which alone it is installed. Sign last: a signature names every
file.
`;
}

const LICENCE = `MIT License

Copyright (c) the authors

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated
documentation files (the "Software"), to deal in the Software without restriction, including without limitation the
rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit
persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the
Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR
COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR
OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.
`;

function jsonText(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
