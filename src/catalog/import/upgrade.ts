/** Descriptions as operators have them, JSON or YAML, OpenAPI 2.0 to 3.1, as one OpenAPI 3.x document in JSON. */
import { upgradeFromTwoToThree } from "@scalar/openapi-upgrader/2.0-to-3.0";
import { parse as parseYaml } from "yaml";
import { withFormLists } from "./form-lists.ts";
import { type JsonObject, isObject, objectOf } from "../../text/foreign.ts";

/** YAML aliases may nest; this many are an attack. */
const MAX_ALIASES = 10_000;

/** @throws {SyntaxError} when the text is no OpenAPI description. */
export function upgradeDescription(text: string): JsonObject {
  const read = readText(text);
  if (!isObject(read)) throw new SyntaxError("The text is no OpenAPI description: it holds no object");
  const upgraded: unknown =
    read.swagger === "2.0" ? withFormLists(objectOf(upgradeFromTwoToThree(structuredClone(read))), read) : read;
  if (!isObject(upgraded) || typeof upgraded.openapi !== "string" || !upgraded.openapi.startsWith("3.")) {
    throw new SyntaxError(
      `The text is no OpenAPI description: it states neither "swagger": "2.0" nor "openapi": "3.x"`,
    );
  }
  return upgraded;
}

function readText(text: string): unknown {
  const source = text.replace(/^\uFEFF/, "");
  if (/^\s*\{/.test(source)) {
    try {
      return JSON.parse(source);
    } catch {
      // YAML is a superset: what is not quite JSON may still be YAML.
    }
  }
  try {
    return parseYaml(source, { maxAliasCount: MAX_ALIASES });
  } catch (cause) {
    throw new SyntaxError("The text is neither JSON nor YAML", { cause });
  }
}
