/** `bun run pay <url>`: buys what an address sells. The answer goes to standard output, all else to standard error. */
import { randomBytes } from "node:crypto";
import { fstatSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline/promises";
import { setTimeout as wait } from "node:timers/promises";
import { type Config, loadConfig } from "../app/settings/config.ts";
import { publicServers } from "../app/settings/public-networks.ts";
import { buy, type PurchaseOutcome, resume } from "../payment/payer/buy.ts";
import { type SellerAnswer, textOf } from "../payment/payer/exchange.ts";
import { type PendingPayment, createPendingPayments } from "../payment/payer/pending-payments.ts";
import type { PayerContext } from "../payment/payer/context.ts";
import { walletOfSeed } from "../payment/xrpl/payer-wallet.ts";
import { OperatorError } from "../runtime/errors.ts";
import { formatXrp } from "../runtime/money.ts";
import { jsonIn } from "../text/foreign.ts";
import type { Field } from "./args.ts";
import { defineCommand, UsageError } from "./command.ts";
import { inputOf, PAY_ARGS, type PayValues, requestOf, wantsStdin } from "./pay-args.ts";
import { printable } from "./printable.ts";

const PENDING_FOLDER = "payments";
const UNANSWERED = 3;
const DEFAULT_WAIT_MS = 180_000;
const STDIN_MS = 1_000;

export const payCommand = defineCommand({
  name: "pay",
  summary: "Buys what an address sells: asks, pays once what the 402 demands, and asks again with the proof.",
  args: PAY_ARGS,
  fields: {
    hint: "--<field> <value>",
    description: "a field of the input; with --method GET it goes into the address",
  },
  notes:
    "The input may also come as JSON on standard input.\n" +
    "Pays from the seed in XRPL_SEED; at a hub's sandbox, with play money from its faucet.",
  exitCodes: { [UNANSWERED]: "paid but not answered (--resume goes on)" },
  run: pay,
});

async function pay(values: PayValues, fields: readonly Field[]): Promise<number> {
  const world = openWorld(values);
  if (values.resume) return show(await resume(await pendingOne(values, world), world), world);
  const input = inputOf(fields);
  const stdin = wantsStdin(values, input) ? await readStdin(values.method !== undefined) : "";
  return show(await buy(requestOf(values, input, stdin), world), world);
}

function openWorld(values: PayValues): PayerContext {
  const config = settingsOf(values);
  const interrupted = new AbortController();
  for (const name of ["SIGINT", "SIGTERM"] as const) process.once(name, () => interrupted.abort());
  const isAttended = process.stdin.isTTY === true && process.stderr.isTTY === true;
  const seed = process.env["XRPL_SEED"]?.trim() ?? "";
  return {
    fetch,
    clock: { now: Date.now },
    random: randomBytes,
    pause: (ms, signal) => wait(ms, undefined, { signal }).catch(() => undefined),
    signal: interrupted.signal,
    say,
    confirm: isAttended ? (question) => confirm(question, interrupted.signal) : undefined,
    pending: createPendingPayments(join(config.HUB_DATA_DIR, PENDING_FOLDER)),
    wallet: seed === "" ? undefined : walletOfSeed(seed),
    limit: config.PAY_MAX_XRP,
    networkId: config.XRPL_NETWORK,
    ledgerUrls: config.XRPL_URL,
    publicServers,
    patienceMs: values.wait ?? DEFAULT_WAIT_MS,
  };
}

/** Flags stand over the settings of the same meaning, and are judged as these are. */
function settingsOf({ "max-xrp": limit, network, ledger }: PayValues): Config {
  const flags = [
    ["PAY_MAX_XRP", "--max-xrp", limit],
    ["XRPL_NETWORK", "--network", network],
    ["XRPL_URL", "--ledger", ledger],
  ] as const;
  const given = flags.filter(([, , value]) => value !== undefined);
  try {
    return loadConfig({ ...process.env, ...Object.fromEntries(given.map(([setting, , value]) => [setting, value])) });
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    const message = given.reduce((text, [setting, flag]) => text.replaceAll(setting, flag), error.message);
    throw new UsageError(message.replace("Cannot start", "Cannot pay"));
  }
}

async function pendingOne({ url: prefix = "" }: PayValues, { pending }: PayerContext): Promise<PendingPayment> {
  const [payment, ...others] = await pending.find(prefix);
  if (payment === undefined) throw new OperatorError("No payment waits for its answer.");
  if (others.length === 0) return payment;
  const lines = [payment, ...others].map(({ hash, request }) => `  ${hash}  ${request.url}`);
  throw new UsageError(`Several payments wait for their answers; name one:\n${lines.map(printable).join("\n")}`);
}

async function show(outcome: PurchaseOutcome, { pending }: PayerContext): Promise<number> {
  if (outcome.state === "unanswered") {
    const { hash, network } = outcome.payment;
    say(`Signed and sent, but not answered: ${outcome.why}. Transaction ${hash} on ${network} may have been paid.`);
    say(`Ask again without paying again: bun run pay --resume ${hash.slice(0, 16)}`);
    return UNANSWERED;
  }
  await print(outcome.answer);
  const { status, headers } = outcome.answer;
  if (outcome.state === "declined") {
    say(`Declined with ${status}. Transaction ${outcome.payment.hash} was not made: nothing was paid.`);
    return 1;
  }
  if (outcome.payment !== undefined) {
    const { hash, network, amount_drops: drops, payTo } = outcome.payment;
    say(`Paid ${formatXrp(BigInt(drops))} XRP to ${payTo} on ${network}`);
    say(`  transaction  ${hash}`);
    const receipt = headers.get("x-payment-receipt");
    if (receipt !== null) say(`  receipt      ${receipt}`);
    await pending.drop(outcome.payment); // Only now: until it is shown, it can be asked for again.
    return 0;
  }
  const location = headers.get("location");
  if (location !== null) say(`It answers ${status} and points to ${location}, which is not followed.`);
  else if (status >= 300) say(`It answers ${status}.`);
  return status >= 200 && status < 300 ? 0 : 1;
}

/** Into a pipe as it came; on a terminal indented, and without what would steer the terminal. */
async function print(answer: SellerAnswer): Promise<void> {
  const shown = process.stdout.isTTY ? `${printable(indented(textOf(answer)))}\n` : answer.bytes;
  await new Promise<void>((resolve, reject) =>
    process.stdout.write(shown, (error) => (error ? reject(error) : resolve())),
  );
}

function indented(text: string): string {
  const value = jsonIn(text);
  return value === undefined ? text : JSON.stringify(value, undefined, 2);
}

function say(line: string): void {
  process.stderr.write(`${printable(line)}\n`);
}

async function confirm(question: string, signal: AbortSignal): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(?:es)?$/i.test((await terminal.question(`${question} [y/N] `, { signal })).trim());
  } catch {
    return false; // Interrupted.
  } finally {
    terminal.close();
  }
}

/**
 * What a pipe or a file holds. Many a program leaves a pipe open that it never writes into: unless the method says that
 * an input comes, one that stays empty for a moment holds none.
 */
async function readStdin(isExpected: boolean): Promise<string> {
  const { stdin } = process;
  const file = fstatSync(0);
  if (!file.isFIFO() && !file.isFile() && !file.isSocket()) return "";
  const input = stdin.setEncoding("utf8")[Symbol.asyncIterator]();
  const first = input.next();
  if (!isExpected && !(await settlesWithin(first, STDIN_MS))) {
    stdin.destroy();
    return "";
  }
  let text = "";
  for (let part = await first; part.done !== true; part = await input.next()) text += String(part.value);
  return text;
}

async function settlesWithin(promise: Promise<unknown>, ms: number): Promise<boolean> {
  const settled = new AbortController();
  const settle = (): void => settled.abort();
  promise.then(settle, settle);
  return wait(ms, false, { signal: settled.signal }).catch(() => true);
}
