/** Packages for tests: an actor that says a word, as its author would publish it. */

export interface WordActor {
  readonly slug?: string;
  readonly version?: string;
  readonly hosts?: readonly string[];
  readonly usesLlm?: boolean;
  readonly tier?: string;
  readonly timeoutMs?: number;
  /** What it answers. */
  readonly word?: string;
}

/** The files of a package whose one import is the hub's. */
export function packageFiles(actor: WordActor = {}): Record<string, string> {
  const { slug = "say-word", version = "1.0.0", word = "one" } = actor;
  const { hosts = [], usesLlm = false, tier = "standard", timeoutMs = 5_000 } = actor;
  return {
    "package.json": JSON.stringify({ name: slug, version, license: "MIT", "agent-api-hub": { actor: "./index.ts" } }),
    "README.md": `# ${slug}\n`,
    LICENSE: "MIT License\n",
    "index.ts": `import { defineActor, Type, withGenius } from "agent-api-hub/actor";
import { WORD } from "./word.ts";

export default defineActor({
  slug: ${JSON.stringify(slug)},
  name: "Say a word",
  description: "Says the word that its package was made with, to whoever asks for it.",
  category: "utilities",
  version: ${JSON.stringify(version)},
  tags: ["test"],
  input: Type.Object({ q: Type.String({ description: "Anything." }) }),
  output: Type.Object({ q: Type.String(), word: Type.String() }, { additionalProperties: true }),
  examples: [{ title: "Hello", input: { q: "hello" } }],
  cacheTtlSeconds: 60,
  qualityScore: 0.5,
  computeUnits: 0.01,
  usesLlm: ${usesLlm},
  price: { tier: ${JSON.stringify(tier)} },
  hosts: ${JSON.stringify(hosts)},
  timeoutMs: ${timeoutMs},
  nextActors: [],
  async run({ q }, { now }) {
    return withGenius([{ q, word: WORD }], "here", now());
  },
});
`,
    "word.ts": `export const WORD: string = ${JSON.stringify(word)};\n`,
  };
}
