/** The page on which a sandbox is paid with play money, for a person without a wallet. It needs no script. */
import { createHash } from "node:crypto";

/** What is to be paid, as text that is shown. Left out, it is not part of the payment. */
export interface PaymentToShow {
  readonly payee: string;
  /** In XRP; left out, the payer types it. */
  readonly amount?: string | undefined;
  readonly tag?: string | undefined;
  /** SHA-256 of the invoice it pays. */
  readonly invoice?: string | undefined;
  readonly network: string;
}

const STYLE = [
  ":root{color-scheme:light dark;font:1rem/1.5 system-ui,sans-serif}",
  "main{max-width:40rem;margin:2rem auto;padding:0 1rem}",
  "dt{font-weight:600}dd{margin:0 0 .75rem;overflow-wrap:anywhere}",
  "button,input{font:inherit;padding:.5rem .75rem}",
].join("");

/** Nothing is loaded, run or framed, and the form goes nowhere else. */
export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": [
    "default-src 'none'",
    `style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; "),
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "cache-control": "no-store",
};

const PLAY_MONEY = "<p>This hub runs on its sandbox ledger. No real money moves, and no wallet is needed.</p>";

/** What would be paid, and the button that pays it. */
export function paymentPage(payment: PaymentToShow): string {
  const asks =
    payment.amount === undefined
      ? `<p><label for="amount">Amount in XRP</label><br><input id="amount" name="amount" inputmode="decimal" required pattern="[0-9]{1,6}([.][0-9]{1,6})?"></p>`
      : "";
  return page(
    "Pay with play money",
    `${PLAY_MONEY}${listOf(payment)}<form method="post">${asks}<p><button type="submit">Pay with play money</button></p></form>`,
  );
}

/** What was paid, and how it is used. */
export function paidPage(payment: PaymentToShow, hash: string): string {
  const next =
    payment.invoice === undefined
      ? "<p>What was ordered starts to work by itself. Nothing more has to be done.</p>"
      : "<p>Send your request again, with the accepted terms and this hash as its payment: <code>PAYMENT-SIGNATURE</code> " +
        'is the base64 of <code>{"x402Version": 2, "accepted": …, "payload": {"txHash": "…"}}</code>, where ' +
        "<code>accepted</code> is the first entry of <code>accepts</code> in the answer that sent you here. Or turn it " +
        "into the balance of a key: POST <code>email</code>, <code>per_call: true</code>, <code>tx_hash</code> and " +
        "<code>invoice_id</code> to <code>/api/v1/x402/register/</code>.</p>";
  return page(
    "Paid with play money",
    `<p role="status">Transaction <code id="tx_hash">${escape(hash)}</code> was sent.</p>${listOf(payment)}${next}`,
  );
}

/** Why nothing can be paid by this link. */
export function refusalPage(why: string): string {
  return page("This link cannot be paid", `<p role="alert">${escape(why)}</p>`);
}

function listOf({ payee, amount, tag, invoice, network }: PaymentToShow): string {
  const rows = {
    Amount: amount === undefined ? undefined : `${amount} XRP`,
    To: payee,
    "Destination tag": tag,
    "Invoice hash": invoice,
    Ledger: `${network} (play money)`,
  };
  const shown = Object.entries(rows).filter(([, value]) => value !== undefined);
  return `<dl>${shown.map(([name, value = ""]) => `<dt>${name}</dt><dd>${escape(value)}</dd>`).join("")}</dl>`;
}

function page(title: string, body: string): string {
  return (
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
    `<title>${title}</title><style>${STYLE}</style></head><body><main><h1>${title}</h1>${body}</main></body></html>`
  );
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
