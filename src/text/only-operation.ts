/** The one operation of a fragment. OpenAPI 3.2 keeps methods that earlier versions do not know a level deeper. */
import { type JsonObject, objectOf } from "./foreign.ts";

export function operationOf(fragment: JsonObject): JsonObject {
  const [item] = Object.values(objectOf(fragment.paths));
  const { additionalOperations, ...own } = objectOf(item);
  const [operation] = Object.values({ ...own, ...objectOf(additionalOperations) });
  return objectOf(operation);
}
