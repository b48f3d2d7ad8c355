-- When a connection ends unless its person renews it, and when that is told; null once it was told.
ALTER TABLE connections ADD COLUMN ends_at BIGINT;
ALTER TABLE connections ADD COLUMN remind_at BIGINT;
CREATE INDEX connections_by_reminder ON connections (remind_at) WHERE remind_at IS NOT NULL;
