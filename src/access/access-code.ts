/** What a description says of access as one number, for the catalogue to keep with each entry. */
import {
  type Access,
  ACCESS_METHODS,
  ACCESS_STATES,
  type AccessMethod,
  type AccessSource,
  UNKNOWN_ACCESS,
} from "../runtime/access.ts";

/** In the order of ease, in which the methods of a description stand. What catalogues keep depends on the order. */
export const EASE: readonly AccessMethod[] = [
  "api_key",
  "bearer",
  "basic",
  "aws_sigv4",
  "oauth2_code",
  "oauth2_device",
  "oauth2_client",
];
const SOURCES: readonly (AccessSource | null)[] = [null, "stated", "rule", "parameter", "observed"];

/** `methods` stand in the order of ease. */
export function codeOf({ state, methods, source }: Access): number {
  const ways = methods.reduce((bits, method) => bits | (1 << EASE.indexOf(method)), 0);
  return (ways * SOURCES.length + SOURCES.indexOf(source)) * ACCESS_STATES.length + ACCESS_STATES.indexOf(state);
}

const read = new Map<number, Access>();
const MAX_CODES = (1 << ACCESS_METHODS.length) * SOURCES.length * ACCESS_STATES.length;

/** The same value for the same number. */
export function accessOfCode(code: number): Access {
  const known = read.get(code);
  if (known !== undefined) return known;
  if (!(Number.isInteger(code) && code >= 0 && code < MAX_CODES)) return UNKNOWN_ACCESS;
  const [rest, state] = [Math.floor(code / ACCESS_STATES.length), ACCESS_STATES[code % ACCESS_STATES.length]];
  const ways = Math.floor(rest / SOURCES.length);
  const access = Object.freeze({
    state: state ?? "unknown",
    methods: Object.freeze(EASE.filter((_, at) => ((ways >> at) & 1) === 1)),
    source: SOURCES[rest % SOURCES.length] ?? null,
  });
  read.set(code, access);
  return access;
}
