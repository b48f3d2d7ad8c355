import { expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import packageJson from "../package.json";
import { drawPicture, readStages } from "../scripts/picture.ts";
import type { Actor } from "../src/runtime/actor.ts";
import { runRecorded } from "./support/actor-context.ts";
import { loadActor } from "./support/actor-files.ts";
import { startHub } from "./support/hub.ts";
import { SETTING_NAMES } from "../src/app/settings/settings.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const PAGES = [
  "README.md",
  "CONTRIBUTING.md",
  "GLOSSARY.md",
  ...(await readdir(join(ROOT, "docs"))).filter((name) => name.endsWith(".md")).map((name) => `docs/${name}`),
];
const read = (path: string) => readFile(join(ROOT, path), "utf8");

test.each(PAGES)("%s links to nothing that is not there", async (page) => {
  const targets = [...(await read(page)).matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, target = ""]) => target);
  expect(targets.filter((target) => !existsSync(join(ROOT, dirname(page), target)))).toEqual([]);
});

test.each(PAGES)("%s names no file of ours that is not there", async (page) => {
  const paths = [...(await read(page)).matchAll(/`((?:src|plugins|scripts|test|docs|bench)\/[\w./-]+)`/g)];
  expect(paths.map(([, path = ""]) => path).filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});

test.each(PAGES)("%s names no command that is not there", async (page) => {
  const commands = [...(await read(page)).matchAll(/(?:bun|npm) run ([a-z]+)/g)].map(([, name = ""]) => name);
  expect(commands.filter((name) => !(name in packageJson.scripts))).toEqual([]);
});

/** A formatter takes the marks of a merge for quotations within quotations. */
test.each(["CHANGELOG.md", ...PAGES])("%s holds nothing that a merge left behind", async (page) => {
  expect((await read(page)).match(/^(?:<{7}|={7}$|>{7}|(?:> ){6}>).*/gm) ?? []).toEqual([]);
});

test("docs/configuration.md names every setting, and no other", async () => {
  const rows = [...(await read("docs/configuration.md")).matchAll(/^\| (`[^|]*`) +\|/gm)].map(([, cell = ""]) => cell);
  const named = rows.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].flatMap(([, name = ""]) => spelledOut(name)));
  // Only the shell reads the seed: the hub never holds one.
  expect(named.toSorted()).toEqual([...SETTING_NAMES, "XRPL_SEED"].toSorted());
});

test("the README has at most 150 lines, and its actor 25", async () => {
  const readme = await read("README.md");
  expect(readme.trimEnd().split("\n").length).toBeLessThanOrEqual(150);
  expect(actorIn(readme).trimEnd().split("\n").length).toBeLessThanOrEqual(25);
});

