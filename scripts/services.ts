/**
 * Makes PostgreSQL answer on 127.0.0.1:5432 and Redis on 127.0.0.1:6379, and Chromium and bubblewrap be there, for the
 * tests that need them:
 *   bun run services        (or scripts/services)
 * What already answers is used as it is. Otherwise Debian's packages are installed (as root, or with sudo) and
 * started. PostgreSQL is told to trust local connections: this is for development machines and CI, not for production.
 */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { setTimeout as wait } from "node:timers/promises";

const WAIT_SECONDS = 30;
/** Programs that tests start, with their packages. The browser draws no letter without a font. */
const PROGRAMS = [
  [process.env["CHROMIUM"] ?? "/usr/bin/chromium", ["chromium", "fonts-liberation"]],
  ["/usr/bin/bwrap", ["bubblewrap"]],
] as const;

if (!(await answers(5432))) startPostgres();
if (!(await answers(6379))) startRedis();
for (const [name, port] of [
  ["PostgreSQL", 5432],
  ["Redis", 6379],
] as const) {
  await untilAnswers(name, port);
  console.log(`${name} answers on 127.0.0.1:${port}.`);
}
for (const [program, packages] of PROGRAMS) {
  if (!existsSync(program)) install(...packages);
  console.log(`${program} is there.`);
}

function startPostgres(): void {
  if (!existsSync("/usr/lib/postgresql")) install("postgresql");
  for (const version of readdirSync("/etc/postgresql")) trustLocal(`/etc/postgresql/${version}/main/pg_hba.conf`);
  run("service", ["postgresql", "start"]);
}

function startRedis(): void {
  if (!existsSync("/usr/bin/redis-server")) install("redis-server");
  run("redis-server", ["--bind", "127.0.0.1", "--port", "6379", "--daemonize", "yes", "--save", ""]);
}

/** The first rule that fits decides, so this one goes to the top. */
function trustLocal(file: string): void {
  const rule = "host all all 127.0.0.1/32 trust";
  const rules = readFileSync(file, "utf8");
  if (!rules.includes(rule)) writeFileSync(file, `${rule}\n${rules}`);
}

function install(...names: readonly string[]): void {
  run("apt-get", ["update", "-qq"]);
  run("apt-get", ["install", "-y", "-qq", "--no-install-recommends", ...names]);
}

function run(command: string, args: readonly string[]): void {
  const [program = "", ...all] = process.getuid?.() === 0 ? [command, ...args] : ["sudo", command, ...args];
  const { status, error } = spawnSync(program, all, {
    stdio: "inherit",
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  });
  if (status === 0) return;
  console.error(`Cannot run "${[program, ...all].join(" ")}": ${error?.message ?? `it ended with ${status}`}`);
  process.exit(1);
}

async function untilAnswers(name: string, port: number): Promise<void> {
  for (let seconds = 0; seconds < WAIT_SECONDS; seconds++) {
    if (await answers(port)) return;
    await wait(1000);
  }
  console.error(`${name} does not answer on 127.0.0.1:${port} after ${WAIT_SECONDS} s.`);
  process.exit(1);
}

function answers(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const socket = connect({ host: "127.0.0.1", port, timeout: 1000 });
  socket.once("connect", () => resolve(true));
  socket.once("error", () => resolve(false));
  socket.once("timeout", () => resolve(false));
  return promise.finally(() => socket.destroy());
}
