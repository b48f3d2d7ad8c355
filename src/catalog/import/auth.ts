/** What an operation asks of its caller, as far as its description says. */
import { type JsonObject, isObject, textOf } from "../../text/foreign.ts";
import type { Auth } from "../../runtime/catalog.ts";

/**
 * The kind of credential of the easiest alternative. "none" only where the description says so (an empty list, or an
 * empty alternative); silence is "unknown", for most descriptions simply forgot to say.
 */
export function authOf(requirements: unknown, schemes: ReadonlyMap<string, JsonObject>): Auth {
  if (!Array.isArray(requirements)) return "unknown";
  if (requirements.length === 0) return "none";
  const kinds = requirements.filter(isObject).map((requirement) => {
    const names = Object.keys(requirement);
    return names.length === 0 ? "none" : hardest(names.map((name) => kindOf(schemes.get(name))));
  });
  return EASE.find((kind) => kinds.includes(kind)) ?? "unknown";
}

const EASE: readonly Auth[] = ["none", "api_key", "bearer", "basic", "oauth2", "other", "unknown"];

function hardest(kinds: readonly Auth[]): Auth {
  return EASE.findLast((kind) => kinds.includes(kind)) ?? "unknown";
}

function kindOf(scheme: JsonObject | undefined): Auth {
  switch (scheme?.type) {
    case undefined:
      return "unknown";
    case "apiKey":
      return "api_key";
    case "oauth2":
    case "openIdConnect":
      return "oauth2";
    case "http": {
      const kind = textOf(scheme.scheme).toLowerCase();
      return kind === "basic" || kind === "bearer" ? kind : "other";
    }
    default:
      return "other";
  }
}
