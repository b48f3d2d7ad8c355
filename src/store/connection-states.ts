/** What states say of a connection in the store, and what its end is there, whoever writes it: its holder, the operator or a restore. */

/** States that no connection leaves. */
export const OVER = ["expired", "revoked"];

/** Of a connection that calls carry, or will again without its person. */
export const WORKING = ["active", "stale"] as const;

/** What ends with a connection: all that was secret of it, and its place as the default. */
export const ERASED = {
  sealed: null,
  key_id: null,
  draft: null,
  draft_key_id: null,
  draft_code: null,
  flow: null,
  link_nonce: null,
  link_until: null,
  lease: null,
  is_default: 0,
} as const;
