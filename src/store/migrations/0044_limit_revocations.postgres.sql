-- A key that was narrowed must not be wide again in a restored store: what keys are limited to is written down as it is set.
CREATE FUNCTION note_limits() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  PERFORM public.note_revocation('account', NEW.account_id, jsonb_build_object(
    'scopes', NEW.scopes, 'calls_per_day', NEW.calls_per_day,
    'drops_per_day', CAST(NEW.drops_per_day AS TEXT), 'drops_total', CAST(NEW.drops_total AS TEXT)));
  RETURN NULL;
END $$;
CREATE TRIGGER limits_made AFTER INSERT ON key_limits FOR EACH ROW EXECUTE FUNCTION note_limits();
CREATE TRIGGER limits_set AFTER UPDATE OF scopes, calls_per_day, drops_per_day, drops_total ON key_limits
FOR EACH ROW EXECUTE FUNCTION note_limits();
