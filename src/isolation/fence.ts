/**
 * The fence around a child, outside in: setpriv (where the hub is root), nice, bubblewrap, prlimit, Deno's permissions.
 * Either of the last two alone is one fault deep; where one is missing there is no child, or the operator says "weak".
 */
import { constants } from "node:fs";
import { access, chmod, copyFile, realpath, stat, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { delimiter, dirname, join } from "node:path";
import { bundleChild } from "./bundle-hub.ts";

export interface Fence {
  /** "full", or "weak": Deno's permissions, the limits that this system has, and the watchdog. */
  readonly strength: "full" | "weak";
  /** What holds, or is lacking, in a sentence for the operator. */
  readonly sentence: string;
  readonly command: string;
  readonly args: readonly string[];
  /** The child says the process that runs the actor on its third descriptor; else it is the one that was started. */
  readonly saysPid: boolean;
}

export interface FenceOptions {
  /** Absolute path of a folder of this process alone, which everybody may read. */
  readonly folder: string;
  /** `ACTOR_FENCE=weak`, where the full one cannot be put up. */
  readonly isWeak?: boolean;
  readonly platform?: string;
  /** Where programs are looked for; left out, PATH and the usual folders. */
  readonly path?: string;
}

/** Bytes. Deno does not start with 640 MiB; an allocation beyond 480 MiB then throws. */
const DATA_LIMIT = 1024 * 1024 * 1024;
const NOBODY = "65534";
const PERMISSIONS = [
  "--no-prompt",
  ...["env", "net", "run", "read", "write", "ffi", "sys", "import"].map((right) => `--deny-${right}`),
  "--no-remote",
  "--cached-only",
  "--no-npm",
  "--no-config",
  "--no-lock",
  "--v8-flags=--max-old-space-size=128",
];
const LIBRARIES = ["/usr/lib", "/usr/lib64", "/lib", "/lib64"];
/** Namespaces of its own, in which Deno is the first process, and which end with the hub. */
const BOX = [
  ..."--unshare-all --die-with-parent --new-session --clearenv --as-pid-1 --info-fd 3".split(" "),
  ..."--proc /proc --dev /dev --size 4194304 --tmpfs /tmp --setenv DENO_DIR /tmp/deno --setenv NO_COLOR 1".split(" "),
];
const CLOSED = "--remount-ro /dev --remount-ro / --chdir / --".split(" ");
const LIMITS = [`--data=${DATA_LIMIT}`, "--nofile=64", "--core=0"];
const FOLDERS = ["/usr/local/bin", "/usr/bin", "/bin", "/usr/sbin", "/sbin"];

/** How children are started here. @throws {TypeError} whose message says what is lacking. */
export async function findFence(options: FenceOptions): Promise<Fence> {
  const { folder, isWeak = false, platform = process.platform } = options;
  const path = options.path ?? [process.env["PATH"] ?? "", ...FOLDERS].join(delimiter);
  const found = (await packagedDeno()) ?? (await find("deno", path));
  if (found === undefined) throw new TypeError("Deno is not here: `npm install` brings it as an optional dependency");
  const program = join(folder, "child.mjs");
  await writeFile(program, await bundleChild());
  await chmod(program, 0o444); // Whatever the mask of this process is.
  const deno = await reachable(found, folder);
  const run = (at: string, child: string): string[] => [at, "run", ...PERMISSIONS, child];

  const [setpriv, nice, prlimit, bwrap] = await Promise.all(
    ["setpriv", "nice", "prlimit", "bwrap"].map((name) => find(name, path)),
  );
  const isRoot = process.getuid?.() === 0;
  const lacking = [
    ...(platform === "linux" ? [] : ["namespaces (Linux)"]),
    ...(bwrap === undefined ? ["bwrap (bubblewrap)"] : []),
    ...(prlimit === undefined ? ["prlimit (util-linux)"] : []),
    ...(nice === undefined ? ["nice"] : []),
    ...(isRoot && setpriv === undefined ? ["setpriv (util-linux)"] : []),
  ];
  if (!isWeak && lacking.length === 0 && bwrap !== undefined && prlimit !== undefined && nice !== undefined) {
    const libraries = await Promise.all(LIBRARIES.map(asMount));
    return chained({
      strength: "full",
      sentence: "Actors that are not built in run behind the full fence: bubblewrap, limits and Deno's permissions.",
      saysPid: true,
      words: [
        ...(isRoot && setpriv !== undefined
          ? [setpriv, `--reuid=${NOBODY}`, `--regid=${NOBODY}`, "--clear-groups", "--no-new-privs", "--"]
          : []),
        nice,
        "-n",
        "19",
        bwrap,
        ...BOX,
        ...libraries.flat(),
        ...mount(deno, "/fence/deno"),
        ...mount(program, "/fence/child.mjs"),
        ...mount(await realpath(prlimit), "/fence/prlimit"),
        ...CLOSED,
        "/fence/prlimit",
        ...LIMITS,
        "--nproc=64",
        "--",
        ...run("/fence/deno", "/fence/child.mjs"),
      ],
    });
  }
  if (platform === "linux" && !isWeak)
    throw new TypeError(`the fence needs ${lacking.join(", ")}, or ACTOR_FENCE=weak, which does without`);
  return chained({
    strength: "weak",
    sentence: `Actors that are not built in run behind Deno's permissions and the watchdog only; lacking: ${lacking.join(", ") || "namespaces"}.`,
    saysPid: false,
    words: [
      ...(nice === undefined ? [] : [nice, "-n", "19"]),
      ...(prlimit === undefined ? [] : [prlimit, ...LIMITS, "--"]),
      ...run(deno, program),
    ],
  });
}

interface FenceChain extends Omit<Fence, "command" | "args"> {
  readonly words: readonly string[];
}

function chained({ words: [command = "", ...args], ...fence }: FenceChain): Fence {
  return { ...fence, command, args };
}

function mount(from: string, to: string): readonly string[] {
  return ["--ro-bind", from, to];
}

/** Of the optional package, as its own launcher finds it. */
async function packagedDeno(): Promise<string | undefined> {
  try {
    const folder = dirname(createRequire(import.meta.url).resolve("deno/package.json"));
    const path = join(folder, process.platform === "win32" ? "deno.exe" : "deno");
    await access(path, constants.X_OK);
    return await realpath(path);
  } catch {
    return undefined;
  }
}

async function find(name: string, path: string): Promise<string | undefined> {
  for (const folder of path.split(delimiter).filter((each) => each !== "")) {
    const file = join(folder, name);
    try {
      await access(file, constants.X_OK);
      if ((await stat(file)).isFile()) return await realpath(file);
    } catch {
      // The next folder may have it.
    }
  }
  return undefined;
}

/** Who has no rights cannot pass a folder that is closed to others: then a copy stands where everybody may read. */
async function reachable(file: string, folder: string): Promise<string> {
  if (process.getuid?.() !== 0) return file;
  for (let at = file; at !== dirname(at); at = dirname(at)) {
    const needed = at === file ? 0o005 : 0o001;
    if (((await stat(at)).mode & needed) === needed) continue;
    const copy = join(folder, "deno");
    await copyFile(file, copy, constants.COPYFILE_FICLONE);
    await chmod(copy, 0o555);
    return copy;
  }
  return file;
}

/** A library folder as this system has it: itself, a link, or nothing. */
async function asMount(folder: string): Promise<readonly string[]> {
  try {
    const real = await realpath(folder);
    return real === folder ? ["--ro-bind", folder, folder] : ["--symlink", real.slice(1), folder];
  } catch {
    return [];
  }
}
