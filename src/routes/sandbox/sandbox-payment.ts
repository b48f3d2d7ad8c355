/** Where the wallet links of a sandbox lead: looking pays nothing, the button pays exactly what the link says. */
import { nameParameter } from "../../presenters/route.ts";
import type { SandboxLimit } from "../../accounts/limits/address-limits.ts";
import { PAGE_HEADERS } from "../../presenters/plain-page.ts";
import { paidPage, paymentPage, type PaymentToShow, refusalPage } from "../../presenters/payment-page.ts";
import type { Payee } from "../../payment/terms/terms.ts";
import { SANDBOX_PAY } from "../../payment/xrpl/deep-link.ts";
import type { Sandbox } from "../../sandbox-ledger/sandbox.ts";
import { Type } from "../../runtime/actor.ts";
import { type Drops, formatXrp, parseXrp } from "../../runtime/money.ts";
import { linkedSignal } from "../../runtime/async/linked-signal.ts";
import type { BodyDeps } from "../http/body.ts";
import { type CallerDeps, callerOf } from "../http/caller.ts";
import { requestUrl } from "../../runtime/http/request-url.ts";
import type { Mount } from "../http/mount.ts";

export interface SandboxPaymentDeps extends BodyDeps, CallerDeps {
  readonly limitSandbox: Pick<SandboxLimit, "takePayment">;
  readonly sandbox: () => Promise<Sandbox>;
  readonly payee: () => Promise<Payee>;
  readonly stopping: AbortSignal;
}

interface PaymentLink {
  /** `undefined` where the payer says it. */
  readonly amount: Drops | undefined;
  readonly tag: number | undefined;
  readonly invoiceHash: string | undefined;
  readonly shown: PaymentToShow;
}

type LinkReading<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly why: string };

const PATH = `${SANDBOX_PAY}/:request`;
const LinkQuery = Type.Object({
  amount: Type.Optional(Type.String({ description: "XRP; left out, the payer says it." })),
  dt: Type.Optional(Type.String({ description: "Destination tag." })),
  invoiceid: Type.Optional(Type.String({ description: "SHA-256 of an invoice, in hex." })),
  network: Type.Optional(Type.String()),
});
const AMOUNT = /^\d{1,6}(?:\.\d{1,6})?$/;
const TAG = /^(?:0|[1-9]\d{0,9})$/;
const HASH = /^[0-9A-Fa-f]{64}$/;
const UINT32 = 0xffff_ffff;
const FORM_BYTES = 1024;
/** Ledgers of a sandbox close every few seconds, unless it is told otherwise. */
const CLOSE_MS = 15_000;

export function sandboxPaymentRoutes(deps: SandboxPaymentDeps, mount: Mount): void {
  const { sandbox, payee, stopping } = deps;
  const common = {
    path: PATH,
    tag: "sandbox",
    access: "sandbox",
    params: nameParameter("request", "`request:` and the address to be paid."),
    query: LinkQuery,
    failsAs: [400],
    example: { params: { request: "request:rrrrrrrrrrrrrrrrrrrrrhoLvTp" }, query: { amount: "0.05" } },
  } as const;
  mount(
    {
      ...common,
      id: "show_play_payment",
      method: "GET",
      summary: "What a wallet link of the sandbox would pay, as a page.",
      ok: { description: "The page.", type: "text/html" },
    },
    async ({ request }) => {
      const url = requestUrl(request);
      const linked = readLink(url, await payee());
      if (!linked.ok) return refused(linked.why);
      const paid = url.searchParams.get("tx_hash") ?? "";
      return html(HASH.test(paid) ? paidPage(linked.value.shown, paid) : paymentPage(linked.value.shown));
    },
  );
  mount(
    {
      ...common,
      id: "pay_play_payment",
      method: "POST",
      summary: "Pays what the link says, with play money.",
      bodyType: "application/x-www-form-urlencoded",
      ok: { status: 303, description: "To the page that says so.", type: "text/html" },
      headers: ["Location"],
    },
    async ({ request }) => {
      await deps.limitSandbox.takePayment(callerOf(request, deps).address());
      const url = requestUrl(request);
      const { wallet: destination, ...at } = await payee();
      const linked = readLink(url, { wallet: destination, ...at });
      if (!linked.ok) return refused(linked.why);
      const { tag: destinationTag, invoiceHash, amount } = linked.value;
      const typed = new URLSearchParams(await deps.bodies.text(request, FORM_BYTES)).get("amount");
      const drops = amount ?? readAmount(typed);
      if (drops === undefined) return refused("Say how many XRP are to be paid, for example 1.5.");
      const payment = { destination, drops, destinationTag, invoiceHash };
      using patience = linkedSignal(request.signal, stopping, AbortSignal.timeout(CLOSE_MS));
      const { hash, result, isPaid } = await (await sandbox()).pay(payment, patience.signal);
      if (!isPaid) return refused(`The sandbox ledger refuses the payment: ${result}.`);
      // A page that is loaded again pays nothing again.
      url.searchParams.set("amount", formatXrp(drops));
      url.searchParams.set("tx_hash", hash);
      return new Response(null, { status: 303, headers: { ...PAGE_HEADERS, location: url.pathname + url.search } });
    },
  );
}

/** The payment of a link, which has the form of those of wallet apps: only the hub itself is paid here. */
function readLink({ pathname, searchParams }: URL, { wallet, network }: Payee): LinkReading<PaymentLink> {
  const request = pathname.slice(SANDBOX_PAY.length + 1).replace(/\/$/, "");
  if (request.replace(/^request%3A/i, "request:") !== `request:${wallet}`)
    return { ok: false, why: "It pays another address than this hub's." };
  const [amount, tag, invoice, on] = ["amount", "dt", "invoiceid", "network"].map((name) => searchParams.get(name));
  if (typeof on === "string" && on !== network) return { ok: false, why: "It is for another ledger." };
  const drops = readAmount(amount);
  if (typeof amount === "string" && drops === undefined)
    return { ok: false, why: "Its amount is no number of XRP above zero with at most six decimals." };
  if (typeof tag === "string" && !(TAG.test(tag) && Number(tag) <= UINT32))
    return { ok: false, why: "Its destination tag is no whole number of 32 bits." };
  if (typeof invoice === "string" && !HASH.test(invoice))
    return { ok: false, why: "Its invoice is not 64 hexadecimal digits." };
  const invoiceHash = invoice?.toUpperCase();
  return {
    ok: true,
    value: {
      amount: drops,
      tag: typeof tag === "string" ? Number(tag) : undefined,
      invoiceHash,
      shown: {
        payee: wallet,
        amount: drops === undefined ? undefined : formatXrp(drops),
        tag: tag ?? undefined,
        invoice: invoiceHash,
        network,
      },
    },
  };
}

function readAmount(text: string | null | undefined): Drops | undefined {
  const drops = typeof text === "string" && AMOUNT.test(text) ? parseXrp(text) : 0n;
  return drops > 0n ? drops : undefined;
}

function html(page: string, status = 200): Response {
  return new Response(page, { status, headers: PAGE_HEADERS });
}

function refused(why: string): Response {
  return html(refusalPage(why), 400);
}
