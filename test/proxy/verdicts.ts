/** Every way in which the two builders are known to differ, and who is right. What no verdict explains is a fault. */
import type { AnySchema } from "./described.ts";

export interface Difference {
  /** "query filter", "field name", "body", "address", or "refusal" where one of the two builds nothing. */
  readonly at: string;
  readonly ours: string | undefined;
  readonly theirs: string | undefined;
}

export interface Verdict {
  readonly name: string;
  /** `either` where the specification leaves it open. */
  readonly right: "ours" | "either";
  readonly because: string;
  readonly explains: (difference: Difference, document: AnySchema) => boolean;
}

const pathOf = (document: AnySchema): string => Object.keys(document.paths)[0] ?? "";

/** The parameter that a reading is of. */
function parameterOf({ at }: Difference, document: AnySchema): AnySchema {
  const [place = "", ...name] = at.split(" ");
  const wanted = name.join(" ").replace(/\[.*$/, "");
  return parametersOf(document).find(
    (one: AnySchema) =>
      one.in === place && (one.name === wanted || one.name.toLowerCase() === wanted || one.name === name.join(" ")),
  );
}

/** How the description has the field of a body written. */
function encodingOf({ at }: Difference, document: AnySchema): AnySchema {
  const [, field = ""] = /^field ([^[]+)/.exec(at) ?? [];
  const [operation] = Object.values<AnySchema>(Object.values<AnySchema>(document.paths)[0]);
  const [media] = Object.values<AnySchema>(operation.requestBody?.content ?? {});
  return media?.encoding?.[field];
}

function parametersOf(document: AnySchema): AnySchema[] {
  const [operation] = Object.values<AnySchema>(Object.values<AnySchema>(document.paths)[0]);
  return (operation.parameters ?? []).map((one: AnySchema) =>
    one.$ref === undefined ? one : document.components.parameters[one.$ref.split("/").at(-1)],
  );
}

export const VERDICTS: readonly Verdict[] = [
  {
    name: "a fragment of the path",
    right: "ours",
    because:
      "a fragment is never sent (RFC 3986, section 3.5), and what follows it in the template is filled all the same",
    explains: ({ at }, document) => at === "address" && pathOf(document).includes("#"),
  },
  {
    name: "a template with letters that an address cannot hold",
    right: "ours",
    because: "the client fills no template that is no URI by itself and sends the braces",
    explains: ({ at, theirs = "" }, document) =>
      at === "address" && /[^\x21-\x7e]/.test(pathOf(document)) && theirs.includes("{"),
  },
  {
    name: "a template in the query of a path",
    right: "ours",
    because: "the client fills templates of the path only and sends the braces",
    explains: ({ theirs = "" }, document) => theirs.includes("{") && /\?.*\{/.test(pathOf(document)),
  },
  {
    name: "lists in label style",
    right: "ours",
    because: "RFC 6570 joins what is not exploded by commas, and OpenAPI 3.1.1 says so in its table",
    explains: ({ at }, document) => at === "address" && parametersOf(document).some(({ style }) => style === "label"),
  },
  {
    name: "reserved characters that end a value",
    right: "ours",
    because: "allowReserved lets them stand where they change nothing; & = # + would make another query",
    explains: (_, document) => parametersOf(document).some((one) => one.in === "query" && one.allowReserved === true),
  },
  {
    name: "lists and objects within deepObject style",
    right: "either",
    because: "the specification leaves them open; the servers that use them read name[] and name[a][b]",
    explains: (difference, document) =>
      (parameterOf(difference, document) ?? encodingOf(difference, document))?.style === "deepObject",
  },
  {
    name: "Authorization as a parameter",
    right: "either",
    because: "the specification has it ignored; the caller gave it, and nothing else would be sent",
    explains: ({ at, theirs }) => at === "header authorization" && theirs === undefined,
  },
  {
    name: "a required header of the hub's own",
    right: "ours",
    because: "User-Agent, Accept, Accept-Encoding and Content-Type are written by who sends, whether given or not",
    explains: ({ at, theirs = "" }) =>
      at === "refusal" && /^Required parameter (?:user-agent|accept|accept-encoding|content-type) /i.test(theirs),
  },
  {
    name: "a header that says how the body is packed",
    right: "ours",
    because: "who sends decides that; a caller's word for it would be untrue, so it is refused by its name",
    explains: ({ at, ours = "" }) => at === "refusal" && ours.endsWith("is a header that is never a caller's to set"),
  },
  {
    name: "a file",
    right: "ours",
    because: "the hub takes files as base64 and sends their bytes; the client sends the text it was given",
    explains: ({ at, ours, theirs = "" }) =>
      ours !== undefined && /^(?:body|field)/.test(at) && Buffer.from(theirs, "base64").toString() === ours,
  },
  {
    name: "a text that is a document of JSON",
    right: "ours",
    because: "JSON writes a text in quotation marks; the client takes a text for a document written already",
    explains: ({ ours = "", theirs }) => ours.includes('"') && ours.replaceAll('"', "") === theirs?.replaceAll('"', ""),
  },
  {
    name: "a text of a form that reads as JSON",
    right: "ours",
    because: "a field of text says what it says; the client reads [1] as a list and writes 1",
    explains: ({ at, ours, theirs }) => at.startsWith("field ") && ours === `[${theirs}]`,
  },
  {
    name: "a field of an exploded object that is named as another parameter",
    right: "either",
    because: "the description gives one name two values; the client overwrites one, the hub sends both",
    explains: ({ at, ours = "", theirs }) =>
      at.startsWith("query ") && theirs !== undefined && ours.split(" & ").includes(theirs),
  },
  {
    name: "a body of false, 0 or nothing",
    right: "ours",
    because: "the client drops what JavaScript takes for nothing",
    explains: ({ at, ours, theirs }) =>
      at === "body" && theirs === undefined && /^(?:false|0|""|null)$/.test(ours ?? ""),
  },
  {
    name: "a list in a form without a style",
    right: "ours",
    because:
      "the default is form, exploded, and of a multipart body a part for each item (OpenAPI 3.1.1, Encoding Object)",
    explains: ({ at, ours = "", theirs }) => at.startsWith("field ") && ours.replaceAll(" & ", ",") === theirs,
  },
  {
    name: "a delimited list in a part",
    right: "ours",
    because: "the delimiter is a blank; nothing in a part is percent-encoded, and the client does it by half",
    explains: ({ at, ours, theirs }) => at.startsWith("field ") && theirs?.replaceAll("%20", " ") === ours,
  },
  {
    name: "a required parameter with nothing in it",
    right: "ours",
    because: "an empty list or object writes nothing, so what is required would be missing",
    explains: ({ at, ours = "" }) => at === "refusal" && /^\/params\/.* must not be empty/.test(ours),
  },
];
