/**
 * Builds the hub as one executable for this kind of machine: `bun run build [file]`. It carries Bun, the hub, its actors,
 * its pages and the packages they need, and needs nothing beside it but a folder for its data.
 */
import { createHash } from "node:crypto";
import { mkdir, mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { constants, zstdCompressSync } from "node:zlib";
import { create } from "tar";
import { carriedFiles } from "./build/files.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
/** More takes longer by far than it saves. */
const LEVEL = 9;
const MIB = 2 ** 20;

const outfile = resolve(process.argv[2] ?? "agent-api-hub");
const work = await mkdtemp(join(tmpdir(), "hub-build-"));
try {
  const files = carriedFiles(ROOT);
  const archive = join(work, "hub.tar.zst");
  await writeFile(archive, await packed(files.map(({ path }) => path)));
  const digest = createHash("sha256")
    .update(await Bun.file(archive).bytes())
    .digest("hex");
  const entry = join(work, "entry.ts");
  await writeFile(
    entry,
    `import archive from ${JSON.stringify(archive)} with { type: "file" };\n` +
      `import { launch } from ${JSON.stringify(fileURLToPath(new URL("build/launch.ts", import.meta.url)))};\n` +
      `await launch({ digest: "${digest}", archive, files: ${JSON.stringify(files)} });\n`,
  );
  await mkdir(dirname(outfile), { recursive: true });
  const { success, logs } = await Bun.build({
    entrypoints: [entry],
    // Nobody's files beside it change what it does, and no package is fetched that an actor names.
    compile: {
      outfile,
      autoloadBunfig: false,
      autoloadDotenv: false,
      autoloadTsconfig: false,
      autoloadPackageJson: true, // Else no package is found that lies in a folder.
      execArgv: ["--no-install"],
    },
    minify: { syntax: true, whitespace: true },
    throw: false,
  });
  if (!success) throw new AggregateError(logs, "Cannot build the executable");
  const { size } = await stat(outfile);
  console.log(`${outfile}: ${Math.round(size / MIB)} MiB, ${files.length} files within`);
} finally {
  await rm(work, { recursive: true, force: true });
}

/** The same sources give the same bytes. */
async function packed(paths: readonly string[]): Promise<Buffer> {
  const chunks: Buffer[] = [];
  const made = create({ cwd: ROOT, portable: true, mtime: new Date(0), noDirRecurse: true }, [...paths]);
  for await (const chunk of made) chunks.push(chunk as Buffer);
  return zstdCompressSync(Buffer.concat(chunks), { params: { [constants.ZSTD_c_compressionLevel]: LEVEL } });
}
