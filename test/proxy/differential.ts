/** Builds a call with both builders and says what a server would read otherwise, and who is right about it. */
import type { Callable } from "../../src/proxy/request/operation.ts";
import { readOperation } from "../../src/proxy/request/operation.ts";
import { buildRequest } from "../../src/proxy/request/build.ts";
import type { AnySchema } from "./described.ts";
import type { MadeUp } from "./generate.ts";
import { buildWithClient, fieldsOf, type Readings, readingsOf } from "./second-builder.ts";
import { type Difference, type Verdict, VERDICTS } from "./verdicts.ts";

export interface Judged extends Difference {
  /** `undefined` where nobody has judged such a difference: it may be ours. */
  readonly verdict: Verdict | undefined;
}

export async function differences(callable: Callable, document: AnySchema, made: MadeUp): Promise<Judged[]> {
  const { params, body, contentType } = made;
  const headers = contentType?.includes("*") === false ? { "content-type": contentType } : {};
  const built = buildRequest(
    readOperation(callable, document),
    { params, headers, ...(body !== undefined && { body }) },
    { credentials: {}, userAgent: "hub" },
  );
  const theirs = await buildWithClient(document, made);
  const ours = built.ok ? await ourReadings(built.request) : `${built.issues[0]?.pointer} ${built.issues[0]?.detail}`;
  return compared(ours, theirs).map((difference) => ({
    ...difference,
    verdict: VERDICTS.find(({ explains }) => explains(difference, document)),
  }));
}

async function ourReadings(request: {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
}): Promise<Readings> {
  const type = request.headers["content-type"] ?? "";
  if (request.body === undefined || !type.startsWith("multipart/form-data")) return readingsOf(request);
  const form = await new Response(Buffer.from(request.body), { headers: { "content-type": type } }).formData();
  return readingsOf({ ...request, fields: await fieldsOf(form) });
}

function compared(ours: Readings | string, theirs: Readings | string): Difference[] {
  if (typeof ours === "string" || typeof theirs === "string") {
    if (typeof ours === typeof theirs) return [];
    const say = (one: Readings | string) => (typeof one === "string" ? one : undefined);
    return [{ at: "refusal", ours: say(ours), theirs: say(theirs) }];
  }
  return [...new Set([...ours.keys(), ...theirs.keys()])]
    .map((at) => ({ at, ours: ours.get(at), theirs: theirs.get(at) }))
    .filter((one) => one.ours !== one.theirs);
}
