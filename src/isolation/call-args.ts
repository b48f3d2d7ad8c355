/** What a child may send along with a call of what it is lent: a schema for each kind of call. */
import { type Static, Type } from "@sinclair/typebox";
import type { Utterance } from "../runtime/intents.ts";
import { readerOf } from "../runtime/schema.ts";

const Slug = Type.String({ maxLength: 200 });
const Words = Type.String({ maxLength: 200_000 });
const Whole = Type.Integer({ minimum: 0, maximum: 1_000_000 });
const Loose = Type.Record(Type.String(), Type.Unknown());

const FetchArgs = Type.Tuple([
  Type.String({ maxLength: 16_384 }),
  Type.Object({
    method: Type.Optional(Type.Union([Type.Literal("GET"), Type.Literal("HEAD"), Type.Literal("POST")])),
    headers: Type.Optional(Type.Record(Type.String({ maxLength: 200 }), Type.String({ maxLength: 16_384 }))),
    body: Type.Optional(Type.String()),
    keepSeconds: Type.Optional(Type.Integer({ minimum: 0, maximum: 31_536_000 })),
  }),
]);
const LlmArgs = Type.Tuple([
  Type.Object({
    prompt: Type.Object({
      name: Type.String({ maxLength: 100 }),
      version: Type.String({ maxLength: 100 }),
      text: Type.String({ maxLength: 50_000 }),
    }),
    material: Type.Array(
      Type.Object({
        label: Type.String({ maxLength: 40 }),
        text: Words,
        from: Type.Union([Type.Literal("caller"), Type.Literal("hub"), Type.Literal("stranger")]),
        maxChars: Type.Optional(Whole),
      }),
      { maxItems: 50 },
    ),
    answer: Loose,
    maxTokens: Type.Integer({ minimum: 1, maximum: 100_000 }),
    links: Type.Optional(Type.Array(Type.String({ maxLength: 4_096 }), { maxItems: 500 })),
    hasJudge: Type.Boolean(),
  }),
]);
/** What a child asks the language model. */
export type ModelQuestion = Static<typeof LlmArgs>[0];
const Query = Type.Object({
  text: Type.String({ maxLength: 20_000 }),
  category: Type.Optional(Slug),
  auths: Type.Optional(Type.Array(Type.Any(), { maxItems: 20 })),
  methods: Type.Optional(Type.Array(Type.String({ maxLength: 20 }), { maxItems: 20 })),
  limit: Type.Optional(Whole),
  offset: Type.Optional(Whole),
  perApi: Type.Optional(Whole),
  explain: Type.Optional(Type.Boolean()),
  byMeaning: Type.Optional(Type.Boolean()),
  byCoverage: Type.Optional(Type.Boolean()),
});
const Feed = Type.Object({
  featured: Type.Boolean(),
  limit: Type.Integer({ minimum: 1, maximum: 100 }),
  offset: Whole,
});

const asUtterance = readerOf(
  Type.Object({
    text: Type.String({ maxLength: 50_000 }),
    prose: Type.String({ maxLength: 50_000 }),
    said: Type.String({ maxLength: 50_000 }),
    words: Type.Array(Type.String({ maxLength: 50_000 }), { maxItems: 20_000 }),
    urls: Type.Array(Type.Object({ href: Type.String(), isExplicit: Type.Boolean() }), { maxItems: 1_000 }),
    data: Type.Optional(
      Type.Object({
        text: Type.String(),
        format: Type.Union([Type.Literal("json"), Type.Literal("csv"), Type.Literal("xml"), Type.Literal("text")]),
        start: Type.Integer(),
        end: Type.Integer(),
      }),
    ),
  }),
);

/** A reader for the arguments of each kind of call. */
export const READ = {
  nothing: readerOf(Type.Tuple([])),
  slug: readerOf(Type.Tuple([Slug])),
  slugAndInput: readerOf(Type.Tuple([Slug, Type.Unknown()])),
  slugAndWords: readerOf(Type.Tuple([Slug, Loose])),
  words: readerOf(Type.Tuple([Words])),
  feed: readerOf(Type.Tuple([Feed])),
  query: readerOf(Type.Tuple([Query])),
  fetch: readerOf(FetchArgs),
  llm: readerOf(LlmArgs),
};

/** Every field of it is read as text or as a list of texts by those that are asked. */
export function readUtterance(words: Readonly<Record<string, unknown>>): Utterance {
  const read = asUtterance(words);
  if (!read.ok) throw new TypeError(`Not an utterance: ${read.fault.pointer} ${read.fault.detail}`);
  return { ...read.value, data: read.value.data };
}
