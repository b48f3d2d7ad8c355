-- What became of requests with an Idempotency-Key: under way until the hold lapses, or finished with an answer.
CREATE TABLE idempotency_keys (
  scope       TEXT NOT NULL,
  key         TEXT NOT NULL,
  request     TEXT NOT NULL,
  hold        TEXT NOT NULL,
  held_until  BIGINT NOT NULL,
  begun_at    BIGINT NOT NULL,
  finished_at BIGINT,
  result      TEXT,
  chars       BIGINT NOT NULL CHECK (chars >= 0),
  PRIMARY KEY (scope, key),
  CHECK (finished_at IS NOT NULL OR result IS NULL)
);
CREATE INDEX idempotency_keys_of_caller ON idempotency_keys (scope, begun_at, chars);
CREATE INDEX idempotency_keys_by_age ON idempotency_keys (begun_at);
