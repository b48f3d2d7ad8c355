/**
 * Makes one fault after the other in what guards money, and sees whether a test notices:
 *   bun run mutate [--only name,name] [--list] [--workers N]
 * Each is made in a copy of the project and run against the tests that should notice it, which must pass without it.
 * Names the survivors. Exit code 1 when there is one, or when a mutant no longer fits the code.
 */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { MUTANTS } from "./mutate/all.ts";
import { makeCopies, runTests } from "./mutate/copies.ts";
import { type Mutant, mutated } from "./mutate/mutant.ts";
import { isUp, POSTGRES_URL } from "../test/support/stores.ts";
import { endWith, readOptions } from "./options.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const options = {
  only: { type: "string" },
  list: { type: "boolean", default: false },
  workers: { type: "string", default: "2" },
} as const;
const USAGE = "Usage: bun run mutate [--only name,name] [--list] [--workers N]";
const { values } = readOptions({ options }, USAGE);
const names = values.only?.split(",");
const named = MUTANTS.filter(({ name }) => names === undefined || names.includes(name));
const hasPostgres = values.list || (await isUp(POSTGRES_URL));
const chosen = named.filter(({ isPostgres = false }) => hasPostgres || !isPostgres);
const workers = Number(values.workers);
if (named.length < (names?.length ?? 1) || !Number.isInteger(workers) || workers < 1)
  endWith(`${USAGE}\n\n${named.length} mutant(s) chosen.`);

if (values.list) for (const { name, fault } of chosen) console.log(`${name.padEnd(20)} ${fault}`);
else process.exitCode = await mutate();

async function mutate(): Promise<number> {
  const stop = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stop.abort());
  for (const mutant of chosen) mutated(mutant, await readFile(join(ROOT, mutant.file), "utf8"));
  for (const { name } of named.filter((mutant) => !chosen.includes(mutant)))
    console.log(`left out  ${name}: it needs PostgreSQL`);
  await using copies = await makeCopies(ROOT, workers);

  const files = [...new Set(chosen.flatMap(({ tests }) => tests))];
  const onPostgres = new Set(chosen.flatMap(({ tests, isPostgres }) => (isPostgres ? tests : [])));
  const unfit: string[] = [];
  await shareOut(files, copies.folders, stop.signal, async (file, folder) => {
    const { state, report } = await runTests(folder, { tests: [file], isPostgres: onPostgres.has(file) }, stop.signal);
    if (state !== "passed") unfit.push(`${file} does not pass without a mutant (${state})\n${report}`);
  });
  if (unfit.length > 0 || stop.signal.aborted) {
    console.error(unfit.join("\n"));
    return 1;
  }
  console.log(`${files.length} files of tests pass as they stand.`);

  const survivors: Mutant[] = [];
  const broken: string[] = [];
  await shareOut(chosen, copies.folders, stop.signal, async (mutant, folder) => {
    const path = join(folder, mutant.file);
    const source = await readFile(path, "utf8");
    await writeFile(path, mutated(mutant, source));
    const { state, report } = await runTests(folder, mutant, stop.signal);
    await writeFile(path, source);
    if (stop.signal.aborted) return;
    if (state === "passed") survivors.push(mutant);
    if (state === "broken") broken.push(`${mutant.name} does not even load:\n${report}`);
    console.log(`${state === "passed" ? "SURVIVED" : state.padEnd(8)}  ${mutant.name}`);
  });
  if (broken.length > 0) console.error(broken.join("\n"));
  for (const { name, fault, file, tests } of survivors)
    console.log(`Survivor "${name}" in ${file}: ${fault}, and ${tests.join(", ")} did not notice.`);
  console.log(`${chosen.length} mutants, ${survivors.length} survivor(s).`);
  return survivors.length + broken.length === 0 && !stop.signal.aborted ? 0 : 1;
}

/** Every folder takes the next item as soon as it is done with one. */
async function shareOut<Item>(
  items: readonly Item[],
  folders: readonly string[],
  signal: AbortSignal,
  work: (item: Item, folder: string) => Promise<void>,
): Promise<void> {
  const queue = items.values();
  await Promise.all(
    folders.map(async (folder) => {
      for (const item of queue) {
        if (signal.aborted) return;
        await work(item, folder);
      }
    }),
  );
}
