-- A tier that was paid on one ledger, such as a sandbox, is none where the hub is paid on another.
ALTER TABLE accounts ADD COLUMN tier_network TEXT;
UPDATE accounts SET tier_network = (
  SELECT orders.network FROM orders
  WHERE orders.account_id = accounts.id AND orders.tier IS NOT NULL AND orders.confirmed_at IS NOT NULL
    AND (orders.outcome IS NULL OR orders.outcome <> 'credited')
  ORDER BY orders.confirmed_at DESC LIMIT 1
);
