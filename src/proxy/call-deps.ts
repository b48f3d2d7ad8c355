/** What a proxy call needs from outside. */
import type { CallRecords } from "../runtime/entries/call-records.ts";
import type { Catalog } from "../runtime/catalog.ts";
import type { HealthRecords } from "../runtime/health.ts";
import type { Holder } from "../runtime/ports/accounts.ts";
import type { Connections } from "../runtime/ports/connections.ts";
import type { Sweep } from "../runtime/world.ts";
import type { Validation } from "../runtime/schema.ts";
import type { Breakers } from "./breaker.ts";
import type { Spell } from "./credentials.ts";
import { CallInput } from "./input.ts";
import type { FindOperation } from "./operations.ts";
import type { Send } from "./send.ts";

export interface CallDeps {
  readonly catalog: () => Catalog;
  readonly find: FindOperation;
  readonly send: Send;
  readonly breakers: Breakers;
  /** Judges the shape of an input. */
  readonly judge: (input: unknown) => Validation;
  readonly userAgent: string;
  /** Whether an actor of this slug is served, which is no API and run at an address of its own. */
  readonly isActor: (slug: string) => boolean;
  /** The tools that were composed for a key; absent where nobody has a key. */
  readonly tools?: Tools;
  /** What accounts have connected; absent where nobody can connect anything. */
  readonly connections?: Connections;
  /** How their secrets may be written in an answer; left out, it is found out with every call. */
  readonly spell?: Spell;
  /** Whose connections are used where nobody shows a key: in the shell. */
  readonly holder?: Pick<Holder, "id">;
  /** Told of every call that succeeded; absent where nothing is learned. */
  readonly learning?: { called(holder: Holder, entry: string): void };
  /** Told how each call went that has reached its upstream. */
  readonly noteCall?: CallRecords["note"];
  /** Told what the upstream of an entry answered. */
  readonly health?: Pick<HealthRecords, "note">;
  /** Told which authentication an upstream asked for in a call whose values have these names, in lower case. */
  readonly noteWall?: (wall: {
    readonly entry: string;
    readonly account?: string;
    readonly challenge: string | null;
    readonly given: readonly string[];
  }) => void;
  /** Whether one more failure of this host costs the account nothing; left out, any does. */
  readonly spareFailure?: (accountId: string, host: string) => Promise<boolean>;
  /** Told of what writing a large answer leaves behind. */
  readonly sweep?: Sweep;
}

/** The tools of keys. */
export interface Tools {
  find(holder: Holder, slug: string): Promise<CalledTool | undefined>;
}

/** A tool of a key, as far as a call needs it. */
export interface CalledTool {
  /** Slug of the entry. */
  readonly entry: string;
  readonly constants: Pick<CallInput, "params" | "body">;
}
