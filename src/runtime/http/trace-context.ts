/** The header `traceparent` (W3C Trace Context, https://www.w3.org/TR/trace-context/). */

export interface TraceContext {
  /** 32 hex digits. */
  readonly traceId: string;
  /** 16 hex digits: the caller's own span. */
  readonly spanId: string;
}

const HEADER = /^([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-[\da-f]{2}(-.{0,200})?$/;

/** `undefined` where there is none, or it is none. Later versions may say more behind what is known (section 3.2.4). */
export function parseTraceparent(header: string | null): TraceContext | undefined {
  const [, version, traceId = "", spanId = "", more] = HEADER.exec(header ?? "") ?? [];
  if (version === undefined || version === "ff" || (version === "00" && more !== undefined)) return undefined;
  return /^0+$/.test(traceId) || /^0+$/.test(spanId) ? undefined : { traceId, spanId };
}

/** What is sent on is always sampled: of what is not, nothing is told. */
export function writeTraceparent({ traceId, spanId }: TraceContext): string {
  return `00-${traceId}-${spanId}-01`;
}
