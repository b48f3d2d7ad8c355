/** The key that a request was sent with: `X-API-Key`, or a bearer token where clients know nothing else. */

/** Of this hub; an operator's token is none, nor is a credential of somebody else. */
const BEARER = /^Bearer +(hub_\S+)$/i;

export function sentKey(headers: Headers): string | undefined {
  return headers.get("x-api-key") ?? BEARER.exec(headers.get("authorization") ?? "")?.[1];
}
