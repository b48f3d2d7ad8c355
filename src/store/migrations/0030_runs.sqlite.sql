-- Runs that were accepted to be done later, and what is to be told of them: waiting, in work under a lease, or ended.
CREATE TABLE runs (
  id            TEXT PRIMARY KEY,
  client        TEXT NOT NULL,
  account_id    TEXT,
  payment       TEXT,
  proof_digest  TEXT,
  proof         TEXT,
  kind          TEXT NOT NULL,
  name          TEXT NOT NULL,
  input         TEXT,
  is_repeatable INTEGER NOT NULL,
  is_covered    INTEGER NOT NULL,
  hold          TEXT,
  due_drops     INTEGER NOT NULL CHECK (due_drops >= 0),
  charge        INTEGER NOT NULL CHECK (charge >= 0),
  key_scope     TEXT,
  key           TEXT,
  webhook       TEXT,
  state         TEXT NOT NULL CHECK (state IN ('queued', 'running', 'succeeded', 'failed', 'cancelled')),
  due           INTEGER NOT NULL,
  lease         INTEGER,
  owner         TEXT,
  attempts      INTEGER NOT NULL CHECK (attempts >= 0),
  is_cancelled  INTEGER NOT NULL,
  result        TEXT,
  error         TEXT,
  created_at    INTEGER NOT NULL,
  started_at    INTEGER,
  finished_at   INTEGER,
  CHECK ((state = 'running') = (owner IS NOT NULL)),
  CHECK ((state IN ('succeeded', 'failed', 'cancelled')) = (finished_at IS NOT NULL))
) STRICT;
CREATE INDEX runs_waiting ON runs (due, id) WHERE state = 'queued';
CREATE INDEX runs_waiting_of_client ON runs (client) WHERE state = 'queued';
CREATE INDEX runs_in_work ON runs (lease, client) WHERE state = 'running';
CREATE INDEX runs_ended ON runs (finished_at) WHERE finished_at IS NOT NULL;
CREATE INDEX runs_of_account ON runs (account_id, created_at, id) WHERE account_id IS NOT NULL;
-- A payment has one run at a time.
CREATE UNIQUE INDEX runs_of_payment ON runs (payment) WHERE payment IS NOT NULL AND state IN ('queued', 'running');
