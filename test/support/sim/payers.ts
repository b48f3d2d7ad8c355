/** The honest part of the cast: who asks for what, with which key, and in which manner it pays. */
import type { Requirements } from "../../../src/payment/requirements.ts";
import { paymentFields, type Wallet, walletOf } from "../payer.ts";
import type { Asked, Presentation, Proof } from "./chronicle.ts";
import { type KeyKind, openKey, type PlayKey } from "./keys.ts";
import type { SimProcess } from "./process.ts";
import { send, termsOf } from "./requests.ts";
import { proofFor, signedOnce } from "./signing.ts";
import { SLUGS } from "./operations.ts";
import type { World } from "./world.ts";

export interface Payer {
  readonly name: string;
  readonly wallet: Wallet;
  readonly asked: Asked;
  /** "hash" sends the payment itself and shows what the ledger calls it. */
  readonly manner: "sequence" | "ticket" | "hash";
  readonly key: PlayKey | undefined;
  readonly idempotencyKey: string | undefined;
  /** What it has asked so far without a payment. */
  readonly questions: Presentation[];
  /** What it was told to pay, once it has signed. */
  terms: Requirements | undefined;
  proof: Proof | undefined;
}

const NAMES = ["Ann", "Bob", "Cleo"] as const;
const WALLETS: Readonly<Record<string, Wallet>> = Object.fromEntries(NAMES.map((name) => [name, walletOf(name)]));
export const TICKETS: readonly number[] = [21, 22, 23];
/** Nobody pays an invoice that is about to expire. */
const IN_TIME_MS = 60_000;
/** How many ledgers a payment is good for. */
const GOOD_FOR = 14;

export async function castPayers(world: World): Promise<readonly Payer[]> {
  const payers: Payer[] = [];
  const names = world.chance.is(0.5) ? NAMES : NAMES.slice(1);
  for (const [number, name] of names.entries()) payers.push(await castPayer(world, number, name));
  return payers;
}

async function castPayer(world: World, number: number, name: string): Promise<Payer> {
  const { chance } = world;
  const wallet = WALLETS[name] ?? walletOf(name);
  for (const ledger of world.ledgers)
    ledger.accounts.set(wallet.address, { sequence: 24, balance: 50_000_000n, tickets: new Set(TICKETS) });
  const slug = chance.pick(SLUGS);
  // What is popular was often answered for somebody else before.
  const q = slug === "kept" && chance.is(0.7) ? "popular" : `question ${number}`;
  const kind = chance.is(0.35) ? chance.pick<KeyKind>(["two calls left", "a small balance", "nothing"]) : undefined;
  const payer: Payer = {
    name,
    wallet,
    asked: chance.is(0.35) ? { slug, q, isLater: true } : { slug, q },
    manner: chance.pick(["sequence", "sequence", "ticket", "hash"]),
    key: kind && (await openKey(world.store, world.time, kind)),
    idempotencyKey: chance.is(kind === undefined ? 0.2 : 0.5) ? `a-key-of-${name}-for-retries` : undefined,
    questions: [],
    terms: undefined,
    proof: undefined,
  };
  const manner = payer.manner === "hash" ? "its hash" : `a ${payer.manner}`;
  world.note(`${name} wants ${slug} "${q}", ${kind ? `has a key with ${kind}, ` : ""}pays by ${manner}`);
  return payer;
}

/** Does what it does next: asks, pays what it was told to, or presents its payment, again if need be. */
export function act(world: World, payer: Payer, process: SimProcess): Presentation {
  const offers = payer.questions.filter(({ told }) => world.time.now() + IN_TIME_MS < (told?.payableUntil ?? 0));
  const terms = offers.map(({ told }) => termsOf(told)).find((told) => told !== undefined);
  if (payer.proof === undefined && terms !== undefined) pay(world, payer, terms[payer.manner === "ticket" ? 1 : 0]);
  const { name: by, asked, proof, key, idempotencyKey } = payer;
  const sent = send(world, { by, process, asked, isOwn: true, proof, key: key?.text, idempotencyKey });
  if (proof === undefined) payer.questions.push(sent);
  return sent;
}

function pay(world: World, payer: Payer, terms: Requirements): void {
  const { wallet, manner } = payer;
  const [ledger] = world.ledgers;
  const blob = signedOnce(fieldsOf(world, payer, terms), wallet);
  payer.terms = terms;
  payer.proof = proofFor(terms, { blob, isByHash: manner === "hash" });
  if (manner === "hash") ledger.send(blob);
  world.note(`${payer.name} signs payment ${payer.proof.hash.slice(0, 6)} over ${terms.amount} drops`);
}

export function fieldsOf(world: World, { wallet, manner }: Payer, terms: Requirements): Record<string, unknown> {
  const [ledger] = world.ledgers;
  const sequence = ledger.accounts.get(wallet.address)?.sequence ?? 0;
  const fields = paymentFields(terms, wallet, sequence, ledger.index + GOOD_FOR);
  return manner === "ticket" ? { ...fields, Sequence: 0, TicketSequence: TICKETS[0] } : fields;
}
