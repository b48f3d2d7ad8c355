-- What every validated payment to a wallet was used for, and up to which ledger wallets have been read.
CREATE TABLE markers (
  network TEXT NOT NULL,
  wallet  TEXT NOT NULL,
  ledger  BIGINT CHECK (ledger >= 0),
  since   BIGINT NOT NULL,
  PRIMARY KEY (network, wallet)
);

ALTER TABLE orders ADD COLUMN issued_at BIGINT;

ALTER TABLE deposits ADD COLUMN type TEXT NOT NULL DEFAULT 'Payment';
ALTER TABLE deposits ADD COLUMN invoice_hash TEXT;
ALTER TABLE deposits ADD COLUMN purpose TEXT NOT NULL DEFAULT 'parked' CHECK (purpose IN ('order', 'invoice', 'parked'));
UPDATE deposits SET purpose = 'order' WHERE order_id IS NOT NULL;
CREATE INDEX deposits_by_order ON deposits (order_id) WHERE order_id IS NOT NULL;

ALTER TABLE payments DROP CONSTRAINT payments_state_check;
ALTER TABLE payments ADD CONSTRAINT payments_state_check
  CHECK (state IN ('claimed', 'settled', 'redeemed', 'credited', 'failed'));

INSERT INTO deposits (tx_hash, network, delivered, payer, at, purpose)
SELECT tx_hash, network, price, payer, settled_at, 'invoice' FROM payments WHERE settled_at IS NOT NULL AND price > 0
ON CONFLICT DO NOTHING;
