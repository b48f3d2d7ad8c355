-- Payments for single calls: each is claimed before it is submitted and redeemed by one request only.
CREATE TABLE payments (
  tx_hash      TEXT PRIMARY KEY,
  network      TEXT NOT NULL,
  invoice_id   TEXT NOT NULL,
  request      TEXT NOT NULL,
  payer        TEXT NOT NULL,
  price        BIGINT NOT NULL CHECK (price BETWEEN 0 AND 9000000000000000),
  blob         TEXT,
  first_ledger BIGINT,
  last_ledger  BIGINT,
  state        TEXT NOT NULL CHECK (state IN ('claimed', 'settled', 'redeemed', 'failed')),
  reason       TEXT,
  hold         TEXT,
  held_until   BIGINT,
  result       TEXT,
  created_at   BIGINT NOT NULL,
  settled_at   BIGINT,
  redeemed_at  BIGINT,
  CHECK (state <> 'claimed' OR (blob IS NOT NULL AND first_ledger IS NOT NULL AND last_ledger IS NOT NULL)),
  CHECK ((state = 'failed') = (reason IS NOT NULL)),
  CHECK ((state = 'redeemed') = (redeemed_at IS NOT NULL))
);
CREATE UNIQUE INDEX payments_by_invoice ON payments (invoice_id) WHERE state <> 'failed';
CREATE INDEX payments_claimed ON payments (created_at) WHERE state = 'claimed';
CREATE INDEX payments_with_result ON payments (redeemed_at) WHERE result IS NOT NULL;
