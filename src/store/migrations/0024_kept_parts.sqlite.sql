-- Parts of answers that were too long to be told at once.
CREATE TABLE kept_parts (
  answer_id  TEXT NOT NULL,
  number     INTEGER NOT NULL,
  owner      TEXT NOT NULL,
  part       TEXT NOT NULL,
  bytes      INTEGER NOT NULL,
  kept_until INTEGER NOT NULL,
  PRIMARY KEY (answer_id, number)
) STRICT;
CREATE INDEX kept_parts_by_age ON kept_parts (kept_until, owner, answer_id, number, bytes);
