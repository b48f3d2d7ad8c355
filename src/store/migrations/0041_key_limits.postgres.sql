-- What the keys of an account are limited to: scopes, and a budget with how much of it is used.
CREATE TABLE key_limits (
  account_id    TEXT PRIMARY KEY REFERENCES accounts (id),
  scopes        TEXT,
  calls_per_day BIGINT CHECK (calls_per_day >= 0),
  drops_per_day BIGINT CHECK (drops_per_day >= 0 AND drops_per_day < 9007199254740992),
  drops_total   BIGINT CHECK (drops_total >= 0 AND drops_total < 9007199254740992),
  day           TEXT NOT NULL,
  day_calls     BIGINT NOT NULL CHECK (day_calls >= 0),
  day_drops     BIGINT NOT NULL CHECK (day_drops >= 0),
  total_drops   BIGINT NOT NULL CHECK (total_drops >= 0)
);
ALTER TABLE holds ADD COLUMN in_budget BIGINT NOT NULL DEFAULT 0;
