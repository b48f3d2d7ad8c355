/** What accounts have connected, as far as a call of an upstream needs it. */
import type { Entry } from "../catalog.ts";
import type { Holder } from "./accounts.ts";

/** A credential of an account, opened for one call. */
export interface OpenConnection {
  readonly id: string;
  readonly label: string;
  /** `host`, with a port where it is not the usual one: whether the credential may go there. */
  mayGoTo(host: string): boolean;
  readonly placed: {
    /** By lower-case names. */
    readonly headers: Readonly<Record<string, string>>;
    readonly query: readonly (readonly [name: string, value: string])[];
    /** Members of a JSON body. */
    readonly body?: Readonly<Record<string, string>>;
  };
  /** Choices among the variables of the server's address that hold where a call makes none. */
  readonly server?: Readonly<Record<string, string>>;
  /** The headers of a signature over the finished request. */
  readonly sign?: (request: SignableRequest) => Promise<Readonly<Record<string, string>>>;
  /** Texts that no answer may hold. */
  readonly secrets: readonly string[];
  /** Counts one call, before it is sent. @throws {HubError} `connection_not_allowed` where its daily calls are used up. */
  use(): Promise<void>;
  /**
   * Told what the upstream said of the credential. After a 401 the same connection with a fresh one, if there is one.
   * @throws {HubError} `scope_missing` or `connection_expired`, where the answer says so.
   */
  heard(
    answer: { readonly status: number; readonly challenge: string | null },
    signal: AbortSignal,
  ): Promise<OpenConnection | undefined>;
}

export interface SignableRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
}

export interface ConnectionAsk {
  readonly entry: Entry;
  /** Id or label of the one that is meant; "none" for none. Left out, the default one of the host. */
  readonly wish?: string | undefined;
  /** Names of the values that the call brings, in lower case: a credential may be among them. */
  readonly given: ReadonlySet<string>;
  /** Nothing is sent: nobody has to connect anything for that. */
  readonly isDry: boolean;
}

export interface Connections {
  /**
   * The connection that a call uses; `undefined` where it needs none.
   * @throws {HubError} why it cannot be made, with a link for the person who can mend that.
   */
  forCall(holder: Pick<Holder, "id">, ask: ConnectionAsk): Promise<OpenConnection | undefined>;
}
