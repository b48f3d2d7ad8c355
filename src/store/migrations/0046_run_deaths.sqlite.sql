-- Deaths are counted by themselves: a run may be taken often without having been begun.
ALTER TABLE runs ADD COLUMN deaths INTEGER NOT NULL DEFAULT 0;
UPDATE runs SET deaths = CASE state WHEN 'queued' THEN attempts ELSE attempts - 1 END
  WHERE state IN ('queued', 'running') AND attempts > 0 AND kind <> 'webhook';
