/** What is nobody's business but the caller's, wherever a description or a document puts it. */
import { isObject, jsonIn } from "../../text/foreign.ts";

const SECRET = /pass(?:word|wd|phrase)|secret|token|api[-_]?key|apikey|authorization|signature|credential|private/i;

/** What only tells where a list goes on, or how long an answer may be. */
const NO_SECRET = /(?:page|next|continuation|cursor|sync|max|min)[-_]?tokens?/i;

export function isSecretName(name: string): boolean {
  return SECRET.test(name) && !NO_SECRET.test(name);
}

/** A JSON value as others may see it: in a link its secrets are left out, in a snippet their names stand for them. */
export function withoutSecrets(value: unknown, use: "link" | "snippet"): unknown {
  return shown(value, "", false);

  function shown(inner: unknown, name: string, isSecret: boolean): unknown {
    if (Array.isArray(inner)) return inner.map((one) => shown(one, name, isSecret)).filter((one) => one !== undefined);
    if (isObject(inner)) {
      const members = Object.entries(inner).map(([key, one]) => [key, shown(one, key, isSecret || isSecretName(key))]);
      return Object.fromEntries(members.filter(([, one]) => one !== undefined));
    }
    const isHidden = isSecret && (typeof inner === "number" || (typeof inner === "string" && inner !== ""));
    return !isHidden ? inner : use === "link" ? undefined : `{${name}}`;
  }
}

/** JSON that was sent, as a snippet shows it; to the letter where it holds no secret. */
export function bodyWithoutSecrets(body: string): string {
  const sent = jsonIn(body);
  const shown = JSON.stringify(withoutSecrets(sent, "snippet"));
  return sent === undefined || shown === JSON.stringify(sent) ? body : shown;
}
