/** Which registry npm would ask: the setting, the user's own configuration of npm, or the public one. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";

const PUBLIC = "https://registry.npmjs.org";
const REGISTRY = /^[ \t]*registry[ \t]*=[ \t]*["']?(https?:\/\/[^\s"'?#@]{1,500})/m;

/** An address without a slash at its end. `home` is the user's folder. */
export async function registryAddress(setting: string | undefined, home: string): Promise<string> {
  const own = setting ?? REGISTRY.exec(await readFile(join(home, ".npmrc"), "utf8").catch(() => ""))?.[1] ?? PUBLIC;
  return own.replace(/(?<!\/)\/+$/, "");
}
