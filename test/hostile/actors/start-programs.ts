/** Starts programs and loads native code. */
import { attack, deno, load } from "./_attack.ts";

export default attack("start-programs", {
  command: () => new deno.Command("/fence/deno", { args: ["--version"] }).outputSync().code,
  node: async () => String((await load("node:child_process")).execSync("id")),
  fork: async () => (await load("node:child_process")).fork("/fence/child.mjs").pid,
  library: () => deno.dlopen("libc.so.6", { getpid: { parameters: [], result: "i32" } }).symbols.getpid(),
  addon: async () => (await load("node:process")).dlopen({ exports: {} }, "/usr/lib/x.node") ?? "loaded",
  kill: () => deno.kill(2, "SIGKILL") ?? "killed",
  rights: async () => {
    const { state } = await deno.permissions.request({ name: "read", path: "/etc" });
    return state === "granted" ? state : undefined;
  },
});
