/** The tokens that the operator is known by. */
import type { Config } from "./config.ts";

/** Without a token there is no operator, whatever it has replaced. */
export function adminTokens({
  ADMIN_TOKEN: token,
  ADMIN_TOKEN_PREVIOUS: previous,
}: Pick<Config, "ADMIN_TOKEN" | "ADMIN_TOKEN_PREVIOUS">): readonly string[] {
  if (token === undefined) return [];
  return previous === undefined ? [token] : [token, previous];
}
