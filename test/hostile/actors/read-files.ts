/** Reads the machine's files, by every way that Deno has. */
import { attack, deno, load } from "./_attack.ts";

export default attack("read-files", {
  deno: () => deno.readTextFileSync("/etc/passwd"),
  node: async () => (await load("node:fs")).readFileSync("/etc/passwd", "utf8"),
  list: () => [...deno.readDirSync("/")].map(({ name }) => name).join(),
  own: () => deno.readTextFileSync("/fence/child.mjs"),
  fetch: async () => (await fetch("file:///etc/passwd")).text(),
  json: async () => JSON.stringify(await load("file:///etc/os-release", "json")),
  text: async () => (await load("file:///etc/passwd", "text")).default,
  data: async () =>
    (await load('data:text/javascript,export { default } from "file:///etc/passwd" with { type: "text" }')).default,
  require: async () => (await load("node:module")).createRequire("file:///x.js")("/etc/hostname"),
  write: () => deno.writeTextFileSync("/tmp/x", "x") ?? "written",
  link: () => deno.symlinkSync("/etc/passwd", "/tmp/y") ?? "linked",
  sqlite: async () => String(new (await load("node:sqlite")).DatabaseSync("/tmp/z.sqlite")),
});
