/** I1 to I13: what must hold whatever breaks. Each looks at the evidence of one play and says what it finds against it. */
import { PRICES } from "../operations.ts";
import { HUB_WALLET, TAG } from "./process.ts";
import { chargedAgain, I4, I10, I12 } from "./invariants-of-accounts.ts";
import type { Proof, Told } from "./chronicle.ts";
import type { Evidence } from "./evidence.ts";
import {
  admissionOf,
  answers,
  grouped,
  isGood,
  isLongLost,
  isPromiseGone,
  storedRunOf,
  wasLiedAbout,
} from "./reading.ts";
import { invoiceHash } from "../../../src/runtime/payment/invoice-hash.ts";

export type Invariant = (evidence: Evidence) => readonly string[];

/** No charged run starts without a committed claim. */
function I1({ admissions }: Evidence): readonly string[] {
  return admissions.flatMap(({ presentation, isPaid, row, hasSlept, setAside }) => {
    const { number, process } = presentation;
    if (!isPaid)
      return setAside > 0 || hasSlept ? [] : [`the run of request ${number} starts with nothing set aside for it`];
    const isClaimed = row?.state === "settled" && row.hold !== null && process.holds.has(row.hold);
    if (isClaimed || (hasSlept && row !== undefined)) return [];
    return [`the run of request ${number} starts while its payment is ${row?.state ?? "not in the book"}`];
  });
}

/** No settled payment without a run, a stored result or a credit of equal value. */
function I2(evidence: Evidence): readonly string[] {
  const { presentations, payments, retried, credits } = evidence;
  const misled = presentations.flatMap(({ number, by, told, proof, isOwn, asked }) => {
    const isRefused =
      isOwn && asked.freshness === undefined && told?.wasPaid === true && told.code.startsWith("payment_");
    const isOwnDoing = proof === undefined || !isGood(proof) || hasRivalOfItsOwn(evidence, proof.invoiceId);
    return isRefused && !isOwnDoing && !isExcused(evidence, told, proof)
      ? [`${by} had paid, and was told "${told.code}" of request ${number}`]
      : [];
  });
  const unserved = retried.flatMap(({ by, proof, told }) => {
    const isPaid = proof !== undefined && isGood(proof) && told?.wasPaid === true;
    // What came beside the one that counts is the follower's to park.
    const isExtra = told?.code === "payment_already_used" && hasRivalOfItsOwn(evidence, proof?.invoiceId ?? "");
    const isCredited = proof !== undefined && credits.includes(proof.hash);
    return isPaid && !isExtra && !isCredited && told.status !== 200
      ? [`${by} has paid, and in the end is told ${told.code}`]
      : [];
  });
  const stuck = payments.flatMap(({ tx_hash: hash, state, result, network }) => {
    const arrived = evidence.ledgers.find((each) => each.network === network)?.validated(hash);
    if (arrived?.result !== "tesSUCCESS") return [];
    // A daily call or an Idempotency-Key may have served its payer; then it stays with the payer, to be redeemed.
    const isSpare = retried.some(({ proof, told }) => proof?.hash === hash && told?.status === 200);
    if (state === "settled" && isSpare) return [];
    if (state === "credited" && credits.includes(hash)) return [];
    return state === "redeemed" && result !== null ? [] : [`payment ${hash.slice(0, 6)} arrived and is ${state}`];
  });
  return [...misled, ...unserved, ...stuck];
}

/** One payment is redeemed by at most one request, ever, across processes and restarts. */
function I3(evidence: Evidence): readonly string[] {
  const { redemptions, admissions, payments } = evidence;
  const twice = redemptions.filter((hash, at) => redemptions.indexOf(hash) !== at);
  const invoices = payments.filter(({ state }) => state === "redeemed").map(({ invoice_id: id }) => id);
  const shared = invoices.filter((id, at) => invoices.indexOf(id) !== at);
  const rivals = admissions.filter(({ hasRival, hasSlept }) => hasRival && !hasSlept);
  return [
    ...twice.map((hash) => `payment ${hash.slice(0, 6)} was redeemed again`),
    ...shared.map((id) => `two payments for invoice ${id.slice(0, 6)} were redeemed`),
    ...rivals.map(({ presentation }) => `request ${presentation.number} starts beside another run of its payment`),
  ];
}

