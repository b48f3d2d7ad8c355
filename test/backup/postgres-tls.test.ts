/** What a PostgreSQL must show of itself: the same to the hub and to the tools that back it up. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { postgresUrl } from "../../src/app/settings/setting-readers.ts";
import { dumpPostgres } from "../../src/backup/postgres.ts";
import { openPostgres } from "../../src/store/drivers/postgres/postgres.ts";
import { CERTIFICATE, LOCAL_CERTIFICATE, LOCAL_PRIVATE_KEY } from "../support/certificate.ts";
import { hasOwnPostgres, type OwnServer, ownPostgres } from "../support/own-servers.ts";

const CLI = fileURLToPath(new URL("../../src/cli.ts", import.meta.url));

describe.skipIf(!hasOwnPostgres)("a PostgreSQL with a certificate that it has signed itself", () => {
  let server: OwnServer;
  let folder: string;
  beforeAll(async () => {
    server = await ownPostgres({ cert: LOCAL_CERTIFICATE, key: LOCAL_PRIVATE_KEY });
    folder = await mkdtemp(join(tmpdir(), "hub-tls-"));
    await writeFile(join(folder, "its-own.crt"), LOCAL_CERTIFICATE);
    await writeFile(join(folder, "another.crt"), CERTIFICATE);
    await (await openPostgres(server.url))[Symbol.asyncDispose]();
  });
  afterAll(async () => {
    await server[Symbol.asyncDispose]();
    await rm(folder, { recursive: true });
  });

  test.each([
    ["", true],
    ["sslmode=disable", true],
    ["sslmode=no-verify", true],
    ["ssl=no-verify", true],
    ["sslmode=prefer", false],
    ["sslmode=require", false],
    ["sslmode=verify-ca", false],
    ["sslmode=verify-full", false],
    ["ssl=true", false],
    ["sslmode=require&sslrootcert=its-own.crt", true],
    ["sslmode=verify-full&sslrootcert=its-own.crt", true],
    ["sslrootcert=its-own.crt", true],
    ["sslmode=require&sslrootcert=another.crt", false],
    ["sslrootcert=another.crt", false],
    ["sslmode=no-verify&sslrootcert=another.crt", true],
    ["uselibpqcompat=true&sslmode=require", true],
    ["uselibpqcompat=true&sslmode=require&sslrootcert=another.crt", false],
  ])("with %p the hub and its backups connect: %p", async (query, isTaken) => {
    const url = postgresUrl(`${server.url}?${query.replace("sslrootcert=", `sslrootcert=${folder}/`)}`);
    expect([await connects(url), await dumps(url)]).toEqual([isTaken, isTaken]);
  });

  test("a certificate that the hub's process trusts besides is one for its backups, too", () => {
    const env = {
      PATH: process.env["PATH"],
      DATABASE_URL: `${server.url}?sslmode=require`,
      HUB_SECRET: "a secret that is long enough for anybody",
      NODE_EXTRA_CA_CERTS: join(folder, "its-own.crt"),
    };
    const { status, stderr } = spawnSync(process.execPath, [CLI, "backup", join(folder, "its.backup")], { env });
    expect([status, stderr.toString()]).toEqual([0, expect.not.stringContaining("SECURITY WARNING")]);
  });
});

async function connects(url: string): Promise<boolean> {
  return openPostgres(url).then(
    async (store) => {
      await store[Symbol.asyncDispose]();
      return true;
    },
    () => false,
  );
}

async function dumps(url: string): Promise<boolean> {
  const { stream, whole = Promise.resolve() } = dumpPostgres(url);
  stream.resume();
  return whole.then(
    () => true,
    () => false,
  );
}
