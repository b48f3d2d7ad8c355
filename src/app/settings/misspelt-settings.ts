/** Settings that nobody reads, since they are misspelt. */
import { nearest } from "../../runtime/meant-name.ts";
import { SETTINGS, SETTING_NAMES, IN_FILES } from "./settings.ts";

/** How the names of settings begin, where that says whose they are. */
const FAMILIES =
  /^(?:HUB|REVOCATION|XRPL|LLM|EMBED|PRICE|LIMIT|CATALOG|SANDBOX|REFERRAL|TRUSTED|CHARGED|INVOICE|ORDER_TTL|NET_ALLOW|OPEN_METEO|COINGECKO|WIKIPEDIA|WIKIDATA|NWS|METRICS|ACTOR|ACTORS)(?:_|$)/;

/** Beyond those, what is nearly a name of ours; OpenTelemetry and proxies have many that are like each other. */
const SHARED = /^(?!OTEL_|[A-Z]+_PROXY$)[A-Z]+_[A-Z_]+$/;

/** Read by the commands of the shell. */
const OTHERS: ReadonlySet<string> = new Set(["HUB_URL", "HUB_API_KEY", "HUB_KEY", "HUB_WORKER", "HUB_APP_DIR"]);

/** Names that begin like settings of ours, or are nearly one, and are none: most likely misspelt, and without effect. */
export function misspelt(env: Readonly<Record<string, string | undefined>>): readonly string[] {
  return Object.keys(env)
    .filter((name) => !Object.hasOwn(SETTINGS, name) && !OTHERS.has(name) && !ofFile(name))
    .toSorted()
    .flatMap((name) => {
      const near = FAMILIES.test(name) || SHARED.test(name) ? nearest(name, SETTING_NAMES) : undefined;
      if (near !== undefined) return [`${name}: there is no such setting; did you mean ${near}?`];
      return FAMILIES.test(name) ? [`${name}: there is no such setting`] : [];
    });
}

function ofFile(name: string): boolean {
  return IN_FILES.some((each) => name === `${each}_FILE`);
}
