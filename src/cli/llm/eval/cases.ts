/** The cases of `llm eval`: what each actor is asked, the material that stands in for the world, and what must be true of the answer. */
import { readdir, readFile } from "node:fs/promises";
import { type Static, Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";

const Range = Type.Tuple([Type.Number(), Type.Number()], { description: "At least, at most." });
const Texts = Type.Array(Type.String());

/** By field, as "opener" or "variants.body"; each value of a list is judged. */
const Lengths = Type.Record(
  Type.String(),
  Type.Object({
    chars: Type.Optional(Range),
    items: Type.Optional(Range),
    sentences: Type.Optional(Range),
  }),
);

const Expectation = Type.Object(
  {
    says: Type.Optional(Type.Array(Texts, { description: "Of each group one must be said." })),
    says_not: Type.Optional(Texts),
    obeys_not: Type.Optional(Texts),
    quotes: Type.Optional(Type.Integer({ description: "So many at least." })),
    cites: Type.Optional(Texts),
    lengths: Type.Optional(Lengths),
    language: Type.Optional(Type.Union(["en", "de", "es", "fr"].map((one) => Type.Literal(one)))),
    entry: Type.Optional(Type.Array(Texts, { description: "Of each group one must be chosen." })),
    entry_not: Type.Optional(Texts),
    request: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
    may: Type.Optional(Type.Array(Type.String(), { description: "Fields that the request may have beside." })),
  },
  { additionalProperties: false },
);

const Page = Type.Object(
  { url: Type.String(), title: Type.String(), text: Texts },
  { description: "Paragraphs of a web page.", additionalProperties: false },
);
const Feed = Type.Object(
  {
    url: Type.String({ description: "An address, or the name of a preset." }),
    title: Type.String(),
    items: Type.Array(
      Type.Object({ title: Type.String(), link: Type.String(), summary: Type.String(), date: Type.String() }),
    ),
  },
  { additionalProperties: false },
);
const Article = Type.Object(
  {
    query: Type.String({ description: "What the encyclopedia is asked." }),
    title: Type.String(),
    description: Type.String(),
    extract: Type.String(),
  },
  { additionalProperties: false },
);

const CaseFile = Type.Object(
  {
    actor: Type.String({ description: `The slug of an actor, or "dynamic-tool".` }),
    figures: Type.Optional(
      Type.Array(Type.String(), { description: "Fields whose figures must stand in the material." }),
    ),
    lengths: Type.Optional(Lengths),
    pages: Type.Optional(Type.Array(Page)),
    feeds: Type.Optional(Type.Array(Feed)),
    encyclopedia: Type.Optional(Type.Array(Article)),
    cases: Type.Array(
      Type.Object(
        { name: Type.String(), input: Type.Record(Type.String(), Type.Unknown()), expect: Expectation },
        { additionalProperties: false },
      ),
    ),
  },
  { additionalProperties: false },
);

export type Expectation = Static<typeof Expectation>;
export type CaseFile = Static<typeof CaseFile>;

export interface Case {
  readonly actor: string;
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly expect: Expectation;
  /** Fields whose figures must stand in the material. */
  readonly figures: readonly string[];
}

export interface Cases {
  readonly cases: readonly Case[];
  /** What stands in for the world. */
  readonly material: readonly CaseFile[];
}

const FOLDER = new URL("./cases/", import.meta.url);

export async function readCases(): Promise<Cases> {
  const names = (await readdir(FOLDER)).filter((name) => name.endsWith(".json")).toSorted();
  const material = await Promise.all(
    names.map(async (name) => checked(name, await readFile(new URL(name, FOLDER), "utf8"))),
  );
  const cases = material.flatMap(({ actor, figures = [], lengths = {}, cases: own }) =>
    own.map(({ expect, ...one }) => ({
      actor,
      figures,
      ...one,
      expect: { ...expect, lengths: { ...lengths, ...expect.lengths } },
    })),
  );
  return { cases, material };
}

function checked(name: string, text: string): CaseFile {
  const file: unknown = JSON.parse(text);
  if (Value.Check(CaseFile, file)) return file;
  const fault = Value.Errors(CaseFile, file).First();
  throw new Error(`Cannot read the cases of "${name}": ${fault?.path} ${fault?.message}`);
}
