/** The stock clients of both generations, in the five ways in which they speak. */
import { Client as NewClient, StreamableHTTPClientTransport as NewTransport } from "@modelcontextprotocol/client";
import { Client as OldClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as OldTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";

export interface CallOptions {
  readonly meta?: Readonly<Record<string, unknown>>;
  readonly signal?: AbortSignal;
  readonly onprogress?: (progress: { progress: number }) => void;
}

export interface CalledTool {
  readonly content: readonly { readonly type: string; readonly text: string }[];
  readonly structuredContent?: any;
  readonly isError?: boolean;
  readonly _meta?: any;
}

export interface ListedTool {
  readonly name: string;
  readonly description?: string;
  readonly inputSchema: any;
  readonly outputSchema?: any;
  readonly annotations?: any;
}

export interface McpClient extends AsyncDisposable {
  list(cursor?: string): Promise<readonly ListedTool[]>;
  call(name: string, args?: Readonly<Record<string, unknown>>, options?: CallOptions): Promise<CalledTool>;
}

export type Connect = (url: string, headers?: Readonly<Record<string, string>>) => Promise<McpClient>;

const INFO = { name: "test", version: "1" };

/** By what the way is called. */
export const WAYS: readonly (readonly [name: string, connect: Connect])[] = [
  [
    "v1",
    (url, headers = {}) => connected(new OldClient(INFO), new OldTransport(new URL(url), { requestInit: { headers } })),
  ],
  ["v2 as it comes", v2({})],
  ["v2, 2025-11-25", v2({ versionNegotiation: { mode: "legacy" } })],
  ["v2, by itself", v2({ versionNegotiation: { mode: "auto" } })],
  ["v2, 2026-07-28", v2({ versionNegotiation: { mode: { pin: "2026-07-28" } } })],
];

function v2(options: object): Connect {
  return (url, headers = {}) =>
    connected(new NewClient(INFO, options), new NewTransport(new URL(url), { requestInit: { headers } }));
}

async function connected(client: OldClient | NewClient, transport: OldTransport | NewTransport): Promise<McpClient> {
  await client.connect(transport as never); // Each has its own.
  return {
    list: async (cursor) => {
      const { tools } = await client.listTools(cursor === undefined ? undefined : { cursor });
      return tools as readonly ListedTool[];
    },
    async call(name, args = {}, { meta, signal, onprogress } = {}) {
      const params = { name, arguments: args, ...(meta && { _meta: meta }) };
      const options = { ...(signal && { signal }), ...(onprogress && { onprogress }) };
      const result =
        client instanceof OldClient ? client.callTool(params, undefined, options) : client.callTool(params, options);
      return (await result) as unknown as CalledTool; // Checked by the client itself.
    },
    [Symbol.asyncDispose]: () => client.close(),
  };
}
