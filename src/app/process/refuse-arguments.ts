/** The server takes none: what looked like an option would have had no effect, and nobody would have been told. */

const USAGE =
  "Serves the hub, until it is told to stop. Its settings stand in the environment: docs/configuration.md.\n";

export function refuseArguments([first]: readonly string[]): void {
  if (first === undefined) return;
  const isAsked = first === "--help" || first === "-h";
  if (isAsked) process.stdout.write(`Usage: npm start\n\n${USAGE}`);
  else process.stderr.write(`There is no option ${JSON.stringify(first)}: the settings stand in the environment.\n`);
  process.exit(isAsked ? 0 : 2);
}
