-- Payments for single calls: each is claimed before it is submitted and redeemed by one request only.
CREATE TABLE payments (
  tx_hash      TEXT PRIMARY KEY,
  network      TEXT NOT NULL,
  invoice_id   TEXT NOT NULL,
  request      TEXT NOT NULL,
  payer        TEXT NOT NULL,
  price        INTEGER NOT NULL CHECK (price BETWEEN 0 AND 9000000000000000),
  blob         TEXT,
  first_ledger INTEGER,
  last_ledger  INTEGER,
  state        TEXT NOT NULL CHECK (state IN ('claimed', 'settled', 'redeemed', 'failed')),
  reason       TEXT,
  hold         TEXT,
  held_until   INTEGER,
  result       TEXT,
  created_at   INTEGER NOT NULL,
  settled_at   INTEGER,
  redeemed_at  INTEGER,
  CHECK (state <> 'claimed' OR (blob IS NOT NULL AND first_ledger IS NOT NULL AND last_ledger IS NOT NULL)),
  CHECK ((state = 'failed') = (reason IS NOT NULL)),
  CHECK ((state = 'redeemed') = (redeemed_at IS NOT NULL))
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX payments_by_invoice ON payments (invoice_id) WHERE state <> 'failed';
CREATE INDEX payments_claimed ON payments (created_at) WHERE state = 'claimed';
CREATE INDEX payments_with_result ON payments (redeemed_at) WHERE result IS NOT NULL;
