-- Entries that take back, name their order out of sight, and deposits that were sent back: checks cannot be changed in place.
CREATE TABLE entries_with_orders (
  id            INTEGER PRIMARY KEY AUTOINCREMENT,
  account_id    TEXT NOT NULL REFERENCES accounts (id),
  at            INTEGER NOT NULL,
  day           TEXT NOT NULL,
  kind          TEXT NOT NULL CHECK (
    kind IN ('call', 'charge', 'deposit', 'referral', 'grant', 'debit', 'reversal', 'refund')),
  calls         INTEGER NOT NULL,
  drops         INTEGER NOT NULL,
  network       TEXT NOT NULL,
  balance_after INTEGER NOT NULL CHECK (balance_after >= 0),
  reference     TEXT NOT NULL,
  order_id      TEXT,
  reverses      INTEGER,
  CHECK ((kind = 'reversal') = (reverses IS NOT NULL))
) STRICT;
-- The id of an order is its maker's secret: whoever brought the maker sees another name for it.
INSERT INTO entries_with_orders
  (id, account_id, at, day, kind, calls, drops, network, balance_after, reference, order_id)
SELECT id, account_id, at, day, kind, calls, drops, network, balance_after,
  CASE kind WHEN 'referral' THEN 'ref_' || lower(hex(randomblob(8))) ELSE reference END,
  CASE WHEN kind IN ('deposit', 'referral') THEN reference END
FROM entries ORDER BY id;
DROP TABLE entries;
ALTER TABLE entries_with_orders RENAME TO entries;
CREATE INDEX entries_by_account ON entries (account_id, id);
CREATE INDEX entries_by_order ON entries (order_id) WHERE order_id IS NOT NULL;
CREATE UNIQUE INDEX entries_reversed ON entries (reverses) WHERE reverses IS NOT NULL;
CREATE TRIGGER entries_are_final_update BEFORE UPDATE ON entries
BEGIN SELECT RAISE(ABORT, 'entries are never changed'); END;
CREATE TRIGGER entries_are_final_delete BEFORE DELETE ON entries
BEGIN SELECT RAISE(ABORT, 'entries are never deleted'); END;

CREATE TABLE deposits_with_refunds (
  tx_hash         TEXT PRIMARY KEY,
  network         TEXT NOT NULL,
  destination_tag INTEGER,
  order_id        TEXT REFERENCES orders (id),
  delivered       INTEGER NOT NULL CHECK (delivered > 0),
  payer           TEXT NOT NULL,
  at              INTEGER NOT NULL,
  type            TEXT NOT NULL DEFAULT 'Payment',
  invoice_hash    TEXT,
  purpose         TEXT NOT NULL DEFAULT 'parked' CHECK (purpose IN ('order', 'invoice', 'parked', 'refunded'))
) STRICT, WITHOUT ROWID;
INSERT INTO deposits_with_refunds
SELECT tx_hash, network, destination_tag, order_id, delivered, payer, at, type, invoice_hash, purpose FROM deposits;
DROP TABLE deposits;
ALTER TABLE deposits_with_refunds RENAME TO deposits;
CREATE INDEX deposits_by_order ON deposits (order_id) WHERE order_id IS NOT NULL;
CREATE INDEX deposits_by_age ON deposits (at);
CREATE INDEX deposits_parked ON deposits (at) WHERE purpose = 'parked';

CREATE TABLE refunds (
  id           INTEGER PRIMARY KEY AUTOINCREMENT,
  at           INTEGER NOT NULL,
  network      TEXT NOT NULL,
  tx_hash      TEXT NOT NULL,
  drops        INTEGER NOT NULL CHECK (drops > 0),
  deposit_hash TEXT REFERENCES deposits (tx_hash),
  account_id   TEXT REFERENCES accounts (id),
  reason       TEXT NOT NULL,
  UNIQUE (network, tx_hash),
  CHECK ((deposit_hash IS NULL) <> (account_id IS NULL))
) STRICT;

ALTER TABLE accounts ADD COLUMN base_tier TEXT NOT NULL DEFAULT 'per_call';
ALTER TABLE accounts ADD COLUMN next_tier TEXT;
ALTER TABLE accounts ADD COLUMN next_expires_at INTEGER;
ALTER TABLE accounts ADD COLUMN suspended_from TEXT CHECK (suspended_from IN ('pending', 'active'));
UPDATE accounts SET base_tier = 'free_testnet' WHERE tier = 'free_testnet'
  OR EXISTS (SELECT 1 FROM keys WHERE keys.account_id = accounts.id AND keys.prefix LIKE 'hub\_test\_%' ESCAPE '\');
UPDATE accounts SET suspended_from = 'active' WHERE status = 'suspended';
CREATE INDEX accounts_by_age ON accounts (created_at);

ALTER TABLE orders DROP COLUMN issued_at;
ALTER TABLE orders ADD COLUMN outcome TEXT CHECK (outcome IN ('started', 'extended', 'credited'));
ALTER TABLE orders ADD COLUMN cancelled_at INTEGER;
CREATE INDEX orders_by_age ON orders (created_at);
CREATE INDEX orders_underpaid ON orders (expires_at) WHERE status = 'underpaid';

CREATE INDEX payments_by_age ON payments (created_at);
CREATE INDEX holds_by_expiry ON holds (expires_at);

-- What all processes of a hub must agree on.
CREATE TABLE hub_facts (
  name  TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
