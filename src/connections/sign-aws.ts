/** Signs a finished request as Amazon's services want it (Signature Version 4): last, and anew for each attempt. */
import { createHash } from "node:crypto";
import { AwsV4Signer } from "aws4fetch";
import { awsScope } from "../access/aws.ts";

export interface AwsKeys {
  readonly access_key_id: string;
  readonly secret_access_key: string;
  readonly session_token?: string;
}

export interface Signable {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
}

/** Of what a proxy on the way may add or reword nothing is signed. */
const SIGNED = /^(?:content-type|x-amz-.*)$/;

/** The headers that the signature adds. `now` in milliseconds since the epoch. */
export async function signAws(
  request: Signable,
  keys: AwsKeys,
  { signingName, now }: { signingName?: string | undefined; now: number },
): Promise<Record<string, string>> {
  const { service, region } = awsScope(new URL(request.url).host, signingName);
  const own = Object.entries(request.headers).filter(([name]) => SIGNED.test(name));
  const hash = createHash("sha256")
    .update(request.body ?? "")
    .digest("hex");
  const signer = new AwsV4Signer({
    method: request.method,
    url: request.url,
    headers: { ...Object.fromEntries(own), "x-amz-content-sha256": hash },
    accessKeyId: keys.access_key_id,
    secretAccessKey: keys.secret_access_key,
    ...(keys.session_token !== undefined && { sessionToken: keys.session_token }),
    service,
    region,
    datetime: new Date(now).toISOString().replace(/[:-]|\.\d{3}/g, ""),
  });
  const { headers } = await signer.sign();
  return Object.fromEntries(headers);
}
