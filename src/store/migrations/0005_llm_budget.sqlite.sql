-- The tokens of each UTC day: spent, or set aside for a question whose answer has not come.
CREATE TABLE llm_days (
  day    TEXT PRIMARY KEY,
  tokens INTEGER NOT NULL CHECK (tokens >= 0)
) STRICT, WITHOUT ROWID;
