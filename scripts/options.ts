/** The options of a script; whoever gives one that is not known is told which there are. */
import { parseArgs, type ParseArgsConfig } from "node:util";

/** Ends the process with 2 where they cannot be read. */
export function readOptions<const Declared extends ParseArgsConfig>(declared: Declared, usage: string) {
  try {
    return parseArgs(declared);
  } catch (error) {
    return endWith(`${error instanceof Error ? error.message : error}\n\n${usage}`);
  }
}

export function endWith(sentence: string): never {
  console.error(sentence);
  process.exit(2);
}
