/** A feed as it was read, whatever its format was. */
import { type Static, Type } from "../runtime/actor.ts";
import { shorten } from "./text.ts";

const Text = Type.Union([Type.String(), Type.Null()]);
const Moment = Type.Union([Type.String(), Type.Null()], {
  description: "ISO 8601, as precise as the feed has it: a day without a time, or even a month, stays one.",
});

export const Enclosure = Type.Object({
  url: Type.String(),
  type: Text,
  length: Type.Union([Type.Integer({ minimum: 0 }), Type.Null()], { description: "In bytes." }),
});

/** An item without what it shares with the others of its feed. */
export const FeedItem = Type.Object({
  title: Type.Union([Type.String(), Type.Null()], { description: "Text without markup." }),
  link: Type.Union([Type.String(), Type.Null()], { description: "Absolute." }),
  summary: Type.Union([Type.String(), Type.Null()], {
    description: "Text without markup, from the content where the feed has no summary; at most 2,000 characters.",
  }),
  content_html: Type.Union([Type.String(), Type.Null()], {
    description: "The fullest text of the feed, made safe by a list of allowed elements; addresses absolute.",
  }),
  author: Text,
  published: Moment,
  updated: Moment,
  id: Type.Union([Type.String(), Type.Null()], { description: "As the feed names it, else the link." }),
  categories: Type.Array(Type.String()),
  enclosures: Type.Array(Enclosure),
  image: Type.Union([Type.String(), Type.Null()], { description: "Address of a picture." }),
});
export type FeedItem = Static<typeof FeedItem>;
export type Enclosure = Static<typeof Enclosure>;

export interface Feed {
  readonly title: string | null;
  readonly link: string | null;
  readonly description: string | null;
  readonly author: string | null;
  readonly published: string | null;
  readonly updated: string | null;
  readonly id: string | null;
  /** In the feed's order; each is read when it is asked for. */
  readonly items: Iterable<FeedItem>;
}

const MAX_SUMMARY = 2000;

export function summaryOf(text: string | null): string | null {
  return shorten(text, MAX_SUMMARY);
}
