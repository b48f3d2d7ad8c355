/** What version 4 of Amazon's signature is scoped to, and the parameters that it fills. */

export interface AwsScope {
  readonly service: string;
  readonly region: string;
}

const REGION = /^(?:us|eu|ap|sa|ca|me|af|il|mx|cn)(?:-(?:gov|iso[a-z]?))?-(?:[a-z]+)-\d$/;
/** Services without a region of their own are signed for this one. */
const GLOBAL_REGION = "us-east-1";

/**
 * `signingName` is what the description says (`x-aws-signingName`); where it is silent, the label of the host before
 * its region.
 */
export function awsScope(host: string, signingName?: string): AwsScope {
  const labels = (host.toLowerCase().split(":")[0] ?? "").split(".");
  const at = labels.findIndex((label) => REGION.test(label));
  const region = labels[at] ?? GLOBAL_REGION;
  if (signingName !== undefined && signingName !== "") return { service: signingName, region };
  const domain = labels.findIndex((label) => label === "amazonaws" || label === "api" || label === "aws");
  const service = at > 0 ? labels[at - 1] : labels[Math.max(0, domain - 1)];
  return { service: service ?? "", region };
}

const SIGNING_PARAMETERS: ReadonlySet<string> = new Set([
  "x-amz-content-sha256",
  "x-amz-date",
  "x-amz-algorithm",
  "x-amz-credential",
  "x-amz-security-token",
  "x-amz-signature",
  "x-amz-signedheaders",
]);

/** Whether a parameter belongs to the signature, which is no caller's to write. */
export function isSigningParameter(name: string): boolean {
  return SIGNING_PARAMETERS.has(name.toLowerCase());
}
