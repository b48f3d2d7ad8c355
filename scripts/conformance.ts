/**
 * `bun run conformance`: the protocol's own conformance suite against /mcp. Every check that fails stands, under its reason,
 * in test/mcp/expected-failures.json; one that fails besides, and one that fails no more, is named, and ends with 1.
 */
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createApp } from "../src/app/create-app.ts";
import { listen } from "../src/app/process/serve.ts";
import { echoActor } from "../test/support/actors.ts";
import { configOf, worldOf } from "../test/support/hub.ts";
import expected from "../test/mcp/expected-failures.json";
import { readOptions } from "./options.ts";

const HELP = `Usage: bun run conformance [--help]

Runs the protocol's own conformance suite against /mcp of a hub that it starts. Exit code 1 where a check fails that is not
expected to, or fails no more.`;
const REVISION = "2026-07-28";
const SUITE = fileURLToPath(import.meta.resolve("@modelcontextprotocol/conformance/dist/index.js"));

interface Check {
  readonly id: string;
  readonly status: string;
  readonly errorMessage?: string;
}

const { values } = readOptions({ options: { help: { type: "boolean", default: false } } }, HELP);
if (values.help) {
  console.log(HELP);
  process.exit(0);
}
const folder = await mkdtemp(join(tmpdir(), "conformance-"));
const app = await createApp(configOf({}), worldOf({ actors: [echoActor()] }, []));
listen(app.hub, { hostname: "127.0.0.1", port: 0 });
try {
  const failures = await failuresOf(await runSuite(`${app.hubUrl()}/mcp`));
  const known = new Set(Object.values(expected).flat());
  const strange = [...failures].filter(([name]) => !known.has(name));
  const mended = [...known].filter((name) => !failures.has(name));
  for (const [name, why] of strange) console.log(`fails, and nobody expects it: ${name}: ${why}`);
  for (const name of mended) console.log(`fails no more: ${name}`);
  console.log(`${failures.size} checks fail, ${strange.length} of them unexplained.`);
  process.exitCode = strange.length + mended.length > 0 ? 1 : 0;
} finally {
  await app.hub.stop(true);
  await app[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
}

/** Runs it in a process of its own, and returns the folder of its findings. */
async function runSuite(url: string): Promise<string> {
  const child = Bun.spawn(["bun", SUITE, "server", "--url", url, "--requirements", REVISION, "-o", folder], {
    stdout: "pipe",
    stderr: "pipe",
  });
  const [said] = await Promise.all([new Response(child.stdout).text(), child.exited]);
  console.log(/^Total:.*$/m.exec(said)?.[0] ?? said.slice(-2000));
  return folder;
}

/** Each as "scenario / check", with what was wrong. */
async function failuresOf(place: string): Promise<ReadonlyMap<string, string>> {
  const failures = new Map<string, string>();
  for (const name of await readdir(place)) {
    const scenario = name.replace(/^server-/, "").replace(/-\d{4}-\d\d-\d\dT.*$/, "");
    const checks = JSON.parse(await readFile(join(place, name, "checks.json"), "utf8")) as readonly Check[]; // The suite's own.
    for (const { id, status, errorMessage = "" } of checks)
      if (status === "FAILURE") failures.set(`${scenario} / ${id}`, errorMessage.slice(0, 300));
  }
  return failures;
}
