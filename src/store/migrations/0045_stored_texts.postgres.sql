-- The items of long answers, in parts that are written one by one: a row that refers to them is written when all are there.
CREATE TABLE stored_texts (
  id         TEXT PRIMARY KEY,
  kept_until BIGINT NOT NULL
);
CREATE INDEX stored_texts_by_age ON stored_texts (kept_until);
CREATE TABLE stored_text_parts (
  text_id TEXT NOT NULL REFERENCES stored_texts (id),
  number  BIGINT NOT NULL,
  part    BYTEA NOT NULL,
  PRIMARY KEY (text_id, number)
);
-- Bytes of JSON that nobody searches: to compress them would take longer than to write them.
ALTER TABLE stored_text_parts ALTER COLUMN part SET STORAGE EXTERNAL;
