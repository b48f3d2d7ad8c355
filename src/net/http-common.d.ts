/** The parser of the runtime's own HTTP client and server (llhttp), as far as `http-socket.ts` uses it. */
declare module "node:_http_common" {
  type OnHeaders = (some: string[]) => void;
  type OnHead = (
    major: number,
    minor: number,
    headers: string[] | undefined,
    method: undefined,
    url: undefined,
    status: number,
    statusText: string,
    isUpgrade: boolean,
    isKeptAlive: boolean,
  ) => number;

  class HTTPParser {
    static readonly RESPONSE: number;
    static readonly kOnMessageBegin: unique symbol;
    static readonly kOnHeaders: unique symbol;
    static readonly kOnHeadersComplete: unique symbol;
    static readonly kOnBody: unique symbol;
    static readonly kOnMessageComplete: unique symbol;
    [HTTPParser.kOnMessageBegin]: () => void;
    [HTTPParser.kOnHeaders]: OnHeaders;
    [HTTPParser.kOnHeadersComplete]: OnHead;
    [HTTPParser.kOnBody]: (bytes: Buffer) => void;
    [HTTPParser.kOnMessageComplete]: () => void;
    initialize(type: number, resource: object, maxHeadBytes?: number): void;
    /** How many bytes were read, or what is wrong with them. */
    execute(bytes: Uint8Array): number | Error;
    /** No more will come: ends a body that only the end of the connection ends. */
    finish(): Error | undefined;
    close(): void;
  }
}
