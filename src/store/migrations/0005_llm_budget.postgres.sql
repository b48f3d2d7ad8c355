-- The tokens of each UTC day: spent, or set aside for a question whose answer has not come.
CREATE TABLE llm_days (
  day    TEXT PRIMARY KEY,
  tokens BIGINT NOT NULL CHECK (tokens >= 0)
);
