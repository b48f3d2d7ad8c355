-- The name a payer may give its payment, so that a repeat is told from a second one.
ALTER TABLE payments ADD COLUMN identifier TEXT;
CREATE UNIQUE INDEX payments_by_identifier ON payments (network, payer, identifier)
  WHERE identifier IS NOT NULL AND state <> 'failed';
