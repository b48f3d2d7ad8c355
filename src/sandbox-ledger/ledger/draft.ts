/** The changes of one transaction over a state, before anybody decides whether they hold. */
import type { AccountRoot, LedgerEntry, EntryOf, State } from "./entries.ts";
import { accountKey, ownerDirectoryKey } from "./hash.ts";

export class LedgerDraft {
  readonly base: State;
  /** What was written, by key; `undefined` where an entry was erased. */
  readonly changes = new Map<string, LedgerEntry | undefined>();

  constructor(base: State) {
    this.base = base;
  }

  get(key: string): LedgerEntry | undefined {
    return this.changes.has(key) ? this.changes.get(key) : this.base.get(key);
  }

  find<Type extends LedgerEntry["LedgerEntryType"]>(type: Type, key: string): EntryOf<Type> | undefined {
    const entry = this.get(key);
    return isOfType(entry, type) ? entry : undefined;
  }

  account(address: string): AccountRoot | undefined {
    return this.find("AccountRoot", accountKey(address));
  }

  put(key: string, entry: LedgerEntry): void {
    this.changes.set(key, entry);
  }

  erase(key: string): void {
    this.changes.set(key, undefined);
  }

  /** Changes fields of an account that exists; a field set to `undefined` goes. */
  change(address: string, fields: { readonly [Field in keyof AccountRoot]?: AccountRoot[Field] | undefined }): void {
    const account = this.account(address);
    if (account === undefined) throw new Error(`Cannot change the account "${address}": it is not in the ledger`);
    const changed = Object.entries({ ...account, ...fields }).filter(([, value]) => value !== undefined);
    this.put(accountKey(address), Object.fromEntries(changed) as unknown as AccountRoot); // Only optional fields go.
  }

  /** Adds drops, or takes them. */
  credit(address: string, drops: bigint): void {
    this.change(address, { Balance: String(BigInt(this.account(address)?.Balance ?? 0) + drops) });
  }

  /** Puts an entry into the owner's directory, and counts it when the owner pays the reserve for it. */
  own(owner: string, key: string, count = 1): void {
    const root = ownerDirectoryKey(owner);
    const directory = this.find("DirectoryNode", root);
    const Indexes = [...(directory?.Indexes ?? []), key].sort();
    this.put(root, {
      LedgerEntryType: "DirectoryNode",
      Flags: 0,
      Owner: owner,
      RootIndex: root,
      ...directory,
      Indexes,
    });
    this.#count(owner, count);
  }

  disown(owner: string, key: string, count = 1): void {
    const root = ownerDirectoryKey(owner);
    const directory = this.find("DirectoryNode", root);
    const Indexes = directory?.Indexes.filter((index) => index !== key) ?? [];
    if (directory === undefined || Indexes.length === 0) this.erase(root);
    else this.put(root, { ...directory, Indexes });
    this.#count(owner, -count);
  }

  #count(owner: string, difference: number): void {
    if (difference === 0) return;
    this.change(owner, { OwnerCount: (this.account(owner)?.OwnerCount ?? 0) + difference });
  }

  /** The state with the changes in it. */
  applied(): State {
    let state = this.base;
    for (const [key, entry] of this.changes) {
      if (entry !== undefined) state = state.set(key, entry);
      else if (state.get(key) !== undefined) state = state.delete(key);
    }
    return state;
  }
}

function isOfType<Type extends LedgerEntry["LedgerEntryType"]>(
  entry: LedgerEntry | undefined,
  type: Type,
): entry is EntryOf<Type> {
  return entry?.LedgerEntryType === type;
}
