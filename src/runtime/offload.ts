/** Heavy work of an actor, done where it stalls nobody else: a module's default export, applied to one value. */

/**
 * Applies the default export of `module` to `input`, which like its result is copied as `structuredClone` would. What is
 * named in `handOver` is moved instead, and gone here afterwards; so are bytes that are fields of a result, or listed in one.
 * Where the work has to be done sooner than all work has, `withinMs` says so: from the moment a thread has it.
 * Name the function as the type argument: `offload<typeof work>(new URL("./work.ts", import.meta.url), input)`.
 * @throws {HubError} what the operation itself throws; `overloaded` when too much is waiting; `actor_timeout`.
 */
export type Offload = <Work extends (input: never) => unknown>(
  module: URL,
  input: Parameters<Work>[0],
  handOver?: readonly ArrayBuffer[],
  withinMs?: number,
) => Promise<Awaited<ReturnType<Work>>>;

/** Whose work it is, by account or by address. Anybody can be a stranger at a new address. */
export interface Client {
  readonly name: string;
  readonly isStranger: boolean;
}

/** Does the work here and now, for a shell and for tests: nobody else is there to be stalled. */
export const inline: Offload = async (module, input) => {
  const imported: { default: (input: unknown) => never } = await import(module.href); // The type argument says what it is.
  return imported.default(input);
};
