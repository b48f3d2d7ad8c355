-- Tools composed for a key, and the words that led to calls of entries.
CREATE TABLE tools (
  account_id  TEXT NOT NULL REFERENCES accounts (id),
  slug        TEXT NOT NULL,
  version     BIGINT NOT NULL CHECK (version > 0),
  description TEXT NOT NULL,
  entry       TEXT NOT NULL,
  constants   TEXT NOT NULL,
  created_at  BIGINT NOT NULL,
  expires_at  BIGINT NOT NULL,
  PRIMARY KEY (account_id, slug)
);
CREATE INDEX tools_by_expiry ON tools (expires_at);
CREATE TABLE usage (
  entry      TEXT NOT NULL,
  account_id TEXT NOT NULL REFERENCES accounts (id),
  stem       TEXT NOT NULL,
  day        TEXT NOT NULL,
  PRIMARY KEY (entry, account_id, stem)
);
CREATE INDEX usage_by_day ON usage (day);
