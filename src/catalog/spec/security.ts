/** Security schemes as OpenAPI 3.1 wants them; one that cannot be made valid is left out. */
import { loginAddress } from "../../access/login-address.ts";
import { type JsonObject, isObject, objectOf, textOf } from "../../text/foreign.ts";
import { mapValues, texts } from "./schema.ts";

/** Nobody sends a longer one. */
const MAX_NAME_CHARS = 200;

/** `base` is the address of the API: a login may be described by its path there. */
export function convertSecurityScheme(value: unknown, base: string): JsonObject | undefined {
  const scheme = objectOf(value);
  const about = texts(scheme, ["description"]);
  switch (scheme.type) {
    case "apiKey": {
      const [name, place] = [textOf(scheme.name), textOf(scheme.in)];
      const isPlaced = name !== "" && name.length <= MAX_NAME_CHARS && ["query", "header", "cookie"].includes(place);
      return isPlaced ? { type: "apiKey", name, in: place, ...about } : undefined;
    }
    case "http": {
      const bearer = texts(scheme, ["bearerFormat"]);
      const kind = textOf(scheme.scheme);
      return kind === "" ? undefined : { type: "http", scheme: kind, ...(/^bearer$/i.test(kind) && bearer), ...about };
    }
    case "oauth2":
      return { type: "oauth2", flows: convertFlows(scheme.flows, base), ...about };
    case "openIdConnect": {
      const openIdConnectUrl = loginAddress(textOf(scheme.openIdConnectUrl), base);
      return openIdConnectUrl === undefined ? undefined : { type: "openIdConnect", openIdConnectUrl, ...about };
    }
    case "mutualTLS":
      return { type: "mutualTLS", ...about };
    default:
      return undefined;
  }
}

const FLOW_ADDRESSES: Readonly<Record<string, readonly string[]>> = {
  implicit: ["authorizationUrl"],
  password: ["tokenUrl"],
  clientCredentials: ["tokenUrl"],
  authorizationCode: ["authorizationUrl", "tokenUrl"],
};

function convertFlows(value: unknown, base: string): JsonObject {
  const flows: Record<string, unknown> = {};
  for (const [name, fields] of Object.entries(FLOW_ADDRESSES)) {
    const flow = objectOf(value)[name];
    if (!isObject(flow)) continue;
    const addresses = fields.map((field) => [field, loginAddress(textOf(flow[field]), base)] as const);
    if (addresses.some(([, address]) => address === undefined)) continue;
    flows[name] = {
      ...Object.fromEntries(addresses),
      scopes: mapValues(objectOf(flow.scopes), (about) => textOf(about)),
    };
  }
  return flows;
}
