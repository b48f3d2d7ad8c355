/** What is sent for words to an operation that was made up for it. */
import { constantsOf } from "../../src/dynamic-tools/slots/constants.ts";
import { fill } from "../../src/dynamic-tools/fill/fill.ts";
import { slotsOf } from "../../src/dynamic-tools/slots/slots.ts";
import { parseWish } from "../../src/dynamic-tools/words/wish/wish.ts";
import { readOperation } from "../../src/proxy/request/operation.ts";
import { atOnce } from "../../src/text/long-work.ts";

export const text = { type: "string" };
export const whole = { type: "integer" };
export const flag = { type: "boolean" };
export const list = { type: "array", items: text };
export const oneOf = (...members: string[]) => ({ ...text, enum: members });
export const object = (properties: object, required: string[] = []) => ({ type: "object", properties, required });

/** The names in the path are its parameters. */
export function operationOf(path: string, query: Record<string, object>, body?: object) {
  const inPath = [...path.matchAll(/\{([^{}]+)\}/g)].map(([, name = ""]) => name);
  const parameters = [
    ...inPath.map((name) => ({ name, in: "path", schema: query[name] ?? text, required: true })),
    ...Object.entries(query)
      .filter(([name]) => !inPath.includes(name))
      .map(([name, { ...schema }]) => ({ name, in: "query", schema })),
  ];
  const requestBody = body && { required: true, content: { "application/json": { schema: body } } };
  const method = body === undefined ? "GET" : "POST";
  const callable = { slug: "s", method, path, baseUrl: "https://api.example.com" };
  const operation = { parameters, ...(requestBody && { requestBody }), responses: {} };
  return readOperation(callable, { paths: { [path]: { [method.toLowerCase()]: operation } } });
}

/** The operation itself says the words of its path. */
export function sent(words: string, operation: ReturnType<typeof operationOf>, now?: number) {
  const known = new Set(
    operation.path
      .toLowerCase()
      .split(/[^a-z]+/)
      .flatMap((word) => [word, word.replace(/s$/, "")]),
  );
  const { params, body } = constantsFor(words, operation, known, now);
  return body === undefined ? params : { ...params, body };
}

/** `own`: the words that the operation itself says. */
export function constantsFor(
  words: string,
  operation: ReturnType<typeof readOperation>,
  own: ReadonlySet<string>,
  now?: number,
) {
  const context = {
    said: parseWish(words, () => false, now),
    lookup: operation.lookup,
    own,
    speaks: (phrase: string) =>
      phrase
        .toLowerCase()
        .split(" ")
        .every((word) => own.has(word)),
    isUnspoken: (word: string) => !own.has(word.toLowerCase()),
  };
  return constantsOf(atOnce(fill(context, slotsOf(operation))).values);
}
