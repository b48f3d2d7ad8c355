/** The options of a script; whoever gives one that is not known is told which there are. */
import { parseArgs, type ParseArgsOptionsConfig } from "node:util";

/** Ends the process with 2 where they cannot be read. */
export function readOptions<const Options extends ParseArgsOptionsConfig>(options: Options, usage: string) {
  try {
    return parseArgs({ options }).values;
  } catch (error) {
    return endWith(`${error instanceof Error ? error.message : error}\n\n${usage}`);
  }
}

export function endWith(sentence: string): never {
  console.error(sentence);
  process.exit(2);
}
