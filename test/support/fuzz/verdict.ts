/** Judges an answer by what the OpenAPI document says that its operation answers. */
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { type Json, resolve } from "./arbitrary.ts";
import type { FuzzOperation } from "./requests.ts";

/** No operation answers it: the document says of it where it speaks of all paths. */
const TOO_LONG_A_HEAD = 431;

export type Judge = (operation: FuzzOperation, response: Response) => Promise<string | undefined>;

export function judgeBy(document: Json): Judge {
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: false });
  ajv.addSchema(document, "document");
  const compiled = new Map<string, ValidateFunction>();

  return async ({ path, method, operation }, response) => {
    const { status } = response;
    const text = await response.text();
    if (status === 500 || status === 599) return `${status}: ${text.slice(0, 600)}`;
    const pointer = `/paths/${escaped(path)}/${method.toLowerCase()}/responses/${status}`;
    if (status === TOO_LONG_A_HEAD && text === "") return undefined;
    const stated = (operation["responses"] as Record<string, Json>)[String(status)];
    if (stated === undefined) return `status ${status} is not documented: ${text.slice(0, 300)}`;
    const reference = stated["$ref"];
    const place = typeof reference === "string" ? reference.slice(1) : pointer;
    const { content } = (typeof reference === "string" ? resolve(document, reference) : stated) as { content?: Json };
    const type = (response.headers.get("content-type") ?? "").split(";")[0] ?? "";
    if (content === undefined) return undefined;
    if (content[type] === undefined) return `status ${status} has the type "${type}", which is not documented`;
    if (!type.includes("json")) return undefined;
    const schema = `document#${place}/content/${escaped(type)}/schema`;
    const check = compiled.get(schema) ?? ajv.compile({ $ref: schema });
    compiled.set(schema, check);
    if (check(JSON.parse(text))) return undefined;
    return `status ${status}: ${JSON.stringify(check.errors?.[0])} in ${text.slice(0, 400)}`;
  };
}

/** One step of a JSON Pointer in a fragment. */
function escaped(step: string): string {
  return encodeURIComponent(step.replaceAll("~", "~0").replaceAll("/", "~1"));
}
