/** Draws docs/way-of-a-run.svg from the order in src/app/actors/stages.ts and the first sentence of each stage's file. */
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const PICTURE = new URL("../docs/way-of-a-run.svg", import.meta.url);
const WIDTH = 860;
const ROW = 44;
const LEFT = 40;
const NAME_WIDTH = 120;
const LINE_CHARS = 96;

interface StageFacts {
  readonly name: string;
  readonly sentence: string;
}

/** The stages in the order of a run. */
export function readStages(): readonly StageFacts[] {
  const order = readText("../src/app/actors/stages.ts").split("const stages = {")[1] ?? "";
  return [...order.matchAll(/^ {4}(\w+):/gm)].map(([, name = ""]) => ({
    name,
    sentence: /^\/\*\* (.*) \*\/$/m.exec(readText(`../plugins/${name}.ts`))?.[1] ?? "",
  }));
}

export function drawPicture(stages: readonly StageFacts[]): string {
  const rows = [
    { name: "request", sentence: "HTTP or the shell: read into a value.", isEnd: true },
    ...stages.map((stage) => ({ ...stage, isEnd: false })),
    {
      name: "operation",
      sentence: "The actor runs, or the proxy calls. The outcome goes back the same way.",
      isEnd: true,
    },
  ];
  const height = rows.length * ROW + 24;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="system-ui, sans-serif" font-size="13">
<title>The way of a run through the stages</title>
<rect width="${WIDTH}" height="${height}" fill="#ffffff"/>
<path d="M22 20 V${height - 20} m-5 -8 l5 8 l5 -8" fill="none" stroke="#57606a" stroke-width="2"/>
${rows.map(rowText).join("\n")}
</svg>
`;
}

function rowText({ name, sentence, isEnd }: StageFacts & { readonly isEnd: boolean }, index: number): string {
  const top = 12 + index * ROW;
  const lines = linesOf(sentence);
  const first = top + 23 - (lines.length - 1) * 8;
  return [
    `<rect x="${LEFT}" y="${top + 4}" width="${NAME_WIDTH}" height="30" rx="6" fill="${isEnd ? "#1f2328" : "#ddf4ff"}"/>`,
    `<text x="${LEFT + NAME_WIDTH / 2}" y="${top + 24}" text-anchor="middle" font-weight="600" fill="${isEnd ? "#ffffff" : "#0a3069"}">${name}</text>`,
    ...lines.map(
      (line, number) =>
        `<text x="${LEFT + NAME_WIDTH + 16}" y="${first + number * 16}" fill="#1f2328">${escaped(line)}</text>`,
    ),
  ].join("\n");
}

function linesOf(sentence: string): readonly string[] {
  const lines = [""];
  for (const word of sentence.split(" ")) {
    const last = lines.at(-1) ?? "";
    if (last.length + word.length > LINE_CHARS) lines.push(word);
    else lines[lines.length - 1] = last === "" ? word : `${last} ${word}`;
  }
  return lines;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}

function readText(path: string): string {
  return readFileSync(new URL(path, import.meta.url), "utf8");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(PICTURE, drawPicture(readStages()));
