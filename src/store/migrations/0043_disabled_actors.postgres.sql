-- Actors that the operator has switched off.
CREATE TABLE disabled_actors (
  slug   TEXT PRIMARY KEY,
  reason TEXT NOT NULL,
  since  BIGINT NOT NULL
);
