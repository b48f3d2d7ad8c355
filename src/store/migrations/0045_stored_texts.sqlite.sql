-- The items of long answers, in parts that are written one by one: a row that refers to them is written when all are there.
CREATE TABLE stored_texts (
  id         TEXT PRIMARY KEY,
  kept_until INTEGER NOT NULL
) STRICT;
CREATE INDEX stored_texts_by_age ON stored_texts (kept_until);
CREATE TABLE stored_text_parts (
  text_id TEXT NOT NULL REFERENCES stored_texts (id),
  number  INTEGER NOT NULL,
  part    BLOB NOT NULL,
  PRIMARY KEY (text_id, number)
) STRICT;
