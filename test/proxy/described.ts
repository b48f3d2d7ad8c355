/**
 * An OpenAPI document of one operation, read for these tests without any of the hub's own readers, and the judge of
 * requests by it: takes a request apart by the style rules and holds every value against its schema with Ajv.
 */
import Ajv2020, { type ValidateFunction } from "ajv/dist/2020.js";

// A schema of a stranger: Ajv judges it, the tests only look for a few keywords.
// oxlint-disable-next-line no-explicit-any -- JSON Schema has no narrower type here
export type AnySchema = any;

export interface DescribedParameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly style: string;
  readonly explode: boolean;
  readonly isJson: boolean;
  readonly schema: AnySchema;
}

export interface Description {
  readonly method: string;
  readonly server: string;
  readonly path: string;
  readonly parameters: readonly DescribedParameter[];
  readonly bodies: readonly { readonly mediaType: string; readonly schema: AnySchema; readonly encoding: AnySchema }[];
  readonly bodyRequired: boolean;
  resolve(schema: AnySchema): AnySchema;
  /** The first fault of a value by a schema. */
  fault(schema: AnySchema, value: unknown): string | undefined;
}

const STYLES: Record<string, string> = { path: "simple", query: "form", header: "simple", cookie: "form" };

export function describe(document: AnySchema): Description {
  const [[path, item]] = Object.entries<AnySchema>(document.paths) as [[string, AnySchema]];
  const [[method, operation]] = Object.entries<AnySchema>(item) as [[string, AnySchema]];
  const follow = (value: AnySchema): AnySchema => {
    let at = value;
    for (let hops = 0; at?.$ref !== undefined && hops < 10; hops++) {
      const [, , kind, name] = at.$ref.split("/");
      at = document.components?.[kind]?.[name] ?? {};
    }
    return at ?? {};
  };
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: false, logger: false });
  ajv.addSchema({ $id: "doc", components: document.components ?? {} });
  const compiled = new Map<AnySchema, ValidateFunction | string>();
  const body = follow(operation.requestBody);
  return {
    method: method.toUpperCase(),
    server: document.servers[0].url,
    path,
    parameters: (operation.parameters ?? []).map(follow).map((one: AnySchema) => {
      const style = one.style ?? STYLES[one.in];
      const [media] = Object.entries<AnySchema>(one.content ?? {});
      return {
        name: one.name,
        in: one.in,
        required: one.required === true,
        style,
        explode: one.explode ?? (style === "form" || style === "deepObject"),
        isJson: media !== undefined,
        schema: one.schema ?? media?.[1].schema ?? {},
      };
    }),
    bodies: Object.entries<AnySchema>(body.content ?? {}).map(([mediaType, media]) => ({
      mediaType,
      schema: media.schema ?? {},
      encoding: media.encoding ?? {},
    })),
    bodyRequired: body.required === true,
    resolve: follow,
    fault(schema, value) {
      let validate = compiled.get(schema);
      if (validate === undefined) {
        try {
          const local = JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"doc#/components/'));
          validate = ajv.compile(local);
        } catch (error) {
          validate = String(error);
        }
        compiled.set(schema, validate);
      }
      if (typeof validate === "string") return undefined; // Ajv cannot judge by it, so nobody can.
      return validate(value) ? undefined : `${validate.errors?.[0]?.instancePath} ${validate.errors?.[0]?.message}`;
    },
  };
}

export interface ShownRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body: string | { readonly base64: string } | null;
}

