/** Where descriptions come from: a source has a name, and hands its documents over one at a time. */

export interface SourceDocument {
  /** The registrable domain that offers it, for example "stripe.com". */
  readonly provider: string;
  /** One of several APIs of that provider, for example "drive". */
  readonly service?: string;
  /** The address the description came from: its relative server addresses start there. */
  readonly origin?: string;
  /** Where the API of a description of one's own is, see `own-names.ts`. */
  readonly place?: OwnPlace;
  /** Its file or address, for whoever has to mend it. */
  readonly name?: string;
  /** One OpenAPI 3.x document as JSON in UTF-8, good until the next one is read; older ones the source has upgraded. */
  read(): Uint8Array | Promise<Uint8Array>;
  /** Whether it could be read even if its end were lost. */
  mayEndAnywhere?(): boolean;
  /** Why what was read last may have lost its end, though it can be read. */
  seemsCut?(): string | undefined;
}

export interface OwnPlace {
  /** What the API is called where the description does not say. */
  readonly host: string;
  readonly baseUrl: string;
  /** What it was called before services were told from addresses. */
  readonly formerly: readonly string[];
}

export interface ImportSource {
  /** A re-import replaces what an earlier import under the same name brought. */
  readonly name: string;
  /** In the order in which they shall be read: of two versions the one to keep comes first. */
  readonly documents: readonly SourceDocument[];
}

/** "googleapis.com/drive", or only "stripe.com". */
export function apiOf({ provider, service }: Pick<SourceDocument, "provider" | "service">): string {
  return service === undefined ? provider : `${provider}/${service}`;
}
