/**
 * The list of a directory of descriptions, as APIs.guru publishes it
 * (https://github.com/APIs-guru/openapi-directory/blob/main/API.md): of each API its preferred version.
 */
import { type Static, Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { isObject, type JsonObject } from "../../text/foreign.ts";

const MAX_ADDRESS = 2000;
/** "googleapis.com:drive": the provider's domain, and one of its services. */
const KEY = /^([a-z0-9][\w.-]{0,198})(?::([^\s:/\\\p{C}][^:/\\\p{C}]{0,198}))?$/iu;

const Version = Type.Object({
  updated: Type.String({ maxLength: 100 }),
  swaggerUrl: Type.String({ maxLength: MAX_ADDRESS, pattern: "^https?://[^\\s]+$" }),
  info: Type.Optional(Type.Unknown()),
});
const Api = Type.Object({ preferred: Type.String(), versions: Type.Record(Type.String(), Type.Unknown()) });

export interface DirectoryApi {
  /** "googleapis.com/drive", or only "stripe.com". */
  readonly api: string;
  readonly provider: string;
  readonly service?: string;
  readonly url: string;
  /** When the description was changed, as the list writes it. */
  readonly updated: string;
  /** A copy of what its description says of itself. */
  readonly info: JsonObject;
}

export interface DirectoryList {
  readonly apis: readonly DirectoryApi[];
  /** Names of what the list says nothing usable of. */
  readonly unreadable: readonly string[];
}

/** @throws {SyntaxError} where it is no such list, or an empty one. */
export function readDirectoryList(text: string): DirectoryList {
  const list: unknown = JSON.parse(text);
  const rows = isObject(list) ? Object.entries(list) : [];
  const read = rows.map(([key, row]) => ({ key, api: listedApi(key, row) }));
  const apis = read.flatMap(({ api }) => (api === undefined ? [] : [api]));
  if (apis.length === 0) throw new SyntaxError("it is no list of APIs as APIs.guru publishes it");
  return { apis, unreadable: read.flatMap(({ key, api }) => (api === undefined ? [key] : [])) };
}

function listedApi(key: string, row: unknown): DirectoryApi | undefined {
  const [, provider, service] = KEY.exec(key) ?? [];
  if (provider === undefined || !Value.Check(Api, row)) return undefined;
  const { preferred, versions } = row;
  const version: unknown = Object.hasOwn(versions, preferred) ? versions[preferred] : Object.values(versions)[0];
  return Value.Check(Version, version) ? described(provider, service, version) : undefined;
}

function described(provider: string, service: string | undefined, version: Static<typeof Version>): DirectoryApi {
  const { swaggerUrl: url, updated, info } = version;
  const api = service === undefined ? provider : `${provider}/${service}`;
  return { api, provider, ...(service !== undefined && { service }), url, updated, info: isObject(info) ? info : {} };
}
