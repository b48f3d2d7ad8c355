-- What accounts have connected: credentials for the hosts of APIs, sealed; and what was done with them.
CREATE TABLE connections (
  id             TEXT NOT NULL PRIMARY KEY,
  account_id     TEXT NOT NULL REFERENCES accounts (id),
  label          TEXT NOT NULL,
  authority      TEXT NOT NULL,
  method         TEXT NOT NULL,
  state          TEXT NOT NULL CHECK (state IN
    ('pending', 'awaiting_confirmation', 'active', 'stale', 'needs_reconnect', 'expired', 'disabled', 'revoked')),
  reason         TEXT,
  entry          TEXT NOT NULL,
  hosts          TEXT NOT NULL,
  way            TEXT NOT NULL,
  rules          TEXT NOT NULL,
  is_default     INTEGER NOT NULL CHECK (is_default IN (0, 1)),
  sealed         TEXT,
  key_id         TEXT,
  version        INTEGER NOT NULL CHECK (version >= 0),
  draft          TEXT,
  draft_key_id   TEXT,
  draft_code     TEXT,
  draft_tries    INTEGER NOT NULL CHECK (draft_tries >= 0),
  link_nonce     TEXT,
  link_until     INTEGER,
  flow           TEXT,
  lease          TEXT,
  lease_until    INTEGER,
  retry_at       INTEGER,
  failures       INTEGER NOT NULL CHECK (failures >= 0),
  expires_at     INTEGER,
  scopes_granted TEXT,
  account_hint   TEXT,
  secret_hint    TEXT,
  used_day       TEXT,
  used           INTEGER NOT NULL CHECK (used >= 0),
  created_at     INTEGER NOT NULL,
  last_used_at   INTEGER,
  last_ok_at     INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX connections_by_account ON connections (account_id, created_at);
CREATE UNIQUE INDEX connections_by_label ON connections (account_id, label) WHERE state NOT IN ('revoked', 'expired');
CREATE INDEX connections_by_state ON connections (state, link_until);
CREATE TABLE connection_uses (
  connection_id TEXT NOT NULL,
  account_id    TEXT NOT NULL,
  day           TEXT NOT NULL,
  entry         TEXT NOT NULL,
  calls         INTEGER NOT NULL CHECK (calls > 0),
  used_at       INTEGER NOT NULL,
  PRIMARY KEY (connection_id, day, entry)
) STRICT, WITHOUT ROWID;
CREATE INDEX connection_uses_by_day ON connection_uses (day);
CREATE TABLE oauth_clients (
  account_id   TEXT NOT NULL,
  authority    TEXT NOT NULL,
  client_id    TEXT NOT NULL,
  token_auth   TEXT NOT NULL CHECK (token_auth IN ('basic', 'post', 'none')),
  sealed       TEXT,
  created_at   INTEGER NOT NULL,
  PRIMARY KEY (account_id, authority)
) STRICT, WITHOUT ROWID;
CREATE TABLE connection_events (
  id            INTEGER PRIMARY KEY AUTOINCREMENT,
  connection_id TEXT NOT NULL,
  account_id    TEXT NOT NULL,
  type          TEXT NOT NULL,
  at            INTEGER NOT NULL,
  attempts      INTEGER NOT NULL CHECK (attempts >= 0),
  due_at        INTEGER
) STRICT;
CREATE INDEX connection_events_due ON connection_events (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX connection_events_by_connection ON connection_events (connection_id, id);
