/** Security schemes as OpenAPI 3.1 wants them; one that cannot be made valid is left out. */
import { type JsonObject, isObject, objectOf, textOf } from "../../text/foreign.ts";
import { mapValues, texts } from "./schema.ts";

export function convertSecurityScheme(value: unknown): JsonObject | undefined {
  const scheme = objectOf(value);
  const about = texts(scheme, ["description"]);
  switch (scheme.type) {
    case "apiKey": {
      const [name, place] = [textOf(scheme.name), textOf(scheme.in)];
      const isPlaced = name !== "" && ["query", "header", "cookie"].includes(place);
      return isPlaced ? { type: "apiKey", name, in: place, ...about } : undefined;
    }
    case "http": {
      const bearer = texts(scheme, ["bearerFormat"]);
      const kind = textOf(scheme.scheme);
      return kind === "" ? undefined : { type: "http", scheme: kind, ...(/^bearer$/i.test(kind) && bearer), ...about };
    }
    case "oauth2":
      return { type: "oauth2", flows: convertFlows(scheme.flows), ...about };
    case "openIdConnect":
      return URL.canParse(textOf(scheme.openIdConnectUrl))
        ? { type: "openIdConnect", openIdConnectUrl: scheme.openIdConnectUrl, ...about }
        : undefined;
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

function convertFlows(value: unknown): JsonObject {
  const flows: Record<string, unknown> = {};
  for (const [name, addresses] of Object.entries(FLOW_ADDRESSES)) {
    const flow = objectOf(value)[name];
    if (!isObject(flow) || !addresses.every((address) => URL.canParse(textOf(flow[address])))) continue;
    flows[name] = {
      ...texts(flow, addresses),
      scopes: mapValues(objectOf(flow.scopes), (about) => textOf(about)),
    };
  }
  return flows;
}
