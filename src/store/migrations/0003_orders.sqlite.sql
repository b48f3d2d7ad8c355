-- What every validated payment to a wallet was used for, and up to which ledger wallets have been read.
CREATE TABLE markers (
  network TEXT NOT NULL,
  wallet  TEXT NOT NULL,
  ledger  INTEGER CHECK (ledger >= 0),
  since   INTEGER NOT NULL,
  PRIMARY KEY (network, wallet)
) STRICT, WITHOUT ROWID;

ALTER TABLE orders ADD COLUMN issued_at INTEGER;

ALTER TABLE deposits ADD COLUMN type TEXT NOT NULL DEFAULT 'Payment';
ALTER TABLE deposits ADD COLUMN invoice_hash TEXT;
ALTER TABLE deposits ADD COLUMN purpose TEXT NOT NULL DEFAULT 'parked' CHECK (purpose IN ('order', 'invoice', 'parked'));
UPDATE deposits SET purpose = 'order' WHERE order_id IS NOT NULL;
CREATE INDEX deposits_by_order ON deposits (order_id) WHERE order_id IS NOT NULL;

-- A table's checks cannot be changed in place.
CREATE TABLE payments_credited (
  tx_hash      TEXT PRIMARY KEY,
  network      TEXT NOT NULL,
  invoice_id   TEXT NOT NULL,
  request      TEXT NOT NULL,
  payer        TEXT NOT NULL,
  price        INTEGER NOT NULL CHECK (price BETWEEN 0 AND 9000000000000000),
  blob         TEXT,
  first_ledger INTEGER,
  last_ledger  INTEGER,
  state        TEXT NOT NULL CHECK (state IN ('claimed', 'settled', 'redeemed', 'credited', 'failed')),
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
INSERT INTO payments_credited SELECT * FROM payments;
DROP TABLE payments;
ALTER TABLE payments_credited RENAME TO payments;
CREATE UNIQUE INDEX payments_by_invoice ON payments (invoice_id) WHERE state <> 'failed';
CREATE INDEX payments_claimed ON payments (created_at) WHERE state = 'claimed';
CREATE INDEX payments_with_result ON payments (redeemed_at) WHERE result IS NOT NULL;

INSERT INTO deposits (tx_hash, network, delivered, payer, at, purpose)
SELECT tx_hash, network, price, payer, settled_at, 'invoice' FROM payments WHERE settled_at IS NOT NULL AND price > 0
ON CONFLICT DO NOTHING;
