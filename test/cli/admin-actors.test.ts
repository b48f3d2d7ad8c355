import { expect, test } from "bun:test";
import { spawn } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";

const CLI = fileURLToPath(new URL("../../src/cli.ts", import.meta.url));

test("`admin actors` lists what is served, refused and switched off, and a slip switches nothing off", async () => {
  const folder = await mkdtemp(join(tmpdir(), "hub-admin-actors-"));
  const actors = join(folder, "own");
  const admin = async (...args: string[]): Promise<string> => {
    const env = {
      PATH: process.env["PATH"] ?? "",
      HUB_DATA_DIR: folder,
      HUB_ACTORS_DIR: actors,
      ACTORS_IN_PROCESS: "broken",
      CATALOG_AUTO_IMPORT: "false",
    };
    const child = spawn(process.execPath, [CLI, "admin", ...args], { env, stdio: ["ignore", "pipe", "pipe"] });
    const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
    return out === "" ? err : out;
  };
  try {
    await mkdir(actors);
    await writeFile(join(actors, "broken.ts"), "export default {};\n");
    expect(await admin("disable-actor", "data-convrt", "--reason", "it lies")).toContain(
      'Did you mean "data-convert"?',
    );
    expect(JSON.parse(await admin("disabled-actors"))).toEqual([]);
    const [{ key_prefix: prefix }] = JSON.parse(await admin("issue", "a@example.com", "pro", "--reason", "a present"));
    expect(await admin("scopes", prefix, "search,actor:data-convrt", "--reason", "x")).toContain(
      'Did you mean "actor:data-convert"? Say --elsewhere if it is to come',
    );
    expect(JSON.parse(await admin("scopes", prefix, "actor:far-away", "--elsewhere", "--reason", "x"))).toEqual([
      { key_prefix: prefix, scopes: "actor:far-away" },
    ]);
    await admin("disable-actor", "data-convert", "--reason", "it lies");
    await admin("disable-actor", "far-away", "--elsewhere", "--reason", "it is slow");
    const rows = JSON.parse(await admin("actors")) as { slug: string; state: string }[];
    const of = (slug: string) => rows.find((row) => row.slug === slug);
    expect(of("data-convert")).toMatchObject({ state: "off", reason: "it lies", level: "built_in", fence: null });
    expect(of("weather-nws")).toMatchObject({ state: "on", price_xrp: 0.12, cache_ttl_seconds: expect.any(Number) });
    expect(of("far-away")).toMatchObject({ state: "off", reason: "it is slow", since: expect.stringMatching(/^20/) });
    expect(rows.find(({ state }) => state === "refused")?.slug).toContain("broken");
    expect(await admin("enable-actor", "weather-nws", "--reason", "x")).toContain(
      "No actor of this name is switched off",
    );
    expect(JSON.parse(await admin("enable-actor", "far-away", "--reason", "x"))).toEqual([
      { slug: "far-away", status: "enabled" },
    ]);
  } finally {
    await rm(folder, { recursive: true });
  }
}, 90_000);
