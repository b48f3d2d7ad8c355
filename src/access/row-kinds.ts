/** Rows of the table of providers, by what their calls bring. `hosts` are separated by blanks. */
import type { AccessMethod, SecretPlace } from "../runtime/access.ts";
import type { AccessRow } from "./row.ts";

type Facts = Partial<Omit<AccessRow, "hosts" | "methods">>;

export function row(hosts: string, methods: AccessMethod[], facts: Facts = {}): AccessRow {
  return { hosts: hosts.split(" "), methods, ...facts };
}

export function open(hosts: string): AccessRow {
  return row(hosts, []);
}

export function unsupported(hosts: string, why: string): AccessRow {
  return row(hosts, [], { unsupported: why });
}

export function key(hosts: string, names: readonly string[], facts: Facts = {}): AccessRow {
  const placement = names.map((name): SecretPlace =>
    name.startsWith("?") ? { in: "query", name: name.slice(1) } : { in: "header", name },
  );
  return row(hosts, ["api_key"], { placement, ...facts });
}

export function prefixed(hosts: string, name: string, prefix: string, facts: Facts = {}): AccessRow {
  return row(hosts, ["api_key"], { placement: [{ in: "header", name, prefix }], ...facts });
}

export function bearer(
  hosts: string,
  { methods = ["bearer"], ...facts }: Facts & { methods?: AccessMethod[] } = {},
): AccessRow {
  return row(hosts, methods, facts);
}

export function basic(hosts: string, facts: Facts = {}): AccessRow {
  return row(hosts, ["basic"], facts);
}

export function oauth(
  hosts: string,
  authority: string,
  scopes: string[],
  { methods = ["oauth2_code"], ...facts }: Facts & { methods?: AccessMethod[] } = {},
): AccessRow {
  return row(hosts, methods, { authority, scopes, ...facts });
}
