/** Why a hub cannot listen where the settings say, as its operator can mend it. */
import { OperatorError } from "../../runtime/errors.ts";

const REASONS: Readonly<Record<string, string>> = {
  EADDRINUSE: "another process listens there",
  EACCES: "this user may not take that port",
};

/** The platform names other faults as chance has it: an address that is none, a name, another machine's. */
const NOT_OURS = "no interface of this machine has this address";

export function cannotListen({ host, port }: { host: string; port: number }, cause: unknown): OperatorError {
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "unknown";
  const why = REASONS[code] ?? NOT_OURS;
  return new OperatorError(`Cannot listen on ${host}, port ${port} (HOST, PORT): ${why} (${code})`, { cause });
}
