/** The tables of a catalogue file, and the version of their shape: a file of another version is built anew. */

export const SHAPE_VERSION = 10;

/**
 * A full build gives living entries the row ids 1..n by category, prominence and slug; vanished ones follow, and what is
 * added later comes after them. `identity` tells operations apart between imports.
 */
const ENTRY_COLUMNS = {
  slug: "TEXT NOT NULL",
  identity: "INTEGER NOT NULL",
  document: "INTEGER NOT NULL",
  category: "INTEGER NOT NULL",
  name: "TEXT NOT NULL",
  description: "TEXT NOT NULL",
  words: "TEXT NOT NULL",
  method: "TEXT NOT NULL",
  path: "TEXT NOT NULL",
  base_url: "TEXT NOT NULL",
  auth: "INTEGER NOT NULL",
  access: "INTEGER NOT NULL",
  docs_url: "TEXT",
  description_chars: "INTEGER NOT NULL",
  parameters: "INTEGER NOT NULL",
  parameters_described: "INTEGER NOT NULL",
  has_response_schema: "INTEGER NOT NULL",
  deprecated: "INTEGER NOT NULL",
  age_days: "INTEGER",
  quality: "REAL NOT NULL",
  prominence: "REAL NOT NULL",
  featured: "INTEGER NOT NULL",
  updated_at: "INTEGER NOT NULL",
  versions: "TEXT",
  vanished_at: "INTEGER",
} as const;

export const ENTRY_FIELDS = Object.keys(ENTRY_COLUMNS);

const ENTRY_DEFINITIONS = Object.entries(ENTRY_COLUMNS)
  .map((column) => column.join(" "))
  .join(", ");

/** The index of one segment; see `segments.ts`. */
function createTerms(name: string): string {
  return `CREATE TABLE ${name} (
  term TEXT PRIMARY KEY, entries INTEGER NOT NULL, postings BLOB NOT NULL, mentions INTEGER NOT NULL, inputs BLOB NOT NULL
) STRICT;`;
}

export const CREATE_TABLES = `
CREATE TABLE documents (
  id INTEGER PRIMARY KEY,
  source TEXT NOT NULL,
  provider TEXT NOT NULL,
  api TEXT NOT NULL,
  title TEXT NOT NULL,
  names TEXT NOT NULL,
  version TEXT NOT NULL,
  docs_url TEXT,
  head BLOB NOT NULL,
  parts BLOB NOT NULL,
  inputs BLOB NOT NULL
) STRICT;
CREATE TABLE blocks (
  document INTEGER NOT NULL,
  block INTEGER NOT NULL,
  bytes BLOB NOT NULL,
  PRIMARY KEY (document, block)
) STRICT;
CREATE TABLE entries (id INTEGER PRIMARY KEY, ${ENTRY_DEFINITIONS}) STRICT;
CREATE TABLE listings (
  source TEXT NOT NULL, name TEXT NOT NULL, url TEXT NOT NULL, description TEXT NOT NULL, section TEXT NOT NULL
) STRICT;
CREATE TABLE facts (name TEXT PRIMARY KEY, value BLOB NOT NULL) STRICT;
${createTerms("terms")}
${createTerms("added_terms")}
CREATE TABLE gone_terms (term TEXT PRIMARY KEY, entries INTEGER NOT NULL, mentions INTEGER NOT NULL) STRICT;
`;

/** Where entries wait until all are read and each has its category; `topic` is what is classified as one. */
export const CREATE_STAGING = `
CREATE TEMP TABLE staged (topic INTEGER NOT NULL, preview INTEGER NOT NULL, ${ENTRY_DEFINITIONS}) STRICT;
`;

export const CREATE_INDEXES = `
CREATE UNIQUE INDEX entries_by_slug ON entries (slug);
CREATE UNIQUE INDEX entries_by_identity ON entries (identity);
CREATE INDEX entries_by_update ON entries (vanished_at, updated_at DESC, id);
CREATE INDEX documents_by_provider ON documents (provider);
CREATE INDEX entries_by_document ON entries (document, category) WHERE vanished_at IS NULL;
CREATE INDEX entries_by_category ON entries (category, document) WHERE vanished_at IS NULL;
CREATE INDEX entries_featured ON entries (category, prominence DESC, slug) WHERE featured = 1;
`;
