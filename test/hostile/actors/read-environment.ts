/** Reads the hub's secrets out of the environment, its own and that of other processes. */
import { attack, deno, load } from "./_attack.ts";

export default attack("read-environment", {
  deno: () => JSON.stringify(deno.env.toObject()),
  one: () => deno.env.get("HUB_SECRET"),
  node: async () => (await load("node:process")).env.HUB_SECRET,
  global: () => (globalThis as any).process?.env.HUB_SECRET,
  self: () => deno.readTextFileSync("/proc/self/environ"),
  first: () => deno.readTextFileSync("/proc/1/environ"),
  maps: () => deno.readTextFileSync("/proc/self/maps"),
  siblings: () => [...deno.readDirSync("/proc")].map(({ name }) => name).join(),
  host: () => deno.hostname(),
  memory: () => JSON.stringify(deno.systemMemoryInfo()),
  user: async () => JSON.stringify((await load("node:os")).userInfo()),
});
