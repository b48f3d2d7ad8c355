/** Pages that are no articles, scored by the corpus's own scorer: ours beside Readability and defuddle. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readPage } from "../../src/page/read.ts";

const FOLDER = fileURLToPath(new URL("../../../shared/corpora/pages-other/", import.meta.url));
const PROJECT = fileURLToPath(new URL("../../", import.meta.url));

/** Shares of 1, means over pages. */
export interface OtherScore {
  readonly f: number;
  readonly structure: number;
  /** The kind of page that is read worst. */
  readonly worst: string;
}

export const OTHER_PAGES_ARE_HERE = existsSync(join(FOLDER, "score.mjs"));

/** "ours", or a reader that the corpus's `anchors.mjs` knows. */
export function scoreOtherPages(reader: "ours" | "readability" | "defuddle"): OtherScore {
  const folder = mkdtempSync(join(tmpdir(), "pages-other-"));
  try {
    const answers = join(folder, "answers.json");
    const verdicts = join(folder, "verdicts.json");
    if (reader === "ours") writeFileSync(answers, JSON.stringify(ownAnswers()));
    else node("anchors.mjs", reader, "--modules", PROJECT, "--out", answers);
    node("score.mjs", "--answers", answers, "--out", verdicts);
    const { total, kinds }: { total: Verdict; kinds: Record<string, Verdict> } = readJson(verdicts);
    const [[kind, { f }] = ["none", total]] = Object.entries(kinds).sort(([, a], [, b]) => a.f - b.f);
    return { f: total.f, structure: total.structure, worst: `${kind} ${(f * 100).toFixed(0)}` };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

interface Verdict {
  readonly f: number;
  readonly structure: number;
}

function ownAnswers(): object {
  const labels: { id: string; file: string; content_type?: string }[] = readJson(join(FOLDER, "labels.json"));
  return Object.fromEntries(
    labels.map(({ id, file, content_type: contentType = "text/html; charset=utf-8" }) => {
      const page = readPage({
        bytes: readFileSync(join(FOLDER, file)),
        contentType,
        url: `https://pages.example/${id}`,
      });
      return [id, { title: page.title, markdown: page.markdown, warnings: page.wall === undefined ? [] : [page.wall] }];
    }),
  );
}

function node(script: string, ...args: readonly string[]): void {
  const { status, stderr } = spawnSync("node", [join(FOLDER, script), ...args], { encoding: "utf8" });
  if (status !== 0) throw new Error(`${script}: ${stderr}`);
}

function readJson<T>(path: string): T {
  return JSON.parse(readFileSync(path, "utf8")) as T; // The corpus's README names the fields.
}
