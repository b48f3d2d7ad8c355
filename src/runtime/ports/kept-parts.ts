/** Where parts of long answers wait for their caller, in whichever process of the hub it asks for them. */

export interface PartOwner {
  /** Of the answer; it cannot be guessed. */
  readonly id: string;
  /** Names the caller: nobody else gets them. */
  readonly owner: string;
}

export interface KeptParts {
  /** Keeps texts under the numbers from 1 on, for ten minutes or until too much is kept. */
  keep(of: PartOwner, parts: Iterable<string>): Promise<void>;
  find(of: PartOwner, number: number): Promise<string | undefined>;
  /** To be called every minute. */
  forget(): Promise<void>;
}
