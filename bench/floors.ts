/**
 * The least that reading pages and feeds must reach on the public corpora: what it reached when this was last raised,
 * less a little for the noise of small changes. Tests and benches fail below.
 */
export const FLOORS = {
  /** F1 of shingles of four words against the articles as people marked them. */
  article: 0.967,
  /** F of wanted and unwanted segments. */
  segments: 0.942,
  /** Titles that are right to the letter. */
  title: 0.79,
  /** F and the share of right structures on pages that are no articles. */
  otherPages: 0.95,
  otherStructure: 0.95,
  /** The same on the pages in `extract/pages`, whose other half nothing is tuned by. */
  ownPages: 0.96,
  ownStructure: 0.96,
  /** The same on the pages in `extract/sites`, and the share of their titles, authors and days. */
  sites: 0.88,
  sitesStructure: 0.92,
  sitesSaid: 0.91,
  /** F and structure on the pages in `extract/kinds`. */
  kinds: 0.96,
  kindsStructure: 0.96,
  /** F and structure on the pages in `extract/generators`, and the share of their titles, authors and days. */
  generators: 0.93,
  generatorsStructure: 0.95,
  generatorsSaid: 0.91,
  /** The share of a feed's asserted fields that its items show as asserted. */
  feeds: 0.98,
};

/** Milliseconds of CPU for one page. */
export const CEILINGS = { p50: 20, p99: 120 };

/** Milliseconds the event loop may be kept, at p99, while threads read pages. */
export const MAX_STALL_MS = 50;
