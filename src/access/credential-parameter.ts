/** Parameters of an operation that are credentials, though no security scheme says so. */
import { type JsonObject, objectOf, textOf } from "../text/foreign.ts";
import type { SecretPlace } from "../runtime/access.ts";

const CREDENTIAL =
  /^(?:authorization|[\w-]{0,60}api[-_]?key|x-(?:[\w-]{0,60}[-_])?(?:token|auth|key)|token|auth|key|access[-_]?token|auth[-_]?token|app[-_]?key|jwt|secret)$/i;
/** Words that make a token one of paging or of progress, and a key one of a record. */
const NO_CREDENTIAL = /page|next|skip|continuation|cursor|sync|upload/i;

export interface CredentialParameter extends SecretPlace {
  readonly required: boolean;
}

export function credentialParameters(parameters: readonly JsonObject[]): CredentialParameter[] {
  return parameters.flatMap((parameter) => {
    const name = textOf(parameter.name);
    const place = textOf(parameter.in);
    if (place !== "header" && place !== "query") return [];
    if (!isCredential(name)) return [];
    const schema = objectOf(parameter.schema);
    if (schema.type !== undefined && schema.type !== "string") return [];
    return [{ in: place, name, required: parameter.required === true }];
  });
}

/** Whether a parameter of this name is one. */
export function isCredential(name: string): boolean {
  return name.length <= 100 && CREDENTIAL.test(name) && !NO_CREDENTIAL.test(name);
}
