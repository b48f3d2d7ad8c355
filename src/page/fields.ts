/** The fields of a page that was read, and what it is read from. */
import { type Static, Type } from "@sinclair/typebox";

const Text = Type.Union([Type.String(), Type.Null()]);

export const PageFields = {
  title: Text,
  description: Type.Union([Type.String(), Type.Null()], { description: "As the page describes itself." }),
  text: Type.String({ description: "What the page says, without what is around it; paragraphs are apart." }),
  markdown: Type.String({ description: "The same with its headings, lists, tables, links and code." }),
  author: Type.Union([Type.String(), Type.Null()], { description: "Several are joined by commas." }),
  site_name: Text,
  published: Type.Union([Type.String(), Type.Null()], {
    description: "ISO 8601: a day, a time in UTC, or the page's own time where it names no zone.",
  }),
  modified: Text,
  language: Type.Union([Type.String(), Type.Null()], { description: `BCP 47, for example "en-GB".` }),
  image: Type.Union([Type.String(), Type.Null()], { description: "Address of the picture that stands for the page." }),
  word_count: Type.Integer({ minimum: 0 }),
  links: Type.Array(
    Type.Object({
      url: Type.String(),
      text: Type.String(),
      internal: Type.Boolean({ description: "Whether it leads to the same site." }),
    }),
    { description: "Every address the page links to, once, in its order; at most 1,000." },
  ),
  headings: Type.Array(Type.Object({ level: Type.Integer({ minimum: 1, maximum: 6 }), text: Type.String() })),
  json_ld: Type.Array(Type.String(), { description: "The types that its linked data names." }),
  facts: Type.Array(Type.Record(Type.String(), Type.Union([Type.String(), Type.Array(Type.String())])), {
    description:
      "What its linked data states, as the page writes it, at most 10: each with its `type` and, where said, name, " +
      "price, currency, availability, rating, author, published, starts, ends, place, employer, salary, ingredients …",
  }),
};

const Fields = Type.Object(PageFields);
/** What a page shows instead of a text of its own, and the sentence that says so. */
export const WALLS = {
  soft_404: "The page says that nothing is at this address, although it answered with success.",
  login_wall: "The page asks to sign in or to subscribe and shows no text without.",
  consent_wall: "The page asks for consent to cookies and shows no text without.",
  robot_check: "The page checks for a person and shows no text to programs.",
  script_shell: "The page shows no text without its scripts.",
  pictures: "The PDF holds pictures of its pages, and no text.",
  no_content: "The page holds menus and notices, and no text of its own.",
} as const;
export type Wall = keyof typeof WALLS;

/**
 * A page that was read; `wall` names what it shows instead of a text, `refresh` is the other address that it leads to by
 * itself.
 */
export type Page = Static<typeof Fields> & {
  readonly wall?: Wall;
  readonly refresh?: string;
  /** A sentence on what was left unread. */
  readonly cut?: string;
};

/** What goes to the thread that reads it. */
export interface PageSource {
  readonly bytes: Uint8Array;
  readonly contentType: string | null;
  /** The address that answered: links are relative to it. */
  readonly url: string;
}
