-- What upstreams answered calls of entries with, by account and UTC day: kinds of answers, no addresses and no bodies.
CREATE TABLE entry_health (
  entry      TEXT NOT NULL,
  account_id TEXT NOT NULL,
  day        TEXT NOT NULL,
  outcome    TEXT NOT NULL CHECK (outcome IN ('ok', 'refused', 'gone', 'limited', 'failed', 'silent', 'other')),
  calls      INTEGER NOT NULL CHECK (calls > 0),
  PRIMARY KEY (entry, account_id, day, outcome)
) STRICT, WITHOUT ROWID;
CREATE INDEX entry_health_by_day ON entry_health (day);
