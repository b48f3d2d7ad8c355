/** Where the API of an OpenAPI 2.0 description is: its host, base path and schemes, however loosely they are written. */
import { type JsonObject, listOf, textOf } from "../../../text/foreign.ts";

const ADDRESS = /^([a-z][a-z\d+.-]*):\/\/(.*)$/i;

/**
 * As OpenAPI 3 names servers; none where the description leaves it to the address it was found at.
 * Without a scheme it is the one by which the description was fetched, else https: what is sent there holds credentials.
 */
export function serversOfTwo({ host, basePath, schemes }: JsonObject, origin: string | undefined): JsonObject[] {
  const [, scheme, place = textOf(host)] = ADDRESS.exec(textOf(host)) ?? [];
  const path = textOf(basePath).replace(/^\/*(?=.)/, "/");
  if (place === "") return path === "" ? [] : [{ url: path }];
  const fetchedBy = /^(https?):/i.exec(origin ?? "")?.[1];
  const named = (Array.isArray(schemes) ? listOf(schemes) : [schemes]).map(textOf).filter((one) => one !== "");
  const [first = fetchedBy ?? "https", ...others] = scheme === undefined ? named : [scheme];
  return [first, ...others].map((one) => ({
    url: `${one.toLowerCase()}://${place.replace(/(?<!\/)\/+$/, "")}${path}`,
  }));
}
