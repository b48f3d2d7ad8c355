-- How long the results of runs are, so that only so much is kept of each client.
ALTER TABLE runs ADD COLUMN bytes BIGINT NOT NULL DEFAULT 0;
UPDATE runs SET bytes = OCTET_LENGTH(result) WHERE result IS NOT NULL;
CREATE INDEX runs_kept ON runs (client, finished_at, id) WHERE finished_at IS NOT NULL;