/** Everything by which the request does not satisfy the description. */
export function faultsOfRequest(description: Description, request: ShownRequest): string[] {
  const faults: string[] = [];
  if (request.method !== description.method) faults.push(`method ${request.method}`);
  const at = request.url.indexOf("?");
  const [address, search] = at < 0 ? [request.url, ""] : [request.url.slice(0, at), request.url.slice(at + 1)];
  const [template = "", fixed = ""] = (description.path.split("#")[0] ?? "").split("?", 2);
  if (!address.startsWith(description.server)) faults.push(`server of ${request.url}`);
  const names = [...template.matchAll(/\{([^{}]+)\}/g)].map(([, name]) => name ?? "");
  const groups = names.map((name) => {
    const values = description.parameters.find((one) => one.in === "path" && one.name === name)?.schema.enum;
    return Array.isArray(values)
      ? `(${values.map((value) => escapeRegExp(encodeURIComponent(value))).join("|")})`
      : "([^/]*)";
  });
  const literals = template.split(/\{[^{}]+\}/).map((literal) => escapeRegExp(encodeURI(literal)));
  const pattern = literals.map((literal, at) => literal + (groups[at] ?? "")).join("");
  const base = `^${escapeRegExp(description.server)}`;
  const match =
    new RegExp(`${base}${pattern}$`).exec(address) ??
    new RegExp(`${base}${pattern.replaceAll("[^/]*", ".*")}$`).exec(address);
  if (match === null) faults.push(`path of ${request.url}`);
  const segments = new Map(names.map((name, at) => [name, match?.[at + 1] ?? ""]));
  const pairs = search === "" ? [] : search.split("&").map((pair) => splitPair(pair));
  for (const [, name = "", variable = ""] of fixed.matchAll(/([^&=]+)=\{([^{}]+)\}/g))
    segments.set(variable, pairs.find(([other]) => other === name)?.[1] ?? "");
  for (const pair of fixed === "" ? [] : fixed.split("&")) {
    const [name = ""] = splitPair(pair);
    if (!pairs.some(([other]) => other === name)) faults.push(`query lacks ${pair}`);
  }
  for (const parameter of description.parameters) {
    const raw =
      parameter.in === "path"
        ? segments.get(parameter.name)
        : parameter.in === "header"
          ? request.headers[parameter.name.toLowerCase()]
          : undefined;
    const value =
      parameter.in === "query"
        ? fromQuery(parameter, pairs, description)
        : raw === undefined
          ? undefined
          : fromText(parameter, raw, description);
    if (value === undefined) {
      if (
        parameter.required &&
        parameter.in !== "cookie" &&
        !/^(?:accept|accept-encoding|content-type|authorization)$/i.test(parameter.name)
      )
        faults.push(`${parameter.in} lacks ${parameter.name}`);
      continue;
    }
    const fault = description.fault(parameter.schema, typed(value, parameter.schema, description));
    if (fault !== undefined) faults.push(`${parameter.in} ${parameter.name} = ${JSON.stringify(value)}: ${fault}`);
  }
  return [...faults, ...bodyFaults(description, request)];
}

function bodyFaults(description: Description, request: ShownRequest): string[] {
  if (request.body === null)
    return description.bodyRequired && description.bodies.length > 0 ? ["body is missing"] : [];
  const type = request.headers["content-type"] ?? "";
  const bare = type.split(";")[0]?.trim().toLowerCase();
  const form = description.bodies.find(({ mediaType }) => {
    const wanted = mediaType.split(";")[0]?.trim().toLowerCase() ?? "";
    return (
      wanted === bare ||
      wanted === "*/*" ||
      (wanted.includes("*") && /json/.test(wanted) === /json/.test(bare ?? "")) ||
      wanted === ""
    );
  });
  if (form === undefined) return description.bodies.length === 0 ? [] : [`content type ${type}`];
  const text =
    typeof request.body === "string" ? request.body : Buffer.from(request.body.base64, "base64").toString("latin1");
  let value: unknown;
  if (/json/.test(bare ?? "")) value = JSON.parse(text);
  else if (bare === "application/x-www-form-urlencoded") value = formValue(form, text, description);
  else if (bare === "multipart/form-data") value = multipartValue(form, text, type, description);
  else return [];
  const fault = description.fault(form.schema, value);
  // What only answers hold is required of answers, which Ajv does not know.
  return fault === undefined || /required property/.test(fault) ? [] : [`body: ${fault}`];
}

