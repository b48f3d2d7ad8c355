/**
 * Bodies and form fields that operations of an OpenAPI 2.0 description share, by reference or by standing at their path:
 * the upgrade to 3.0 would take a reference to them for one to a parameter. Here each operation gets its own.
 */
import { isObject, type JsonObject, listOf, objectOf, textOf } from "../../../text/foreign.ts";
import { unescapePointer } from "../../../text/pointer.ts";
import { METHODS } from "../../spec/path-item.ts";

const MAX_HOPS = 10;

export function withOwnBodies(read: JsonObject): JsonObject {
  const shared = objectOf(read.parameters);
  const paths = Object.entries(objectOf(read.paths));
  return { ...read, paths: Object.fromEntries(paths.map(([path, item]) => [path, isObject(item) ? own(item) : item])) };

  function own(item: JsonObject): JsonObject {
    const common = listOf(item.parameters).map(resolved);
    const inherited = common.filter(isInBody);
    const operations = METHODS.filter((method) => isObject(item[method])).map((method) => {
      const operation = objectOf(item[method]);
      if (operation.parameters !== undefined && !Array.isArray(operation.parameters)) return [method, operation];
      const parameters = listOf(operation.parameters).map(resolved);
      const added = inherited.filter((one) => !parameters.some((other) => isSame(objectOf(other), objectOf(one))));
      // Copies: the upgrade changes in place what it is given.
      return [method, { ...operation, parameters: [...parameters, ...structuredClone(added)] }];
    });
    return {
      ...item,
      ...(inherited.length > 0 && { parameters: common.filter((one) => !isInBody(one)) }),
      ...Object.fromEntries(operations),
    };
  }

  /** The parameter itself where it is part of a body, else as it stands. */
  function resolved(parameter: unknown): unknown {
    let at = objectOf(parameter);
    for (let hops = 0; hops < MAX_HOPS && typeof at.$ref === "string"; hops++) {
      const name = /^#\/parameters\/([^/]+)$/.exec(at.$ref)?.[1];
      at = name === undefined ? {} : objectOf(shared[unescapePointer(name)]);
    }
    return isInBody(at) ? structuredClone(at) : parameter;
  }
}

function isInBody(parameter: unknown): boolean {
  const { in: place } = objectOf(parameter);
  return place === "body" || place === "formData";
}

/** An operation has one body, and one form field of a name. */
function isSame(one: JsonObject, other: JsonObject): boolean {
  return one.in === other.in && (one.in === "body" || textOf(one.name) === textOf(other.name));
}
