/** nginx before hubs, as `deploy/nginx.conf` has it but for the addresses and the places of its files. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { freePort } from "../hub-process.ts";
import { isUp } from "../stores.ts";

const NGINX = ["/usr/sbin/nginx", "/usr/bin/nginx"].find((path) => existsSync(path));
const CONFIG = fileURLToPath(new URL("../../../deploy/nginx.conf", import.meta.url));
const KEPT = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];

export const hasNginx = NGINX !== undefined;

export interface Front extends AsyncDisposable {
  readonly url: string;
  readonly pid: number;
}

/** `callsOfOne`: how many calls one address may have open at once; as many as the file says where it is left out. */
export async function startFront(hubPorts: readonly number[], callsOfOne?: number): Promise<Front> {
  const folder = await mkdtemp(join(tmpdir(), "hub-nginx-"));
  const port = await freePort();
  const path = join(folder, "nginx.conf");
  await writeFile(path, configOf(await readFile(CONFIG, "utf8"), { folder, port, hubPorts, callsOfOne }));
  const directives = `daemon off; master_process off; pid ${join(folder, "pid")};`;
  const args = ["-c", path, "-e", join(folder, "error.log"), "-g", directives];
  const child = spawn(NGINX ?? "nginx", args, { stdio: "ignore" });
  const gone = once(child, "exit");
  const url = `http://127.0.0.1:${port}`;
  while (!(await isUp(url, true))) {
    if (child.exitCode !== null) throw new Error(await readFile(join(folder, "error.log"), "utf8"));
    await pause(20);
  }
  return {
    url,
    pid: child.pid ?? 0,
    async [Symbol.asyncDispose]() {
      child.kill("SIGTERM");
      await gone;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

interface Places {
  readonly folder: string;
  readonly port: number;
  readonly hubPorts: readonly number[];
  readonly callsOfOne: number | undefined;
}

/** @throws {Error} where the file is not what it was: the test would try another than the one that is shipped. */
function configOf(text: string, { folder, port, hubPorts, callsOfOne = 100 }: Places): string {
  const server = "server hub:3000 ";
  const line = text.split("\n").find((each) => each.includes(server)) ?? "";
  const changes = [
    [line, hubPorts.map((each) => line.replace(server, `server 127.0.0.1:${each} `)).join("\n")],
    ["listen 80;", `listen 127.0.0.1:${port};`],
    ["limit_conn callers 100;", `limit_conn callers ${callsOfOne};`],
    ["http {", `http {\n${KEPT.map((name) => `  ${name}_temp_path ${join(folder, name)};`).join("\n")}`],
  ] as const;
  return changes.reduce((changed, [from, to]) => {
    if (from === "" || !changed.includes(from)) throw new Error(`deploy/nginx.conf has no "${from || server}"`);
    return changed.replace(from, to);
  }, text);
}
