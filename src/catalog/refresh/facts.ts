/** What of a description matters before it takes the place of an older one: how much can be called, and where. */
import { openDescription, securitySchemesOf } from "../import/description.ts";
import { readOperations } from "../import/operation.ts";
import { firstText, listOf, objectOf, textOf } from "../../text/foreign.ts";
import { ownTurn } from "../../text/long-work.ts";

export interface DescriptionFacts {
  /** Those that would be entries. */
  readonly operations: number;
  readonly hosts: ReadonlySet<string>;
  /** The addresses of its logins. */
  readonly logins: ReadonlySet<string>;
}

export const NO_FACTS: DescriptionFacts = { operations: 0, hosts: new Set(), logins: new Set() };

const BREATH = 500;

/** @throws {SyntaxError} when it cannot be read. */
export async function factsOf(bytes: Uint8Array, allow: ReadonlySet<string>): Promise<DescriptionFacts> {
  const description = openDescription(bytes);
  const info = objectOf(description.head.info);
  const origins = listOf(info["x-origin"]).map((from) => objectOf(from).url);
  const origin = firstText(...origins.reverse()) || undefined;
  const hosts = new Set<string>();
  let operations = 0;
  for (const read of readOperations(description, { origin, allow })) {
    if (!read.ok) continue;
    hosts.add(new URL(read.operation.baseUrl).host);
    if (++operations % BREATH === 0) await ownTurn();
  }
  const flows = [...securitySchemesOf(description).values()].flatMap(({ flows }) => Object.values(objectOf(flows)));
  const logins = flows.map(objectOf).flatMap((flow) => [textOf(flow.authorizationUrl), textOf(flow.tokenUrl)]);
  return { operations, hosts, logins: new Set(logins.filter((url) => url !== "")) };
}
