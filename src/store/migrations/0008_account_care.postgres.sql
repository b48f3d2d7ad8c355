-- Entries that take back and name their order out of sight, deposits that were sent back, and what a tier falls back to.
ALTER TABLE entries DROP CONSTRAINT entries_kind_check;
ALTER TABLE entries ADD CONSTRAINT entries_kind_check CHECK (
  kind IN ('call', 'charge', 'deposit', 'referral', 'grant', 'debit', 'reversal', 'refund'));
ALTER TABLE entries ADD COLUMN order_id TEXT;
ALTER TABLE entries ADD COLUMN reverses BIGINT;
ALTER TABLE entries ADD CONSTRAINT entries_reverses_check CHECK ((kind = 'reversal') = (reverses IS NOT NULL));
-- The id of an order is its maker's secret: whoever brought the maker sees another name for it.
ALTER TABLE entries DISABLE TRIGGER entries_are_final;
UPDATE entries SET order_id = reference, reference =
  CASE kind WHEN 'referral' THEN 'ref_' || substr(replace(gen_random_uuid()::text, '-', ''), 1, 16) ELSE reference END
WHERE kind IN ('deposit', 'referral');
ALTER TABLE entries ENABLE TRIGGER entries_are_final;
CREATE INDEX entries_by_order ON entries (order_id) WHERE order_id IS NOT NULL;
CREATE UNIQUE INDEX entries_reversed ON entries (reverses) WHERE reverses IS NOT NULL;

ALTER TABLE deposits DROP CONSTRAINT deposits_purpose_check;
ALTER TABLE deposits ADD CONSTRAINT deposits_purpose_check
  CHECK (purpose IN ('order', 'invoice', 'parked', 'refunded'));
CREATE INDEX deposits_by_age ON deposits (at);
CREATE INDEX deposits_parked ON deposits (at) WHERE purpose = 'parked';

CREATE TABLE refunds (
  id           BIGSERIAL PRIMARY KEY,
  at           BIGINT NOT NULL,
  network      TEXT NOT NULL,
  tx_hash      TEXT NOT NULL,
  drops        BIGINT NOT NULL CHECK (drops > 0),
  deposit_hash TEXT REFERENCES deposits (tx_hash),
  account_id   TEXT REFERENCES accounts (id),
  reason       TEXT NOT NULL,
  UNIQUE (network, tx_hash),
  CHECK ((deposit_hash IS NULL) <> (account_id IS NULL))
);

ALTER TABLE accounts ADD COLUMN base_tier TEXT NOT NULL DEFAULT 'per_call';
ALTER TABLE accounts ADD COLUMN next_tier TEXT;
ALTER TABLE accounts ADD COLUMN next_expires_at BIGINT;
ALTER TABLE accounts ADD COLUMN suspended_from TEXT CHECK (suspended_from IN ('pending', 'active'));
UPDATE accounts SET base_tier = 'free_testnet' WHERE tier = 'free_testnet'
  OR EXISTS (SELECT 1 FROM keys WHERE keys.account_id = accounts.id AND keys.prefix LIKE 'hub\_test\_%');
UPDATE accounts SET suspended_from = 'active' WHERE status = 'suspended';
CREATE INDEX accounts_by_age ON accounts (created_at);

ALTER TABLE orders DROP COLUMN issued_at;
ALTER TABLE orders ADD COLUMN outcome TEXT CHECK (outcome IN ('started', 'extended', 'credited'));
ALTER TABLE orders ADD COLUMN cancelled_at BIGINT;
CREATE INDEX orders_by_age ON orders (created_at);
CREATE INDEX orders_underpaid ON orders (expires_at) WHERE status = 'underpaid';

CREATE INDEX payments_by_age ON payments (created_at);
CREATE INDEX holds_by_expiry ON holds (expires_at);

-- What all processes of a hub must agree on.
CREATE TABLE hub_facts (
  name  TEXT PRIMARY KEY,
  value TEXT NOT NULL
);
