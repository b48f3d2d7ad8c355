-- Ledgers whose payments could not be read or counted yet, and by which ledgers a chain is known again.
CREATE TABLE gaps (
  network      TEXT NOT NULL,
  wallet       TEXT NOT NULL,
  first_ledger INTEGER NOT NULL CHECK (first_ledger >= 0),
  last_ledger  INTEGER NOT NULL CHECK (last_ledger >= first_ledger),
  reason       TEXT NOT NULL CHECK (reason IN ('missing', 'uncounted')),
  since        INTEGER NOT NULL,
  PRIMARY KEY (network, wallet, first_ledger)
) STRICT, WITHOUT ROWID;

ALTER TABLE markers ADD COLUMN stamps TEXT NOT NULL DEFAULT '[]';
