/**
 * Whether a call of an operation changes nothing, so that it may be repeated: by its method (RFC 9110, section 9.2.1), and
 * by the action that its path names. Amazon's older services take every action by GET, too, "/#Action=DeleteUser".
 */
export function onlyReads({ method, path }: { readonly method: string; readonly path: string }): boolean {
  if (method !== "GET" && method !== "HEAD") return false;
  const action = ACTION.exec(path)?.[1];
  return action === undefined || READS.test(action);
}

const ACTION = /[#?&]Action=(\w+)/;
const READS =
  /^(?:BatchGet|Check|Decode|Describe|Download|Estimate|Get|List|Lookup|Retrieve|Search|Select|Simulate|Validate)(?![a-z])/;
