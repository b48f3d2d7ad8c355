/** Whether a request shows a token of the operator's. */
import { createHash, timingSafeEqual } from "node:crypto";

/** As a bearer token (RFC 6750). How long the comparison takes says nothing of the token. */
export function showsToken(request: Request, token: string): boolean {
  const sent = /^Bearer +(\S.*)$/i.exec(request.headers.get("authorization") ?? "")?.[1];
  return sent !== undefined && timingSafeEqual(digest(sent), digest(token));
}

/** Equal in length whatever was sent, as the comparison needs it. */
function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
