-- Accounts, their keys, their ledger and what is sold to them.
CREATE TABLE accounts (
  id         TEXT PRIMARY KEY,
  email      TEXT NOT NULL,
  name       TEXT,
  tier       TEXT NOT NULL,
  status     TEXT NOT NULL CHECK (status IN ('pending', 'active', 'suspended')),
  created_at BIGINT NOT NULL,
  expires_at BIGINT
);

CREATE TABLE keys (
  hash       TEXT PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES accounts (id),
  prefix     TEXT NOT NULL UNIQUE,
  last_four  TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  expires_at BIGINT,
  revoked_at BIGINT
);
CREATE INDEX keys_by_account ON keys (account_id);

CREATE TABLE balances (
  account_id TEXT NOT NULL REFERENCES accounts (id),
  network    TEXT NOT NULL,
  drops      BIGINT NOT NULL CHECK (drops BETWEEN 0 AND 9000000000000000),
  held       BIGINT NOT NULL CHECK (held BETWEEN 0 AND drops),
  PRIMARY KEY (account_id, network)
);

CREATE TABLE days (
  account_id TEXT NOT NULL REFERENCES accounts (id),
  day        TEXT NOT NULL,
  calls      BIGINT NOT NULL CHECK (calls >= 0),
  held       BIGINT NOT NULL CHECK (held >= 0),
  granted    BIGINT NOT NULL CHECK (granted >= 0),
  charged    BIGINT NOT NULL CHECK (charged >= 0),
  PRIMARY KEY (account_id, day)
);

CREATE TABLE entries (
  id            BIGSERIAL PRIMARY KEY,
  account_id    TEXT NOT NULL REFERENCES accounts (id),
  at            BIGINT NOT NULL,
  day           TEXT NOT NULL,
  kind          TEXT NOT NULL CHECK (kind IN ('call', 'charge', 'deposit', 'referral', 'grant')),
  calls         BIGINT NOT NULL,
  drops         BIGINT NOT NULL,
  network       TEXT NOT NULL,
  balance_after BIGINT NOT NULL CHECK (balance_after >= 0),
  reference     TEXT NOT NULL
);
CREATE INDEX entries_by_account ON entries (account_id, id);

CREATE FUNCTION entries_are_final() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN RAISE EXCEPTION 'entries are never changed'; END $$;
CREATE TRIGGER entries_are_final BEFORE UPDATE OR DELETE OR TRUNCATE ON entries
EXECUTE FUNCTION entries_are_final();

CREATE TABLE holds (
  id         TEXT PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES accounts (id),
  day        TEXT NOT NULL,
  calls      BIGINT NOT NULL CHECK (calls >= 0),
  drops      BIGINT NOT NULL CHECK (drops >= 0),
  network    TEXT NOT NULL,
  expires_at BIGINT NOT NULL
);
CREATE INDEX holds_by_account ON holds (account_id, expires_at);

CREATE TABLE orders (
  id              TEXT PRIMARY KEY,
  account_id      TEXT NOT NULL REFERENCES accounts (id),
  tier            TEXT,
  amount          BIGINT NOT NULL CHECK (amount >= 0),
  destination_tag BIGINT NOT NULL UNIQUE CHECK (destination_tag BETWEEN 1 AND 4294967295),
  network         TEXT NOT NULL,
  delivered       BIGINT NOT NULL CHECK (delivered >= 0),
  status          TEXT NOT NULL CHECK (status IN ('pending', 'underpaid', 'confirmed')),
  referrer_id     TEXT REFERENCES accounts (id),
  created_at      BIGINT NOT NULL,
  expires_at      BIGINT NOT NULL,
  confirmed_at    BIGINT
);
CREATE INDEX orders_by_account ON orders (account_id);

CREATE TABLE deposits (
  tx_hash         TEXT PRIMARY KEY,
  network         TEXT NOT NULL,
  destination_tag BIGINT,
  order_id        TEXT REFERENCES orders (id),
  delivered       BIGINT NOT NULL CHECK (delivered > 0),
  payer           TEXT NOT NULL,
  at              BIGINT NOT NULL
);

CREATE TABLE audit (
  id         BIGSERIAL PRIMARY KEY,
  at         BIGINT NOT NULL,
  action     TEXT NOT NULL,
  account_id TEXT NOT NULL REFERENCES accounts (id),
  reason     TEXT NOT NULL
);

-- Counters of limits, where no Redis keeps them. They need not outlive a crash. SQLite's process keeps its own.
CREATE UNLOGGED TABLE limits (
  key    VARCHAR(255) PRIMARY KEY,
  points INTEGER NOT NULL,
  expire BIGINT
);
