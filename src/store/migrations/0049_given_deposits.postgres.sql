-- What became balance, or was sent back, must not be given out again by a restored store. Deposits go by "payment", what
-- was sent back of a balance by "account".
CREATE FUNCTION facts_of_deposit(deposit public.deposits) RETURNS JSONB LANGUAGE sql AS $$
  SELECT jsonb_build_object('network', deposit.network, 'destination_tag', deposit.destination_tag,
    'delivered', CAST(deposit.delivered AS TEXT), 'payer', deposit.payer, 'at', deposit.at, 'type', deposit.type,
    'invoice_hash', deposit.invoice_hash);
$$;

-- By which the operator knows an account: its newest key.
CREATE FUNCTION newest_key(account TEXT) RETURNS TEXT LANGUAGE sql AS $$
  SELECT prefix FROM public.keys WHERE account_id = account ORDER BY created_at DESC, prefix LIMIT 1;
$$;

CREATE FUNCTION note_counted_deposit() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  PERFORM public.note_revocation('payment', NEW.tx_hash, jsonb_build_object(
    'deposit', public.facts_of_deposit(NEW),
    'order', jsonb_build_object('id', orders.id, 'account_id', orders.account_id, 'tier', orders.tier,
      'amount', CAST(orders.amount AS TEXT), 'destination_tag', orders.destination_tag, 'network', orders.network,
      'referrer_id', orders.referrer_id, 'created_at', orders.created_at, 'expires_at', orders.expires_at),
    'account', jsonb_build_object('base_tier', accounts.base_tier, 'status', accounts.status,
      'suspended_from', accounts.suspended_from, 'created_at', accounts.created_at,
      'key', public.newest_key(accounts.id))))
  FROM public.orders JOIN public.accounts ON accounts.id = orders.account_id WHERE orders.id = NEW.order_id;
  RETURN NULL;
END $$;
CREATE TRIGGER deposit_counted AFTER UPDATE OF purpose ON deposits FOR EACH ROW
WHEN (NEW.purpose = 'order' AND OLD.purpose <> 'order') EXECUTE FUNCTION note_counted_deposit();

CREATE FUNCTION note_refund() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  PERFORM public.note_revocation(
    CASE WHEN NEW.deposit_hash IS NULL THEN 'account' ELSE 'payment' END, COALESCE(NEW.deposit_hash, NEW.account_id),
    jsonb_build_object(
      'refund', jsonb_build_object('network', NEW.network, 'tx_hash', NEW.tx_hash, 'drops', CAST(NEW.drops AS TEXT),
        'at', NEW.at, 'key', public.newest_key(NEW.account_id)),
      'deposit', (SELECT public.facts_of_deposit(deposits) FROM public.deposits WHERE tx_hash = NEW.deposit_hash)));
  RETURN NULL;
END $$;
CREATE TRIGGER money_sent_back AFTER INSERT ON refunds FOR EACH ROW EXECUTE FUNCTION note_refund();
