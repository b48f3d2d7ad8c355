-- Parts of answers that were too long to be told at once.
CREATE TABLE kept_parts (
  answer_id  TEXT NOT NULL,
  number     BIGINT NOT NULL,
  owner      TEXT NOT NULL,
  part       TEXT NOT NULL,
  bytes      BIGINT NOT NULL,
  kept_until BIGINT NOT NULL,
  PRIMARY KEY (answer_id, number)
);
CREATE INDEX kept_parts_by_age ON kept_parts (kept_until, owner, answer_id, number, bytes);
