/**
 * Lists in the forms of OpenAPI 2.0: joined by commas unless their `collectionFormat` says otherwise. The upgrade to 3.0
 * loses that and what the items are; here both are put back.
 */
import { type JsonObject, isObject, listOf, objectOf, textOf } from "../../../text/foreign.ts";
import { METHODS } from "../../spec/path-item.ts";

/** OpenAPI 3 knows no tabs in a form; commas are what most servers read. */
const ENCODINGS: Readonly<Record<string, JsonObject>> = {
  csv: { style: "form", explode: false },
  ssv: { style: "spaceDelimited", explode: false },
  pipes: { style: "pipeDelimited", explode: false },
  tsv: { style: "form", explode: false },
  multi: { style: "form", explode: true },
};

/** The upgraded description with its form lists as the original has them. */
export function withFormLists(upgraded: JsonObject, original: JsonObject): JsonObject {
  const paths = objectOf(original.paths);
  const shared = objectOf(original.parameters);
  return { ...upgraded, paths: mapped(upgraded.paths, (item, path) => completed(item, objectOf(paths[path]))) };

  function completed(item: JsonObject, old: JsonObject): JsonObject {
    const methods = METHODS.filter((method) => isObject(item[method]));
    const operations = methods.map((method) => {
      const lists = formLists([...listOf(old.parameters), ...listOf(objectOf(old[method]).parameters)]);
      return [method, lists.size === 0 ? item[method] : withLists(objectOf(item[method]), lists)];
    });
    return { ...item, ...Object.fromEntries(operations) };
  }

  function formLists(parameters: readonly unknown[]): Map<string, JsonObject> {
    const known = parameters.map(objectOf).map((one) => {
      const name = /^#\/parameters\/(.+)$/.exec(textOf(one.$ref))?.[1];
      return name === undefined ? one : objectOf(shared[name]);
    });
    const lists = known.filter((one) => one.in === "formData" && one.type === "array" && textOf(one.name) !== "");
    return new Map(lists.map((one) => [textOf(one.name), one]));
  }
}

function withLists(operation: JsonObject, lists: ReadonlyMap<string, JsonObject>): JsonObject {
  const body = objectOf(operation.requestBody);
  if (!isObject(body.content)) return operation;
  const content = mapped(body.content, (media) => {
    const schema = objectOf(media.schema);
    const named = [...lists].filter(([name]) => Object.hasOwn(objectOf(schema.properties), name));
    const encodings = named.map(([name, { collectionFormat }]) => [
      name,
      ENCODINGS[textOf(collectionFormat)] ?? ENCODINGS.csv,
    ]);
    const properties = named.map(([name, { items }]) => [
      name,
      { ...objectOf(objectOf(schema.properties)[name]), ...(isObject(items) && { items }) },
    ]);
    return {
      ...media,
      schema: { ...schema, properties: { ...objectOf(schema.properties), ...Object.fromEntries(properties) } },
      encoding: { ...objectOf(media.encoding), ...Object.fromEntries(encodings) },
    };
  });
  return { ...operation, requestBody: { ...body, content } };
}

/** Each object changed; what is none is left as it is. */
function mapped(values: unknown, change: (value: JsonObject, name: string) => JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(objectOf(values)).map(([name, value]) => [name, isObject(value) ? change(value, name) : value]),
  );
}
