/** One request that follows no redirect. */
export type PlainFetch = (
  url: string,
  request: {
    readonly method: "GET" | "POST";
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: string;
    readonly signal: AbortSignal;
  },
) => Promise<{ readonly status: number; readonly headers: Headers; readonly bytes: Uint8Array }>;
