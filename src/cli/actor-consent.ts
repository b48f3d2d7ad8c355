/** Asks the operator whether a package may be installed: what it reaches is shown, and nothing is agreed to unseen. */
import { createInterface } from "node:readline/promises";
import type { InstallQuestion } from "../packages/installer.ts";
import { ANY_HOST, changedLines, consentLines, type ConsentLine, sameHosts } from "../packages/consent.ts";
import { OperatorError } from "../runtime/errors.ts";
import { columns } from "./command.ts";
import { printable } from "./printable.ts";

export interface ConsentDeps {
  /** `--yes`, and the hosts that `--hosts` names. */
  readonly isAgreed: boolean;
  readonly hosts: readonly string[] | undefined;
  readonly priceOf: (tier: string) => string;
  readonly show: (text: string) => void;
  /** The line that was typed; `undefined` where nobody is there to type. */
  readonly ask: ((question: string) => Promise<string>) | undefined;
}

export function createConsent({ isAgreed, hosts, priceOf, show, ask }: ConsentDeps) {
  return async ({ after, before, wider }: InstallQuestion): Promise<boolean> => {
    const lines = before === undefined ? consentLines(after, priceOf) : changedLines(before, after, priceOf);
    show(`${before === undefined ? "To be installed:" : `Different from ${before.version}:`}\n${linesText(lines)}\n`);
    if (wider.length > 0)
      show(`It reaches further than what was agreed to:\n${wider.map((line) => `  ${line}\n`).join("")}`);
    if (isAgreed) {
      if (hosts !== undefined && sameHosts(hosts, after.hosts)) return true;
      const named = after.hosts.length === 0 ? "none" : after.hosts.join(",");
      throw new OperatorError(
        `Cannot install "${after.slug}": --yes needs --hosts ${named}, the hosts that it reaches.`,
      );
    }
    if (before !== undefined && wider.length === 0) return true;
    if (ask === undefined)
      throw new OperatorError(
        `Cannot install "${after.slug}": nobody can be asked here; --yes with --hosts agrees to what is shown above.`,
      );
    const mustType = after.hosts.includes(ANY_HOST) ? ANY_HOST : "yes";
    const what = mustType === ANY_HOST ? "It may send anything to any public host." : "May it be installed?";
    return (await ask(`${what} Type ${mustType} to agree: `)).trim() === mustType;
  };
}

/** A line from the terminal, where there is one; nothing where it is closed or interrupted instead. */
export function terminalAsk(): ConsentDeps["ask"] {
  if (!process.stdin.isTTY) return undefined;
  return async (question) => {
    using terminal = createInterface({ input: process.stdin, output: process.stdout });
    const { promise: closed, resolve } = Promise.withResolvers<string>();
    terminal.once("close", () => resolve(""));
    const answer = terminal.question(question).catch(() => "");
    return await Promise.race([answer, closed]); // Not before its end is it closed.
  };
}

export function linesText(lines: readonly ConsentLine[]): string {
  return columns(lines.map(([label, text]) => [label, printable(text)]));
}
