/** Rules that say in other words what a pattern finds. */
import { OF_SERVICE } from "./introductions.ts";

export type Rule = readonly [pattern: RegExp, words: string];

/** The text by the first rule that fits it; `undefined` where none does. */
export function byFirstRule(text: string, rules: readonly Rule[]): string | undefined {
  const rule = rules.find(([pattern]) => pattern.test(text));
  return rule === undefined ? undefined : text.replace(...rule);
}

/** The same behind the service that a request may begin with: "Slack: who is in …". */
export function byFirstRuleBehindService(text: string, rules: readonly Rule[]): string | undefined {
  const [found = ""] = SERVICE.exec(text) ?? [];
  const service = found.includes(":") ? found : "";
  const said = byFirstRule(text.slice(service.length), rules);
  return said === undefined ? undefined : service + said;
}

const SERVICE = new RegExp(`^${OF_SERVICE}`, "u");
