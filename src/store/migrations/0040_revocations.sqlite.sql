-- What must never hold again, whatever is restored: written by the store itself, so that no way of ending it is forgotten.
-- Whoever builds one of these tables anew makes its triggers anew.
CREATE TABLE revocations (
  id      INTEGER PRIMARY KEY AUTOINCREMENT,
  at      INTEGER NOT NULL,
  kind    TEXT NOT NULL CHECK (kind IN ('key', 'account', 'connection', 'payment')),
  subject TEXT NOT NULL,
  facts   TEXT NOT NULL
) STRICT;
CREATE INDEX revocations_by_age ON revocations (at);

CREATE TRIGGER key_made AFTER INSERT ON keys BEGIN
  INSERT INTO revocations (at, kind, subject, facts) VALUES (CAST(unixepoch('subsec') * 1000 AS INTEGER), 'key', NEW.hash,
    json_object('account_id', NEW.account_id, 'prefix', NEW.prefix, 'last_four', NEW.last_four,
      'created_at', NEW.created_at, 'expires_at', NEW.expires_at, 'revoked_at', NEW.revoked_at));
END;
CREATE TRIGGER key_ended AFTER UPDATE OF expires_at, revoked_at ON keys BEGIN
  INSERT INTO revocations (at, kind, subject, facts) VALUES (CAST(unixepoch('subsec') * 1000 AS INTEGER), 'key', NEW.hash,
    json_object('account_id', NEW.account_id, 'prefix', NEW.prefix, 'last_four', NEW.last_four,
      'created_at', NEW.created_at, 'expires_at', NEW.expires_at, 'revoked_at', NEW.revoked_at));
END;
CREATE TRIGGER account_suspended AFTER UPDATE OF status ON accounts
WHEN (OLD.status = 'suspended') <> (NEW.status = 'suspended') BEGIN
  INSERT INTO revocations (at, kind, subject, facts) VALUES (CAST(unixepoch('subsec') * 1000 AS INTEGER), 'account', NEW.id,
    json_object('suspended', CAST(NEW.status = 'suspended' AS INTEGER)));
END;
CREATE TRIGGER connection_ended AFTER UPDATE OF state ON connections
WHEN NEW.state IN ('revoked', 'expired') AND OLD.state NOT IN ('revoked', 'expired') BEGIN
  INSERT INTO revocations (at, kind, subject, facts)
  VALUES (CAST(unixepoch('subsec') * 1000 AS INTEGER), 'connection', NEW.id, json_object('state', NEW.state));
END;
CREATE TRIGGER payment_spent AFTER UPDATE OF state ON payments
WHEN NEW.state = 'redeemed' AND OLD.state <> 'redeemed' BEGIN
  INSERT INTO revocations (at, kind, subject, facts)
  SELECT CAST(unixepoch('subsec') * 1000 AS INTEGER), 'payment', NEW.tx_hash,
    json_object('network', NEW.network, 'invoice_id', NEW.invoice_id, 'request', NEW.request, 'payer', NEW.payer,
      'price', CAST(NEW.price AS TEXT), 'created_at', NEW.created_at, 'settled_at', NEW.settled_at,
      'redeemed_at', NEW.redeemed_at, 'delivered', CAST(deposits.delivered AS TEXT), 'arrived_at', deposits.at,
      'destination_tag', deposits.destination_tag, 'type', deposits.type, 'invoice_hash', deposits.invoice_hash)
  FROM (SELECT 1) LEFT JOIN deposits ON deposits.tx_hash = NEW.tx_hash;
END;
