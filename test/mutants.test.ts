import { describe, expect, test } from "bun:test";
import { access, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { MUTANTS } from "../scripts/mutate/all.ts";
import { mutated } from "../scripts/mutate/mutant.ts";

/** `bun run mutate` runs them; here they are only held against the code, so that one that no longer fits is seen at once. */
describe("the mutants of money", () => {
  test("are enough, and each has a name of its own", () => {
    expect(MUTANTS.length).toBeGreaterThanOrEqual(25);
    expect(new Set(MUTANTS.map(({ name }) => name)).size).toBe(MUTANTS.length);
  });

  test.each(MUTANTS.map((mutant) => [mutant.name, mutant] as const))("%s fits the code", async (_name, mutant) => {
    const source = await readFile(rooted(mutant.file), "utf8");
    const changed = mutated(mutant, source);
    expect(changed).not.toBe(source);
    expect(() => new Bun.Transpiler({ loader: "ts" }).transformSync(changed)).not.toThrow();
    for (const file of mutant.tests) await access(rooted(file));
  });

  test("whose place has moved are refused by name", async () => {
    const [mutant] = MUTANTS;
    if (mutant === undefined) throw new Error("There is none");
    expect(() => mutated({ ...mutant, find: "not there" }, "source")).toThrow(
      `"${mutant.name}": its place stands 0 times`,
    );
    expect(() => mutated({ ...mutant, find: "a" }, "a a")).toThrow("stands 2 times");
  });
});

function rooted(path: string): string {
  return fileURLToPath(new URL(`../${path}`, import.meta.url));
}
