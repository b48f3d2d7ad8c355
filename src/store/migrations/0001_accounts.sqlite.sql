-- Accounts, their keys, their ledger and what is sold to them.
CREATE TABLE accounts (
  id         TEXT PRIMARY KEY,
  email      TEXT NOT NULL,
  name       TEXT,
  tier       TEXT NOT NULL,
  status     TEXT NOT NULL CHECK (status IN ('pending', 'active', 'suspended')),
  created_at INTEGER NOT NULL,
  expires_at INTEGER
) STRICT;

CREATE TABLE keys (
  hash       TEXT PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES accounts (id),
  prefix     TEXT NOT NULL UNIQUE,
  last_four  TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER,
  revoked_at INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX keys_by_account ON keys (account_id);

CREATE TABLE balances (
  account_id TEXT NOT NULL REFERENCES accounts (id),
  network    TEXT NOT NULL,
  drops      INTEGER NOT NULL CHECK (drops BETWEEN 0 AND 9000000000000000),
  held       INTEGER NOT NULL CHECK (held BETWEEN 0 AND drops),
  PRIMARY KEY (account_id, network)
) STRICT, WITHOUT ROWID;

CREATE TABLE days (
  account_id TEXT NOT NULL REFERENCES accounts (id),
  day        TEXT NOT NULL,
  calls      INTEGER NOT NULL CHECK (calls >= 0),
  held       INTEGER NOT NULL CHECK (held >= 0),
  granted    INTEGER NOT NULL CHECK (granted >= 0),
  charged    INTEGER NOT NULL CHECK (charged >= 0),
  PRIMARY KEY (account_id, day)
) STRICT, WITHOUT ROWID;

CREATE TABLE entries (
  id            INTEGER PRIMARY KEY AUTOINCREMENT,
  account_id    TEXT NOT NULL REFERENCES accounts (id),
  at            INTEGER NOT NULL,
  day           TEXT NOT NULL,
  kind          TEXT NOT NULL CHECK (kind IN ('call', 'charge', 'deposit', 'referral', 'grant')),
  calls         INTEGER NOT NULL,
  drops         INTEGER NOT NULL,
  network       TEXT NOT NULL,
  balance_after INTEGER NOT NULL CHECK (balance_after >= 0),
  reference     TEXT NOT NULL
) STRICT;
CREATE INDEX entries_by_account ON entries (account_id, id);

CREATE TRIGGER entries_are_final_update BEFORE UPDATE ON entries
BEGIN SELECT RAISE(ABORT, 'entries are never changed'); END;
CREATE TRIGGER entries_are_final_delete BEFORE DELETE ON entries
BEGIN SELECT RAISE(ABORT, 'entries are never deleted'); END;

CREATE TABLE holds (
  id         TEXT PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES accounts (id),
  day        TEXT NOT NULL,
  calls      INTEGER NOT NULL CHECK (calls >= 0),
  drops      INTEGER NOT NULL CHECK (drops >= 0),
  network    TEXT NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX holds_by_account ON holds (account_id, expires_at);

CREATE TABLE orders (
  id              TEXT PRIMARY KEY,
  account_id      TEXT NOT NULL REFERENCES accounts (id),
  tier            TEXT,
  amount          INTEGER NOT NULL CHECK (amount >= 0),
  destination_tag INTEGER NOT NULL UNIQUE CHECK (destination_tag BETWEEN 1 AND 4294967295),
  network         TEXT NOT NULL,
  delivered       INTEGER NOT NULL CHECK (delivered >= 0),
  status          TEXT NOT NULL CHECK (status IN ('pending', 'underpaid', 'confirmed')),
  referrer_id     TEXT REFERENCES accounts (id),
  created_at      INTEGER NOT NULL,
  expires_at      INTEGER NOT NULL,
  confirmed_at    INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX orders_by_account ON orders (account_id);

CREATE TABLE deposits (
  tx_hash         TEXT PRIMARY KEY,
  network         TEXT NOT NULL,
  destination_tag INTEGER,
  order_id        TEXT REFERENCES orders (id),
  delivered       INTEGER NOT NULL CHECK (delivered > 0),
  payer           TEXT NOT NULL,
  at              INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE audit (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  at         INTEGER NOT NULL,
  action     TEXT NOT NULL,
  account_id TEXT NOT NULL REFERENCES accounts (id),
  reason     TEXT NOT NULL
) STRICT;
