/** Git repositories of tests, made by git itself. */
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

export interface Repository {
  readonly folder: string;
  /** As `actor add` takes it. */
  readonly source: string;
  git(...args: readonly string[]): string;
  /** Writes the files and commits everything. Returns the commit's hash. */
  commit(files: Readonly<Record<string, string>>): string;
}

export function createRepository(folder: string): Repository {
  mkdirSync(folder, { recursive: true });
  const git = (...args: readonly string[]): string =>
    execFileSync("git", args, {
      cwd: folder,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
      env: {
        PATH: process.env["PATH"] ?? "",
        GIT_CONFIG_NOSYSTEM: "1",
        GIT_CONFIG_GLOBAL: "/dev/null",
        GIT_AUTHOR_NAME: "Author",
        GIT_AUTHOR_EMAIL: "author@example.org",
        GIT_COMMITTER_NAME: "Author",
        GIT_COMMITTER_EMAIL: "author@example.org",
      },
    }).trim();
  git("init", "--quiet", "--initial-branch=main");
  return {
    folder,
    source: `git+file://${folder}`,
    git,
    commit(files) {
      for (const [path, text] of Object.entries(files)) {
        mkdirSync(dirname(join(folder, path)), { recursive: true });
        writeFileSync(join(folder, path), text);
      }
      git("add", "--all", "--force");
      git("commit", "--quiet", "--allow-empty", "-m", "a step");
      return git("rev-parse", "HEAD");
    },
  };
}
