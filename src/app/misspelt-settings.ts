/** Settings that nobody reads, since they are misspelt. */
import { nearest } from "../runtime/schema.ts";
import { SETTINGS, SETTING_NAMES, IN_FILES } from "./settings.ts";

/** How the names of settings begin, where that says whose they are. */
const FAMILIES =
  /^(?:HUB|REVOCATION|XRPL|LLM|EMBED|PRICE|LIMIT|CATALOG|SANDBOX|REFERRAL|TRUSTED|CHARGED|INVOICE|ORDER_TTL|NET_ALLOW|OPEN_METEO|COINGECKO|WIKIPEDIA|WIKIDATA|NWS|METRICS|ACTOR|ACTORS)(?:_|$)/;

/** Read by the commands of the shell. */
const OTHERS: ReadonlySet<string> = new Set(["HUB_URL", "HUB_API_KEY", "HUB_KEY", "HUB_WORKER", "HUB_APP_DIR"]);

/** Names that begin like settings of ours and are none: most likely misspelt, and without effect. */
export function misspelt(env: Readonly<Record<string, string | undefined>>): readonly string[] {
  return Object.keys(env)
    .filter((name) => FAMILIES.test(name) && !Object.hasOwn(SETTINGS, name) && !OTHERS.has(name) && !ofFile(name))
    .toSorted()
    .map((name) => {
      const near = nearest(name, SETTING_NAMES);
      return `${name}: there is no such setting${near === undefined ? "" : `; did you mean ${near}?`}`;
    });
}

function ofFile(name: string): boolean {
  return IN_FILES.some((each) => name === `${each}_FILE`);
}
