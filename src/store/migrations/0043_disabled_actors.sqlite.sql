-- Actors that the operator has switched off.
CREATE TABLE disabled_actors (
  slug   TEXT PRIMARY KEY,
  reason TEXT NOT NULL,
  since  INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
