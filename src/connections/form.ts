/** What a person has typed, as a secret. */
import type { Secret, StoredWay } from "./model.ts";

export type ReadForm = { readonly ok: true; readonly secret: Secret } | { readonly ok: false; readonly fault: string };

const MAX_CHARS = 8000;
/** As a header takes it: no character can end a line. */
const TEXT = /^[\u0020-\u007e\u00a0-\u00ff]+$/;

export function readForm(form: URLSearchParams, { method, placement }: StoredWay): ReadForm {
  const typed = (name: string): string => (form.get(name) ?? "").trim();
  const all = [...form.values()];
  if (all.some((text) => text.length > MAX_CHARS)) return { ok: false, fault: "A value is too long." };
  if (all.some((text) => text.trim() !== "" && !TEXT.test(text.trim())))
    return { ok: false, fault: "A value holds characters that no credential has." };
  const secret = secretFrom(method, typed, placement.length);
  const texts = Object.entries(secret ?? {}).flatMap(([, value]) => value);
  const isWhole = secret !== undefined && texts.every((text, at) => text !== "" || (method === "basic" && at === 2));
  return isWhole ? { ok: true, secret } : { ok: false, fault: "Fill in every field." };
}

function secretFrom(method: StoredWay["method"], typed: (name: string) => string, keys: number): Secret | undefined {
  switch (method) {
    case "api_key":
      return { kind: "keys", keys: Array.from({ length: keys }, (_, at) => typed(`key_${at}`)) };
    case "basic":
      return { kind: "basic", username: typed("username"), password: typed("password") };
    case "bearer":
      return { kind: "bearer", token: typed("token").replace(/^bearer\s+/i, "") };
    case "aws_sigv4": {
      const session = typed("session_token");
      return {
        kind: "aws",
        access_key_id: typed("access_key_id"),
        secret_access_key: typed("secret_access_key"),
        ...(session !== "" && { session_token: session }),
      };
    }
    default:
      return undefined;
  }
}
