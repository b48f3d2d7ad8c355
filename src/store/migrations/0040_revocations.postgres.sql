-- What must never hold again, whatever is restored: written by the store itself, so that no way of ending it is forgotten.
-- Whoever builds one of these tables anew makes its triggers anew.
CREATE TABLE revocations (
  id      BIGSERIAL PRIMARY KEY,
  at      BIGINT NOT NULL,
  kind    TEXT NOT NULL CHECK (kind IN ('key', 'account', 'connection', 'payment')),
  subject TEXT NOT NULL,
  facts   TEXT NOT NULL
);
CREATE INDEX revocations_by_age ON revocations (at);

CREATE FUNCTION note_revocation(kind TEXT, subject TEXT, facts JSONB) RETURNS VOID LANGUAGE sql AS $$
  INSERT INTO public.revocations (at, kind, subject, facts)
  VALUES (CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT), kind, subject, CAST(facts AS TEXT));
$$;

CREATE FUNCTION note_key() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  PERFORM public.note_revocation('key', NEW.hash, jsonb_build_object(
    'account_id', NEW.account_id, 'prefix', NEW.prefix, 'last_four', NEW.last_four, 'created_at', NEW.created_at,
    'expires_at', NEW.expires_at, 'revoked_at', NEW.revoked_at));
  RETURN NULL;
END $$;
CREATE TRIGGER key_made AFTER INSERT ON keys FOR EACH ROW EXECUTE FUNCTION note_key();
CREATE TRIGGER key_ended AFTER UPDATE OF expires_at, revoked_at ON keys FOR EACH ROW EXECUTE FUNCTION note_key();

CREATE FUNCTION note_account() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  PERFORM public.note_revocation('account', NEW.id,
    jsonb_build_object('suspended', CASE WHEN NEW.status = 'suspended' THEN 1 ELSE 0 END));
  RETURN NULL;
END $$;
CREATE TRIGGER account_suspended AFTER UPDATE OF status ON accounts FOR EACH ROW
WHEN ((OLD.status = 'suspended') <> (NEW.status = 'suspended')) EXECUTE FUNCTION note_account();

CREATE FUNCTION note_connection() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  PERFORM public.note_revocation('connection', NEW.id, jsonb_build_object('state', NEW.state));
  RETURN NULL;
END $$;
CREATE TRIGGER connection_ended AFTER UPDATE OF state ON connections FOR EACH ROW
WHEN (NEW.state IN ('revoked', 'expired') AND OLD.state NOT IN ('revoked', 'expired')) EXECUTE FUNCTION note_connection();

CREATE FUNCTION note_payment() RETURNS TRIGGER LANGUAGE plpgsql AS $$
DECLARE arrived public.deposits%ROWTYPE;
BEGIN
  SELECT * INTO arrived FROM public.deposits WHERE tx_hash = NEW.tx_hash;
  PERFORM public.note_revocation('payment', NEW.tx_hash, jsonb_build_object(
    'network', NEW.network, 'invoice_id', NEW.invoice_id, 'request', NEW.request, 'payer', NEW.payer,
    'price', CAST(NEW.price AS TEXT), 'created_at', NEW.created_at, 'settled_at', NEW.settled_at,
    'redeemed_at', NEW.redeemed_at, 'delivered', CAST(arrived.delivered AS TEXT), 'arrived_at', arrived.at,
    'destination_tag', arrived.destination_tag, 'type', arrived.type, 'invoice_hash', arrived.invoice_hash));
  RETURN NULL;
END $$;
CREATE TRIGGER payment_spent AFTER UPDATE OF state ON payments FOR EACH ROW
WHEN (NEW.state = 'redeemed' AND OLD.state <> 'redeemed') EXECUTE FUNCTION note_payment();
