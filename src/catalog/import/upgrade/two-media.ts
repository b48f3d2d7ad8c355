/**
 * Media types of an OpenAPI 2.0 description: a single one may stand without its list, and those of an operation come
 * before those of the whole, which the upgrade to 3.0 has the other way round for what is answered.
 */
import { isObject, type JsonObject, objectOf, textOf } from "../../../text/foreign.ts";
import { METHODS } from "../../spec/path-item.ts";

export function withMediaLists(read: JsonObject): JsonObject {
  const paths = Object.entries(objectOf(read.paths)).map(([path, item]) => [
    path,
    isObject(item) ? ofItem(item) : item,
  ]);
  return { ...listed(read), ...(isObject(read.paths) && { paths: Object.fromEntries(paths) }) };
}

function ofItem(item: JsonObject): JsonObject {
  const operations = METHODS.filter((method) => isObject(item[method])).map((method) => {
    const operation = listed(objectOf(item[method]));
    return [method, isObject(operation.responses) ? { ...operation, responses: answersOf(operation) } : operation];
  });
  return { ...item, ...Object.fromEntries(operations) };
}

/** What is answered in the operation's own media types, as OpenAPI 3 writes it. */
function answersOf({ produces, responses }: JsonObject): JsonObject {
  const answers = Object.entries(objectOf(responses));
  if (!Array.isArray(produces) || produces.length === 0) return Object.fromEntries(answers);
  return Object.fromEntries(
    answers.map(([status, answer]) => {
      if (!isObject(answer) || !isObject(answer.schema)) return [status, answer];
      const { schema, ...others } = answer;
      // Copies: the upgrade changes in place what it is given.
      const content = produces.map((type) => [type, { schema: structuredClone(schema) }]);
      return [status, { ...others, content: Object.fromEntries(content) }];
    }),
  );
}

function listed(value: JsonObject): JsonObject {
  const lists = ["consumes", "produces"].filter((key) => Object.hasOwn(value, key));
  return { ...value, ...Object.fromEntries(lists.map((key) => [key, typesIn(value[key])])) };
}

/** `undefined` where it names none, as if it were not there. */
function typesIn(value: unknown): string[] | undefined {
  const types = (Array.isArray(value) ? value : [value]).map(textOf).filter((type) => type !== "");
  return types.length === 0 ? undefined : types;
}
