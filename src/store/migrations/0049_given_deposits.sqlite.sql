-- What became balance, or was sent back, must not be given out again by a restored store. Deposits go by "payment", what
-- was sent back of a balance by "account".
CREATE TRIGGER deposit_counted AFTER UPDATE OF purpose ON deposits
WHEN NEW.purpose = 'order' AND OLD.purpose <> 'order' BEGIN
  INSERT INTO revocations (at, kind, subject, facts)
  SELECT CAST(unixepoch('subsec') * 1000 AS INTEGER), 'payment', NEW.tx_hash, json_object(
    'deposit', json_object('network', NEW.network, 'destination_tag', NEW.destination_tag,
      'delivered', CAST(NEW.delivered AS TEXT), 'payer', NEW.payer, 'at', NEW.at, 'type', NEW.type,
      'invoice_hash', NEW.invoice_hash),
    'order', json_object('id', orders.id, 'account_id', orders.account_id, 'tier', orders.tier,
      'amount', CAST(orders.amount AS TEXT), 'destination_tag', orders.destination_tag, 'network', orders.network,
      'referrer_id', orders.referrer_id, 'created_at', orders.created_at, 'expires_at', orders.expires_at),
    'account', json_object('base_tier', accounts.base_tier, 'status', accounts.status,
      'suspended_from', accounts.suspended_from, 'created_at', accounts.created_at,
      'key', (SELECT prefix FROM keys WHERE keys.account_id = accounts.id ORDER BY created_at DESC, prefix LIMIT 1)))
  FROM orders JOIN accounts ON accounts.id = orders.account_id WHERE orders.id = NEW.order_id;
END;
CREATE TRIGGER money_sent_back AFTER INSERT ON refunds BEGIN
  INSERT INTO revocations (at, kind, subject, facts)
  SELECT CAST(unixepoch('subsec') * 1000 AS INTEGER),
    CASE WHEN NEW.deposit_hash IS NULL THEN 'account' ELSE 'payment' END, COALESCE(NEW.deposit_hash, NEW.account_id),
    json_object(
      'refund', json_object('network', NEW.network, 'tx_hash', NEW.tx_hash, 'drops', CAST(NEW.drops AS TEXT),
        'at', NEW.at,
        'key', (SELECT prefix FROM keys WHERE keys.account_id = NEW.account_id ORDER BY created_at DESC, prefix LIMIT 1)),
      'deposit', json(CASE WHEN deposits.tx_hash IS NULL THEN NULL ELSE json_object('network', deposits.network,
        'destination_tag', deposits.destination_tag, 'delivered', CAST(deposits.delivered AS TEXT),
        'payer', deposits.payer, 'at', deposits.at, 'type', deposits.type, 'invoice_hash', deposits.invoice_hash) END))
  FROM (SELECT 1) LEFT JOIN deposits ON deposits.tx_hash = NEW.deposit_hash;
END;