test("the README's actor runs as it stands", async () => {
  const folder = await mkdtemp(join(ROOT, "test", "readme-actor-"));
  try {
    const file = join(folder, "elevation.ts");
    await writeFile(file, actorIn(await read("README.md")).replaceAll('"../src/', '"../../src/'));
    const { default: actor } = (await import(file)) as { default: Pick<Actor, "hosts"> };
    const { items } = await runRecorded(actor, [RECORDED], { lat: 46.95, lon: 7.45 });
    expect(items).toEqual([{ elevation: [549] }]);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test("the picture shows the stages as they are: bun scripts/picture.ts draws it anew", async () => {
  expect(readStages().length).toBeGreaterThan(8);
  expect(await read("docs/way-of-a-run.svg")).toBe(drawPicture(readStages()));
});

test("docs/architecture.md gives a reason for the place of every stage, in their order", async () => {
  const told = [...(await read("docs/architecture.md")).matchAll(/^\d+\. \*\*(\w+)\*\*/gm)].map(([, name]) => name);
  expect(told).toEqual(readStages().map(({ name }) => name));
});

test("docs/architecture.md says what lies in every folder of the code", async () => {
  const page = await read("docs/architecture.md");
  const table = page.slice(page.indexOf("## The folders"), page.indexOf("## The way of a run"));
  const told = [...table.matchAll(/`([a-z/-]+)\/`/g)].map(([, folder]) => folder);
  const entries = await readdir(join(ROOT, "src"), { withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => `src/${name}`);
  expect([...folders, "actors", "plugins"].filter((folder) => !told.includes(folder))).toEqual([]);
});

test("docs/architecture.md names every file that speed has shaped, with a bench that is there", async () => {
  const rows = [...(await read("docs/architecture.md")).matchAll(/^\| `([^`]+\.ts)` +\|[^|]*\| `(\w+)` +\|$/gm)];
  const listed = rows.map(([, path, bench]) => `${path}: ${bench}`);
  const marked: string[] = [];
  for (const folder of ["src", "plugins", "actors"])
    for (const name of await readdir(join(ROOT, folder), { recursive: true })) {
      if (!name.endsWith(".ts")) continue;
      const bench = /Shaped by speed: `bun run bench (\w+)`/.exec(await read(`${folder}/${name}`))?.[1];
      if (bench !== undefined) marked.push(`${folder}/${name}: ${bench}`);
    }
  expect(marked.toSorted()).toEqual(listed.toSorted());
  const benches = await read("bench/run.ts");
  expect(rows.map(([, , bench]) => bench).filter((bench) => !benches.includes(`\n  ${bench}: () =>`))).toEqual([]);
});

test("every term of the glossary occurs in its file, and every dependency on its page", async () => {
  const terms = [...(await read("GLOSSARY.md")).matchAll(/^\| ([^|]+?) +\|.*\| `([^`]+)` +\|$/gm)];
  expect(terms.length).toBeGreaterThanOrEqual(40);
  const strays: string[] = [];
  for (const [, term = "", path = ""] of terms) {
    const text = existsSync(join(ROOT, path)) ? plain((await read(path)) + path) : "";
    if (!text.includes(plain(term))) strays.push(`${term} is not in ${path}`);
  }
  expect(strays).toEqual([]);
});

test("docs/dependencies.md has a line for every package", async () => {
  const page = await read("docs/dependencies.md");
  const named = page.replace(/(@\w+)\/\{([^}]+)\}/g, (_, scope: string, names: string) =>
    names
      .split(",")
      .map((name) => `${scope}/${name}`)
      .join(", "),
  );
  const packages = Object.keys({
    ...packageJson.dependencies,
    ...packageJson.devDependencies,
    ...packageJson.optionalDependencies,
  });
  expect(packages.filter((name) => !named.includes(name))).toEqual([]);
});

const RECORDED = {
  request: { method: "GET", url: "https://api.open-meteo.com/v1/elevation?latitude=46.95&longitude=7.45" },
  response: { status: 200, headers: { "content-type": "application/json" }, body: '{"elevation":[549.0]}' },
};

function actorIn(readme: string): string {
  return /```ts\n(.*?)```/s.exec(readme)?.[1] ?? "";
}

/** `PRICE_{A,B}_XRP` as two names. */
function spelledOut(name: string): string[] {
  const [, before = "", list, after = ""] = /^([^{]*)\{([^}]*)\}(.*)$/.exec(name) ?? [];
  return list === undefined ? [name] : list.split(",").map((part) => before + part + after);
}

function plain(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9]/g, "");
}

test("the README's call over MCP is answered as it stands", async () => {
  const [, body = ""] = /\/mcp -H.*?-d '(\{.*?\})'\n/s.exec(await read("README.md")) ?? [];
  await using hub = await startHub({ actors: [await loadActor("data-convert")] });
  const headers = { "content-type": "application/json", accept: "application/json, text/event-stream" };
  const answer = await fetch(`${hub.url}/mcp`, { method: "POST", headers, body });
  expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('"city":"Bern"')]);
});
