-- A line may tell of what belongs to no account, such as the operator's OAuth clients: its account is "".
CREATE TABLE audit_lines (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  at         INTEGER NOT NULL,
  action     TEXT NOT NULL,
  account_id TEXT NOT NULL,
  reason     TEXT NOT NULL,
  position   INTEGER,
  hash       TEXT
) STRICT;
INSERT INTO audit_lines SELECT id, at, action, account_id, reason, position, hash FROM audit;
DROP TABLE audit;
ALTER TABLE audit_lines RENAME TO audit;
CREATE UNIQUE INDEX audit_by_position ON audit (position);
