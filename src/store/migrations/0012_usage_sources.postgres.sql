-- Whence a free key asked: one of 65,536 buckets of addresses, so that keys of one address count as one voice.
ALTER TABLE usage ADD COLUMN source INTEGER NOT NULL DEFAULT 0;
