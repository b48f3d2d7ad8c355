/** The name of a session (2025-11-25). It holds all that is known of one, so that any process of the hub can go on with it. */
import { objectOf, textOf } from "../../text/foreign.ts";

/** Ends the name where the client opens links for its human. */
const OPENS_LINKS = ".links";
/** The first version that knows links. */
const LINKS_SINCE = "2025-11-25";

/** By what the client says of itself in `initialize`. */
export function newSession(initialize: unknown): string {
  const { protocolVersion, capabilities } = objectOf(objectOf(initialize).params);
  const { url } = objectOf(objectOf(capabilities).elicitation);
  const isAsked = url !== undefined && textOf(protocolVersion) >= LINKS_SINCE;
  return crypto.randomUUID() + (isAsked ? OPENS_LINKS : "");
}

export function opensLinks(session: string | null): boolean {
  return session?.endsWith(OPENS_LINKS) === true;
}
