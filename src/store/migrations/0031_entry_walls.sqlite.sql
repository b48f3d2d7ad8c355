-- Schemes of authentication that upstreams asked for, by account and UTC day: no addresses, no realms, no bodies.
CREATE TABLE entry_walls (
  entry      TEXT NOT NULL,
  account_id TEXT NOT NULL,
  day        TEXT NOT NULL,
  scheme     TEXT NOT NULL CHECK (scheme IN ('basic', 'bearer')),
  PRIMARY KEY (entry, account_id, day, scheme)
) STRICT, WITHOUT ROWID;
CREATE INDEX entry_walls_by_day ON entry_walls (day);
