/** A bundle is made of the files as they are now, however long the process has run. */
import { expect, test } from "bun:test";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bundleActor } from "../../src/isolation/bundle.ts";
import { actorText } from "./support.ts";

test("an actor brings of the hub what it uses and no more, and asks Deno for nothing of Node.js", async () => {
  const root = await mkdtemp(join(tmpdir(), "bundle-"));
  try {
    const bundle = async (text: string): Promise<string> => {
      await writeFile(join(root, "actor.ts"), text);
      const { code, faults } = await bundleActor(join(root, "actor.ts"), { root, level: "installed" });
      expect(faults).toEqual([]);
      return new TextDecoder().decode(code);
    };
    const plain = await bundle(actorText("async ({ q }) => [{ q }]"));
    expect(plain.length).toBeLessThan(120 * 1024);
    expect(plain).not.toContain("node:");
    const reader = await bundle(
      actorText("async () => [{ text: readText(page) }]", "", 'import { readText } from "agent-api-hub/actor";'),
    );
    expect(reader.length).toBeGreaterThan(2 * plain.length); // The tables of the old charsets.
  } finally {
    await rm(root, { recursive: true });
  }
});

test("an actor that comes later into a folder is bundled, and so is a helper that comes later still", async () => {
  const root = await mkdtemp(join(tmpdir(), "bundle-"));
  try {
    const bundle = async (name: string, text: string): Promise<readonly string[]> => {
      await writeFile(join(root, name), text);
      return (await bundleActor(join(root, name), { root, level: "own" })).faults;
    };
    expect(await bundle("first.ts", "export default 1;")).toEqual([]);
    expect(await bundle("second.ts", "export default 2;")).toEqual([]);
    await writeFile(join(root, "helper.ts"), "export const three = 3;");
    expect(await bundle("second.ts", 'import { three } from "./helper.ts"; export default three;')).toEqual([]);
  } finally {
    await rm(root, { recursive: true });
  }
});

test("an actor whose files are larger than 16 MiB together is refused in a sentence, and none of it is compiled", async () => {
  const root = await mkdtemp(join(tmpdir(), "bundle-"));
  try {
    const half = `export const half = 1; /* ${"-".repeat(8 * 1024 * 1024)} */`;
    await writeFile(join(root, "a.ts"), half);
    await writeFile(join(root, "b.ts"), half);
    await writeFile(join(root, "actor.ts"), 'import "./a.ts"; export default 1;');
    const bundle = () => bundleActor(join(root, "actor.ts"), { root, level: "own" });
    expect((await bundle()).faults).toEqual([]);
    await writeFile(join(root, "actor.ts"), 'import "./a.ts"; import "./b.ts"; export default 1;');
    expect((await bundle()).faults).toEqual(["its files are larger than 16 MiB together"]);
  } finally {
    await rm(root, { recursive: true });
  }
});

test.each(['import("/etc/" + "hub.json")', 'import(`/etc/${"hub"}.json`)', "import(Name.File)"])(
  "nothing of the machine comes in by a name that is put together: %s",
  async (form) => {
    const root = await mkdtemp(join(tmpdir(), "bundle-"));
    try {
      const outside = `${root}-outside.json`;
      await writeFile(outside, '{"secret":"of the machine"}');
      const text = `enum Name { File = "/etc/hub.json" }; export default () => ${form};`;
      await writeFile(
        join(root, "actor.ts"),
        text.replaceAll("/etc/", `${tmpdir()}/`).replaceAll("hub", `${root.split("/").at(-1)}-outside`),
      );
      const { code } = await bundleActor(join(root, "actor.ts"), { root, level: "installed" });
      expect(new TextDecoder().decode(code)).not.toContain("of the machine");
      await rm(outside);
    } finally {
      await rm(root, { recursive: true });
    }
  },
);
