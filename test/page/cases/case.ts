/** One page, written for one point, and what must come of it. */
import type { Page } from "../../../src/page/fields.ts";

export interface PageCase {
  readonly html: string;
  readonly contentType?: string;
  /** Stands in the text. */
  readonly says?: readonly string[];
  /** Stands in neither text nor Markdown. */
  readonly omits?: readonly string[];
  /** Stands in the Markdown. */
  readonly markdown?: readonly string[];
  /** Fields that are exactly so. */
  readonly page?: Partial<Page>;
}

export type PageCases = Readonly<Record<string, PageCase>>;

export const URL_OF_CASES = "https://www.example.org/news/rye.html";

/** Sentences enough to be the text of a page. */
export const PROSE = [
  "Combines left the last fields on Tuesday evening, and the mills have begun to take in the grain.",
  "The grain office counted more tonnes than in any year before, although the spring had been a dry one.",
  "Growers name three things that made the difference, and they say that none of them was a matter of luck.",
]
  .map((sentence) => `<p>${sentence}</p>`)
  .join("\n");

/** A page with this body and head. */
export function page(body: string, head = ""): string {
  return `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8">${head}</head><body>${body}</body></html>`;
}

/** A page whose article ends with this. */
export function article(end: string): string {
  return page(`<article><h1>Rye</h1>${PROSE}${end}</article>`);
}
