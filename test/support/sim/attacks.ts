/** The dishonest part of the cast: what can be tried with payments that are not meant for it, or are none. */
import type { Requirements } from "../../../src/payment/requirements.ts";
import { PRICES } from "../operations.ts";
import { paymentFields, proofOf, signed, walletOf } from "../payer.ts";
import type { Proof } from "./chronicle.ts";
import { fieldsOf, type Payer } from "./payers.ts";
import { HUB_WALLET, type SimProcess, TAG } from "./process.ts";
import { send, termsOf } from "./requests.ts";
import { proofFor, signedOnce } from "./signing.ts";
import type { World } from "./world.ts";

/** A payer that has signed, seen by somebody else. */
type Victim = Payer & { readonly proof: Proof; readonly terms: NonNullable<Payer["terms"]> };
type Attack = (world: World, victim: Victim, process: SimProcess) => void;

const MALLORY = walletOf("Mallory");
const PARTIAL_PAYMENT = 0x0002_0000;

/** What is changed in a payment, and what it then is. */
const FORGERIES: readonly (readonly [flaw: string, changed: Record<string, unknown>])[] = [
  ["to another wallet", { Destination: walletOf("an accomplice").address }],
  ["with another tag", { DestinationTag: TAG + 1 }],
  ["with too little", { Amount: "1" }],
  ["delivered in part", { Flags: PARTIAL_PAYMENT }],
  ["for another invoice", { InvoiceID: "AB".repeat(32) }],
  ["in another currency", { Amount: { currency: "XRP".replace("X", "Y"), issuer: HUB_WALLET, value: "1" } }],
  ["signed by another", {}],
];

const ATTACKS: readonly Attack[] = [
  anotherRequest,
  anotherRequest,
  overhear,
  spendElsewhere,
  payAgain,
  forge,
  forge,
  crossNetworks,
  forceFresh,
  showWhatIsPublic,
  showWhatIsPublic,
  convertWhatIsPublic,
];

/** Knows every hash and blob, every shape of a request, and the code; but no invoice that was issued to another. */
const STRANGER = "a stranger";

/** Tries something with a payment that one of them has signed. */
export function attack(world: World, payers: readonly Payer[], process: SimProcess): void {
  const victims = payers.filter((payer): payer is Victim => payer.proof !== undefined && payer.terms !== undefined);
  const discounted = victims.find(({ proof }) => proof.price < PRICES.tiers.enhanced);
  if (discounted !== undefined && world.chance.is(0.5)) return forceFresh(world, discounted, process);
  if (victims.length > 0) world.chance.pick(ATTACKS)(world, world.chance.pick(victims), process);
}

/** The same proof for something else. */
function anotherRequest(world: World, { asked, proof }: Victim, process: SimProcess): void {
  const slug = asked.slug === "fresh" ? "kept" : "fresh";
  const other = world.chance.is(0.5) ? { slug, q: asked.q } : { slug: asked.slug, q: "something else" };
  send(world, { by: "a thief", process, asked: other, isOwn: false, proof });
}

/** Whoever has seen a signed transaction can send it. */
function overhear(world: World, { name, proof }: Victim): void {
  if (proof.blob === undefined) return;
  world.ledgers[0].send(proof.blob);
  world.note(`somebody else sends the payment of ${name}`);
}

function spendElsewhere(world: World, { name, wallet }: Victim): void {
  const account = world.ledgers[0].accounts.get(wallet.address);
  if (account !== undefined) account.sequence++;
  world.note(`${name} uses its sequence for something else`);
}

/** Another transaction for an invoice that has one. */
function payAgain(world: World, victim: Victim, process: SimProcess): void {
  if (victim.manner === "hash") return;
  const blob = signedOnce({ ...fieldsOf(world, victim, victim.terms), Fee: "15" }, victim.wallet);
  const proof = proofFor(victim.terms, { blob, isByHash: false });
  send(world, { by: `${victim.name} once more`, process, asked: victim.asked, isOwn: true, proof });
}