/** Charged is what was quoted. */
function I5(evidence: Evidence): readonly string[] {
  const charges = evidence.admissions.flatMap(({ presentation: { number, proof }, charge, isPaid, isHit }) => {
    const quoted = isPaid ? proof?.price : charge === 0n ? 0n : listPrice(isHit);
    return charge === quoted ? [] : [`the run of request ${number} costs ${charge}, quoted were ${quoted}`];
  });
  const told = answers(evidence).flatMap(({ number, told: { charged, runId, headers } }) => {
    const admission = admissionOf(evidence, runId);
    const written = Number(headers.get("x-charge-xrp")) * 1e6;
    if (admission === undefined) return [`request ${number} is answered by a run that was never admitted`];
    return charged === admission.charge && written === Number(charged)
      ? []
      : [`request ${number} is told of ${charged} and ${written} drops, charged were ${admission.charge}`];
  });
  return [...charges, ...told];
}

/** Only a validated tesSUCCESS, by what it delivered, counts. */
function I6({ admissions }: Evidence): readonly string[] {
  return admissions.flatMap(({ presentation: { number, proof }, isPaid, arrived }) => {
    if (!isPaid) return [];
    const delivered = arrived?.result === "tesSUCCESS" ? (arrived.delivered ?? 0n) : 0n;
    return delivered >= (proof?.price ?? 0n) && delivered > 0n
      ? []
      : [`the run of request ${number} starts on ${delivered} drops that arrived (${arrived?.result ?? "nothing"})`];
  });
}

/** Destination, tag, network, currency and invoice are all bound. */
function I7({ admissions, presentations, ledgers }: Evidence): readonly string[] {
  const unbound = admissions.flatMap(({ presentation: { number, proof, process }, isPaid, arrived }) => {
    if (!isPaid || proof === undefined) return [];
    const isBound =
      arrived?.destination === HUB_WALLET &&
      arrived.destinationTag === TAG &&
      arrived.delivered !== undefined &&
      arrived.invoiceHash === invoiceHash(proof.invoiceId) &&
      process.network === proof.network;
    return isBound && isGood(proof)
      ? []
      : [`the run of request ${number} starts on a payment ${proof.flaw ?? "unbound"}`];
  });
  const submitted = ledgers.flatMap(({ network, submissions }) =>
    [...submissions.keys()].flatMap((hash) => {
      const shown = presentations.filter(({ proof }) => proof?.hash === hash && proof.network === network);
      return shown.some(({ proof }) => proof !== undefined && isGood(proof))
        ? []
        : [`payment ${hash.slice(0, 6)} was submitted to ${network}, which is not what it was made for`];
    }),
  );
  return [...unbound, ...submitted];
}

