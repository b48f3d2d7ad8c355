/** The content of a PostgreSQL store, through the server's own `pg_dump` and `pg_restore`. */
import { spawn } from "node:child_process";
import type { Readable } from "node:stream";
import { OperatorError } from "../runtime/errors.ts";
import type { Content } from "./archive.ts";
import { writeRootCertificates } from "./root-certificates.ts";

/** One state of the database. Not compressed: the archive does that. */
export function dumpPostgres(url: string): Content {
  const child = run("pg_dump", ["--format=custom", "--compress=0", "--no-owner", "--no-privileges"], url);
  return { stream: child.stdout, whole: child.ended };
}

/** Into a database without tables, all of it or nothing. */
export async function restorePostgres(url: string, path: string): Promise<void> {
  const flags = ["--no-owner", "--no-privileges", "--exit-on-error", "--single-transaction", "--dbname", nameOf(url)];
  await run("pg_restore", [...flags, path], url).ended;
}

/** Reads a dump's list of contents, without a database. @throws {OperatorError} when it is none. */
export async function listPostgres(path: string): Promise<void> {
  const child = run("pg_restore", ["--list", path]);
  child.stdout.resume();
  await child.ended;
}

/** The address goes by the environment: the arguments of a process are for everybody to read. */
function run(tool: string, args: readonly string[], url?: string): { stdout: Readable; ended: Promise<void> } {
  const named = url === undefined ? {} : environmentOf(url);
  const roots = named["PGSSLMODE"] === "verify-full" && !named["PGSSLROOTCERT"] ? writeRootCertificates() : undefined;
  const child = spawn(tool, args, {
    env: { PATH: process.env["PATH"], ...named, ...(roots && { PGSSLROOTCERT: roots.path }) },
    stdio: ["ignore", "pipe", "pipe"],
  });
  for (const event of ["close", "error"]) child.once(event, () => roots?.[Symbol.dispose]());
  // It would go on by itself, and bring back what nobody waits for.
  const end = (): void => void child.kill();
  process.once("exit", end);
  let said = "";
  child.stderr.on("data", (piece: Buffer) => (said = `${said}${piece.toString()}`.slice(0, 2000)));
  const ended = new Promise<void>((resolve, reject) => {
    child.once("error", (cause) => {
      const isMissing = "code" in cause && cause.code === "ENOENT";
      const reason = isMissing ? `${tool} is not installed (it comes with PostgreSQL's client)` : cause.message;
      reject(new OperatorError(`Cannot run ${tool}: ${reason}`, { cause }));
    });
    child.once("close", (code) => {
      process.off("exit", end);
      if (code === 0) return resolve();
      reject(new OperatorError(`${tool} failed: ${said.trim().replaceAll("\n", "; ")}`));
    });
  });
  return { stdout: child.stdout, ended };
}

function nameOf(url: string): string {
  return decodeURIComponent(new URL(url).pathname.slice(1));
}

/**
 * The variables that libpq reads (https://www.postgresql.org/docs/current/libpq-envars.html), with what the hub's client
 * reads in the address: a parameter goes before what stands at its place, and a host may be the folder of a socket.
 */
export function environmentOf(url: string): Record<string, string> {
  const { hostname, port, username, password, searchParams } = new URL(url);
  const given = (name: string, inPlace: string): string => searchParams.get(name) || decodeURIComponent(inPlace);
  const user = given("user", username);
  const word = given("password", password);
  const mode = searchParams.get("sslmode");
  const named = {
    PGSSLMODE: modeOf(mode),
    // In the mode that checks nothing libpq would check the certificate by this file, and the hub's client does not.
    PGSSLROOTCERT: mode === "no-verify" ? null : searchParams.get("sslrootcert"),
    PGSSLCERT: searchParams.get("sslcert"),
    PGSSLKEY: searchParams.get("sslkey"),
  };
  return {
    PGHOST: given("host", hostname).replaceAll(/[[\]]/g, "") || "localhost",
    PGPORT: given("port", port) || "5432",
    PGDATABASE: nameOf(url),
    ...(user !== "" && { PGUSER: user }),
    ...(word !== "" && { PGPASSWORD: word }),
    ...Object.fromEntries(Object.entries(named).filter((each): each is [string, string] => each[1] !== null)),
  };
}

/** The hub's client knows a mode that libpq does not: to libpq that is what `require` means. */
function modeOf(mode: string | null): string | null {
  return mode === "no-verify" ? "require" : mode;
}
