/** What calls teach of the authentication that upstreams ask for: only those that brought nothing like a credential. */
import { isCredential } from "../access/credential-parameter.ts";
import type { CallDeps } from "../proxy/call-deps.ts";
import { schemeOf, type WallRecords } from "../runtime/walls.ts";

export function wallNotes(walls: Pick<WallRecords, "note">): NonNullable<CallDeps["noteWall"]> {
  return ({ entry, account, challenge, given }) => {
    const scheme = schemeOf(challenge);
    if (scheme === undefined || given.some(isCredential)) return;
    walls.note({ entry, scheme, ...(account !== undefined && { account }) });
  };
}
