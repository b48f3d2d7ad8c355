-- Each sealed line of the audit hashes the one before it: what is changed or taken away later is found.
ALTER TABLE audit ADD COLUMN position INTEGER;
ALTER TABLE audit ADD COLUMN hash TEXT;
CREATE UNIQUE INDEX audit_by_position ON audit (position);
