-- Answers kept for addresses, behind which anybody may be, share one budget.
ALTER TABLE idempotency_keys ADD COLUMN stranger INTEGER NOT NULL DEFAULT 0;
CREATE INDEX idempotency_keys_of_strangers ON idempotency_keys (chars) WHERE stranger = 1 AND chars > 0;