/** The same proof and request give the same answer, and no second charge. */
function I8(evidence: Evidence): readonly string[] {
  const { payments, presentations, retried } = evidence;
  // Whoever shows no payment has named its request, and is told what it had paid for elsewhere.
  const paid = answers(evidence).filter(({ told, proof }) => proof && admissionOf(evidence, told.runId)?.isPaid);
  const differing = [...grouped(paid, ({ proof }) => proof?.hash ?? "")].flatMap(([hash, told]) => {
    const runs = new Set(told.map(({ told: { runId } }) => runId));
    const kept = payments.filter(({ tx_hash }) => tx_hash === hash).map(storedRunOf);
    return runs.size === 1 && kept.length === 1 && runs.has(kept[0] ?? "")
      ? []
      : [`payment ${hash.slice(0, 6)} has got ${runs.size} answers, and ${kept.length} are kept`];
  });
  const keyed = answers(evidence).filter(({ idempotencyKey }) => idempotencyKey !== undefined);
  const repeated = [...grouped(keyed, ({ idempotencyKey }) => idempotencyKey ?? "")].flatMap(([name, told]) =>
    new Set(told.map(({ told: { runId } }) => runId)).size === 1 ? [] : [`"${name}" got answers of several runs`],
  );
  const accepted = presentations.flatMap(({ told, number }) => {
    if (told?.status !== 202) return [];
    const run = evidence.runs.find(({ id }) => id === told.runId);
    const hasEnded = run !== undefined && run.finished_at !== null;
    return hasEnded ? [] : [`the run that request ${number} began is ${run?.state ?? "lost"} in the end`];
  });
  const lost = retried.filter(({ told }) => told === undefined).map(({ number }) => `request ${number} has no answer`);
  return [...differing, ...repeated, ...chargedAgain(evidence), ...accepted, ...lost];
}

/** The same proof with another request is refused. */
function I9(evidence: Evidence): readonly string[] {
  return answers(evidence).flatMap(({ number, isOwn }) =>
    isOwn ? [] : [`request ${number} is answered, by a payment for another one`],
  );
}

/** Paid bodies are never publicly cacheable. */
function I11({ presentations }: Evidence): readonly string[] {
  return presentations.flatMap(({ number, told, proof, key }) => {
    if (told === undefined || (told.charged === 0n && proof === undefined && key === undefined)) return [];
    const rule = told.headers.get("cache-control");
    const isKept = told.status === 200 ? rule === "private, no-store" : /no-store/.test(rule ?? "");
    return isKept ? [] : [`the ${told.status} of request ${number} says "cache-control: ${rule}"`];
  });
}

/** Nothing is answered, converted or used up except under the invoice it was sold to. */
function I13(evidence: Evidence): readonly string[] {
  const { conversions, payments, presentations } = evidence;
  const answered = answers(evidence).flatMap(({ number, by, proof }) =>
    proof === undefined || isGood(proof) ? [] : [`request ${number} of ${by} is answered by a payment ${proof.flaw}`],
  );
  const converted = conversions.map((hash) => `payment ${hash.slice(0, 6)} became the balance of a stranger`);
  const usedUp = payments.flatMap(({ tx_hash: hash, state, invoice_id: id }) => {
    const isSold = presentations.some(({ proof }) => proof?.hash === hash && proof.invoiceId === id && isGood(proof));
    return isSold || state === "failed" ? [] : [`payment ${hash.slice(0, 6)} is ${state} under an invoice of nobody's`];
  });
  return [...answered, ...converted, ...usedUp];
}

export const INVARIANTS: Readonly<Record<string, Invariant>> = {
  I1,
  I2,
  I3,
  I4,
  I5,
  I6,
  I7,
  I8,
  I9,
  I10,
  I11,
  I12,
  I13,
};

function listPrice(isHit: boolean): bigint {
  const fresh = PRICES.tiers.enhanced;
  return isHit ? (fresh * BigInt(PRICES.cacheHitPercent)) / 100n : fresh;
}

/** A refusal of a payer that has paid is no loss: of what is not known, or becomes balance. */
function isExcused(evidence: Evidence, told: Told, proof: Proof): boolean {
  return wasLiedAbout(evidence, proof.hash) || isLongLost(told, proof) || isPromiseGone(told, proof);
}

/** Whether the payer itself has signed several payments for one invoice: of these only one can count. */
function hasRivalOfItsOwn({ presentations }: Evidence, invoiceId: string): boolean {
  const proofs = presentations.flatMap(({ proof }) => (proof?.invoiceId === invoiceId && isGood(proof) ? [proof] : []));
  return new Set(proofs.map(({ hash }) => hash)).size > 1;
}