function formValue(
  form: Description["bodies"][number],
  text: string,
  description: Description,
): Record<string, unknown> {
  const pairs = text === "" ? [] : text.split("&").map(splitPair);
  const properties = propertiesOf(form.schema, description);
  const value: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries<AnySchema>(properties)) {
    const encoding = form.encoding[name] ?? {};
    const isObject = [description.resolve(schema).type].flat().includes("object");
    const style = encoding.style ?? "form";
    const parameter = {
      name,
      in: "query",
      required: false,
      style,
      explode: encoding.explode ?? (style === "form" || style === "deepObject"),
      isJson: isObject && encoding.style === undefined,
      schema,
    };
    const found = fromQuery(parameter, pairs, description);
    if (found !== undefined) value[name] = typed(found, schema, description);
  }
  return value;
}

function multipartValue(
  form: Description["bodies"][number],
  text: string,
  type: string,
  description: Description,
): Record<string, unknown> {
  const boundary = /boundary=([^;]+)/.exec(type)?.[1] ?? "";
  const properties = propertiesOf(form.schema, description);
  const value: Record<string, unknown> = {};
  for (const part of text.split(`--${boundary}`).slice(1, -1)) {
    const [head = "", ...rest] = part.split("\r\n\r\n");
    const name = /name="([^"]*)"/.exec(head)?.[1] ?? "";
    const content = Buffer.from(rest.join("\r\n\r\n").replace(/\r\n$/, ""), "latin1").toString("utf8");
    const schema = description.resolve(properties[name] ?? {});
    const isList = [schema.type].flat().includes("array");
    const one = /application\/json/.test(head)
      ? JSON.parse(content)
      : typed(content, isList ? schema.items : schema, description);
    value[name] = isList ? [...((value[name] as unknown[] | undefined) ?? []), one] : one;
  }
  return value;
}

function propertiesOf(schema: AnySchema, description: Description): Record<string, AnySchema> {
  const found = description.resolve(schema);
  return Object.assign(
    {},
    ...[...(found.allOf ?? []), ...(found.anyOf ?? []), ...(found.oneOf ?? [])].map((part: AnySchema) =>
      propertiesOf(part, description),
    ),
    found.properties,
  );
}

function fromQuery(
  parameter: DescribedParameter,
  pairs: readonly (readonly [string, string])[],
  description: Description,
): unknown {
  const { name, style, explode, schema } = parameter;
  const type = kindOf(schema, description);
  if (parameter.isJson) {
    const found = pairs.find(([other]) => other === name);
    return found && JSON.parse(decodeURIComponent(found[1]));
  }
  if (style === "deepObject") return deepValue(name, pairs);
  if (type === "array") {
    const mine = pairs.filter(([other]) => other === name).map(([, value]) => value);
    if (mine.length === 0) return undefined;
    const delimiter = style === "pipeDelimited" ? "%7C" : style === "spaceDelimited" ? "%20" : ",";
    return (explode ? mine : (mine[0] ?? "").split(delimiter)).map(unescaped);
  }
  if (type === "object" && explode) {
    const known = Object.keys(propertiesOf(schema, description));
    const mine = pairs.filter(([other]) => known.includes(other));
    return mine.length === 0 ? undefined : Object.fromEntries(mine.map(([other, value]) => [other, unescaped(value)]));
  }
  const found = pairs.find(([other]) => other === name);
  return found && (type === "object" ? fromList(found[1].split(",").map(unescaped)) : unescaped(found[1]));
}

