-- How calls of entries went: counts by entry, account and UTC day, for thirty days.
CREATE TABLE entry_calls (
  entry       TEXT NOT NULL,
  account_id  TEXT NOT NULL,
  day         TEXT NOT NULL,
  calls       BIGINT NOT NULL CHECK (calls >= 0),
  failures    BIGINT NOT NULL CHECK (failures >= 0),
  duration_ms BIGINT NOT NULL CHECK (duration_ms >= 0),
  answered_at BIGINT,
  failed_at   BIGINT,
  PRIMARY KEY (entry, account_id, day)
);
CREATE INDEX entry_calls_by_day ON entry_calls (day);
