/** A commit is read as the files it holds: nothing of the repository is run, followed or checked out. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { existsSync, symlinkSync, writeFileSync } from "node:fs";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readCommit } from "../../src/packages/git.ts";
import { createRepository, type Repository } from "../support/git.ts";

let folder: string;
let scratch: string;
let repository: Repository;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "git-"));
  scratch = await mkdtemp(join(tmpdir(), "scratch-"));
  repository = createRepository(join(folder, "author"));
});
afterEach(async () => {
  expect(await readdir(scratch)).toEqual([]);
  await rm(folder, { recursive: true });
  await rm(scratch, { recursive: true });
});

const read = (ref = "HEAD", url = `file://${repository.folder}`, signal = new AbortController().signal) =>
  readCommit(url, ref, { scratch, env: process.env, signal });
const faultOf = (...args: Parameters<typeof read>) =>
  read(...args).then(
    () => "",
    (error: Error) => error.message,
  );

test("a branch, a tag and a hash name the commit, whose files are read as they were committed", async () => {
  const first = repository.commit({ "index.ts": "one\r\n", "lib/a.ts": "", ".hidden": "", "ü.ts": "ü" });
  repository.git("tag", "v1");
  const second = repository.commit({ "index.ts": "two" });
  expect(await read()).toMatchObject({ commit: second });
  for (const ref of ["v1", first]) {
    const { commit, files } = await read(ref);
    expect(commit).toBe(first);
    expect([...files].map(([path, bytes]) => [path, Buffer.from(bytes).toString()])).toEqual([
      ["index.ts", "one\r\n"],
      ["lib/a.ts", ""],
      ["ü.ts", "ü"],
    ]);
  }
});

describe("nothing is run:", () => {
  test("no filter, attribute or hook of the repository", async () => {
    const mark = join(folder, "ran");
    repository.commit({ ".gitattributes": "*.ts filter=evil export-subst", "index.ts": "$Format:%H$" });
    repository.git("config", "filter.evil.smudge", `touch ${mark}`);
    writeFileSync(join(repository.folder, ".git/hooks/post-checkout"), `#!/bin/sh\ntouch ${mark}\n`, { mode: 0o755 });
    const { files } = await read();
    expect(Buffer.from(files.get("index.ts") ?? []).toString()).toBe("$Format:%H$");
    expect(existsSync(mark)).toBe(false);
  });

  test("no transport that starts a program, and no option in an address's place", async () => {
    const mark = join(folder, "ran");
    for (const url of [`ext::sh -c touch% ${mark}`, `--upload-pack=touch ${mark}`, "fd::0"])
      expect(await faultOf("HEAD", url)).toMatch(/^Cannot use the repository: [^\n]+\.$/);
    expect(existsSync(mark)).toBe(false);
  });

  test("no setting of the user's", async () => {
    const mark = join(folder, "ran");
    writeFileSync(
      join(folder, ".gitconfig"),
      `[core]\n\tfsmonitor = touch ${mark}\n[url "ext::false"]\n\tinsteadOf = file://\n`,
    );
    const commit = repository.commit({ "index.ts": "" });
    const env = { ...process.env, HOME: folder };
    const url = `file://${repository.folder}`;
    expect(await readCommit(url, "HEAD", { scratch, env, signal: new AbortController().signal })).toMatchObject({
      commit,
    });
    expect(existsSync(mark)).toBe(false);
  });
});

describe("refused in one line is", () => {
  test("a link", async () => {
    symlinkSync("/etc/passwd", join(repository.folder, "data.json"));
    repository.commit({});
    expect(await faultOf()).toBe(`Cannot use the repository: "data.json" is a link.`);
  });

  test("a submodule", async () => {
    const other = createRepository(join(folder, "other"));
    other.commit({ "a.ts": "" });
    repository.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", other.folder, "sub");
    repository.commit({});
    expect(await faultOf()).toMatch(/^Cannot use the repository: "[^"]+" belongs to a submodule\.$/);
  });

  test("two spellings of a file", async () => {
    repository.commit({ "a.ts": "1", "A.ts": "2" });
    expect(await faultOf()).toContain(`"A.ts" and "a.ts" are one file`);
  });

  test("too many files, too large ones, and no such commit", async () => {
    repository.commit(Object.fromEntries(Array.from({ length: 501 }, (_, at) => [`f/${at}.ts`, String(at)])));
    expect(await faultOf()).toBe("Cannot use the repository: it has more than 500 files.");
    repository.git("rm", "--quiet", "-r", "f");
    repository.commit({ "large.bin": "x".repeat(6 * 1024 * 1024) });
    expect(await faultOf()).toBe("Cannot use the repository: its files are larger than 5 MiB together.");
    expect(await faultOf("v9")).toMatch(/^Cannot use the repository: [^\n]*v9[^\n]*\.$/);
    expect(await faultOf("HEAD", `file://${folder}/none.git`)).toMatch(/^Cannot use the repository: [^\n]+\.$/);
  });

  test("what was given up", async () => {
    repository.commit({ "index.ts": "" });
    expect(await faultOf("HEAD", undefined, AbortSignal.abort())).toBe("Stopped; nothing was installed.");
  });
});
