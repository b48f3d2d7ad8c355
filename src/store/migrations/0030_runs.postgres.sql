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
  is_repeatable BIGINT NOT NULL,
  is_covered    BIGINT NOT NULL,
  hold          TEXT,
  due_drops     BIGINT NOT NULL CHECK (due_drops >= 0),
  charge        BIGINT NOT NULL CHECK (charge >= 0),
  key_scope     TEXT,
  key           TEXT,
  webhook       TEXT,
  state         TEXT NOT NULL CHECK (state IN ('queued', 'running', 'succeeded', 'failed', 'cancelled')),
  due           BIGINT NOT NULL,
  lease         BIGINT,
  owner         TEXT,
  attempts      BIGINT NOT NULL CHECK (attempts >= 0),
  is_cancelled  BIGINT NOT NULL,
  result        TEXT,
  error         TEXT,
  created_at    BIGINT NOT NULL,
  started_at    BIGINT,
  finished_at   BIGINT,
  CHECK ((state = 'running') = (owner IS NOT NULL)),
  CHECK ((state IN ('succeeded', 'failed', 'cancelled')) = (finished_at IS NOT NULL))
);
CREATE INDEX runs_waiting ON runs (due, id) WHERE state = 'queued';
CREATE INDEX runs_waiting_of_client ON runs (client) WHERE state = 'queued';
CREATE INDEX runs_in_work ON runs (lease, client) WHERE state = 'running';
CREATE INDEX runs_ended ON runs (finished_at) WHERE finished_at IS NOT NULL;
CREATE INDEX runs_of_account ON runs (account_id, created_at, id) WHERE account_id IS NOT NULL;
-- A payment has one run at a time.
CREATE UNIQUE INDEX runs_of_payment ON runs (payment) WHERE payment IS NOT NULL AND state IN ('queued', 'running');