function deepValue(name: string, pairs: readonly (readonly [string, string])[]): unknown {
  const mine = pairs.filter(([other]) => other.startsWith(`${name}[`));
  if (mine.length === 0) return undefined;
  if (mine.every(([other]) => other === `${name}[]`)) return mine.map(([, value]) => unescaped(value));
  const object: Record<string, unknown> = {};
  for (const [other, value] of mine) {
    const key = /\[([^\]]*)\]/.exec(other.slice(name.length))?.[1] ?? "";
    if (other.endsWith("[]")) object[key] = [...((object[key] as unknown[]) ?? []), unescaped(value)];
    else if (other !== `${name}[${key}]`)
      return undefined; // Deeper: the specification says nothing of it.
    else object[key] = unescaped(value);
  }
  return object;
}

function fromText(
  { in: place, style, explode, name, schema, isJson }: DescribedParameter,
  raw: string,
  description: Description,
): unknown {
  const decode = place === "path" ? unescaped : (text: string) => text;
  if (isJson) return JSON.parse(decode(raw));
  const type = kindOf(schema, description);
  const bare =
    style === "label"
      ? raw.slice(1)
      : style === "matrix"
        ? raw.replace(new RegExp(`^;${escapeRegExp(name)}=?`), "")
        : raw;
  const separator = style === "label" && explode ? "." : style === "matrix" && explode ? `;${name}=` : ",";
  if (type === "array") return bare.split(separator).map(decode);
  if (type === "object") {
    const parts = bare.split(separator);
    return explode ? Object.fromEntries(parts.map((part) => part.split("=").map(decode))) : fromList(parts.map(decode));
  }
  return decode(bare);
}

function fromList(parts: readonly string[]): Record<string, string> {
  return Object.fromEntries(parts.flatMap((part, at) => (at % 2 === 0 ? [[part, parts[at + 1] ?? ""]] : [])));
}

/** Text as the type its schema gives it: what a server does on arrival. */
function typed(value: unknown, schema: AnySchema, description: Description, depth = 0): unknown {
  const found = description.resolve(schema);
  if (depth > 5) return value;
  if (Array.isArray(value)) return value.map((item) => typed(item, found.items ?? {}, description, depth + 1));
  if (typeof value === "object" && value !== null) {
    const properties = propertiesOf(found, description);
    return Object.fromEntries(
      Object.entries(value).map(([key, one]) => [key, typed(one, properties[key] ?? {}, description, depth + 1)]),
    );
  }
  if (typeof value !== "string") return value;
  const isSame = (one: unknown) => typeof one !== "string" && String(one) === value;
  const listed = found.enum?.find(isSame) ?? (isSame(found.const) ? found.const : undefined);
  if (listed !== undefined) return listed;
  const types: unknown[] = [
    found.type ?? found.oneOf?.[0]?.type ?? found.anyOf?.[0]?.type ?? found.allOf?.[0]?.type,
  ].flat();
  if (types.includes("integer") || types.includes("number")) return /^-?\d/.test(value) ? Number(value) : value;
  if (types.includes("boolean")) return value === "true" ? true : value === "false" ? false : value;
  const [option] = found.oneOf ?? found.anyOf ?? found.allOf ?? [];
  if (option !== undefined) return typed(value, option, description, depth + 1);
  const isDocument = types.includes("object") || types.includes("array");
  return isDocument && /^[[{]/.test(value) ? JSON.parse(value) : value;
}

function kindOf(schema: AnySchema, description: Description): string {
  const found = description.resolve(schema);
  const [option] = found.oneOf ?? found.anyOf ?? found.allOf ?? [];
  if (found.type === undefined && option !== undefined) return kindOf(option, description);
  return [found.type].flat().find((one) => one !== "null") ?? (found.properties ? "object" : "string");
}

function splitPair(pair: string): [string, string] {
  const at = pair.indexOf("=");
  return at < 0 ? [unescaped(pair), ""] : [unescaped(pair.slice(0, at)), pair.slice(at + 1)];
}

function unescaped(text: string): string {
  return decodeURIComponent(text);
}

function escapeRegExp(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}