/** A payment that is not what was asked for, to be sent by the hub, or sent already and shown by its hash. */
function forge(world: World, { terms, asked, wallet }: Victim, process: SimProcess): void {
  const { chance, ledgers } = world;
  const [flaw, changed] = chance.pick(FORGERIES);
  const [ledger] = ledgers;
  for (const each of ledgers)
    if (!each.accounts.has(MALLORY.address))
      each.accounts.set(MALLORY.address, { sequence: 7, balance: 50_000_000n, tickets: new Set() });
  const sequence = ledger.accounts.get(MALLORY.address)?.sequence ?? 0;
  const fields = { ...paymentFields(terms, MALLORY, sequence, ledger.index + 14), ...changed };
  const isStolen = flaw === "signed by another";
  const blob = isStolen ? signed({ ...fields, Account: wallet.address }, MALLORY) : signedOnce(fields, MALLORY);
  const isByHash = !isStolen && chance.is(0.5);
  if (isByHash) ledger.send(blob);
  send(world, { by: "Mallory", process, asked, isOwn: true, proof: proofFor(terms, { blob, isByHash, flaw }) });
}

/** Networks with small ids take each other's transactions: the play money of one is offered for the goods of another. */
function crossNetworks(world: World, { terms, asked, proof }: Victim): void {
  const [, other] = world.ledgers;
  const there = world.processes.find(({ network, isDead }) => network === other.network && !isDead);
  if (there === undefined || proof.blob === undefined) return;
  if (world.chance.is(0.5)) other.send(proof.blob);
  const relabelled = { ...terms, network: other.network };
  const shown = proofFor(relabelled, { blob: proof.blob, isByHash: world.chance.is(0.3) });
  const flaw = "for another network";
  send(world, {
    by: "Mallory",
    process: there,
    asked,
    isOwn: true,
    proof: { ...shown, network: terms.network, flaw },
  });
}

/** The price of a cached answer, and the wish for a fresh one. */
function forceFresh(world: World, { name, asked, proof, key }: Victim, process: SimProcess): void {
  send(world, { by: name, process, asked: { ...asked, freshness: "fresh" }, isOwn: true, proof, key: key?.text });
}

/** The payment of another as the ledger shows it to everybody, under any invoice but the one it was made for. */
function showWhatIsPublic(world: World, { asked, terms, proof }: Victim, process: SimProcess): void {
  const own = ownTerms(world, asked);
  if (own === undefined) return void send(world, { by: STRANGER, process, asked, isOwn: true });
  const invoiceId = guess(world, own, proof.hash);
  const shown: Requirements = { ...own, amount: terms.amount, extra: { ...own.extra, invoiceId } };
  const isByHash = proof.blob === undefined || world.chance.is(0.5);
  const payload = isByHash ? { txHash: proof.hash } : { signedTxBlob: proof.blob ?? "" };
  const stolen = { ...proof, header: proofOf(shown, payload), invoiceId, flaw: "of somebody else" };
  send(world, { by: STRANGER, process, asked, isOwn: true, proof: stolen });
}

/** The same, to make a balance of it. */
function convertWhatIsPublic(world: World, { asked, terms, proof }: Victim, process: SimProcess): void {
  const own = ownTerms(world, asked) ?? terms;
  const invoiceId = own === terms ? terms.extra.invoiceId.replace(/.$/, "!") : guess(world, own, proof.hash);
  world.note(`${STRANGER} would turn payment ${proof.hash.slice(0, 6)} into balance`);
  process.convert({ txHash: proof.hash, invoiceId, email: "stranger@example.com" }).then(
    () => void world.chronicle.conversions.push(proof.hash),
    () => undefined,
  );
}

/** What the stranger was asked to pay for the same request. */
function ownTerms(world: World, asked: Victim["asked"]): Requirements | undefined {
  const questions = world.chronicle.presentations.filter(({ by, proof }) => by === STRANGER && proof === undefined);
  const same = questions.filter((each) => each.asked.slug === asked.slug && each.asked.q === asked.q);
  return same.map(({ told }) => termsOf(told)?.[0]).find((terms) => terms !== undefined);
}

/** An invoice of its own for that very request, what the ledger shows of the true one, or nothing at all. */
function guess({ chance, ledgers }: World, own: Requirements, hash: string): string {
  const onLedger = ledgers[0].validated(hash)?.invoiceHash ?? "";
  return chance.pick([own.extra.invoiceId, own.extra.invoiceId, onLedger, ""]);
}
