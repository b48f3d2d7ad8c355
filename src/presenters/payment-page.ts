/** The page on which a sandbox is paid with play money, for a person without a wallet. It needs no script. */
import { escapeHtml, plainPage } from "./plain-page.ts";

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

const PLAY_MONEY = "<p>This hub runs on its sandbox ledger. No real money moves, and no wallet is needed.</p>";

/** What would be paid, and the button that pays it. */
export function paymentPage(payment: PaymentToShow): string {
  const asks =
    payment.amount === undefined
      ? `<p><label for="amount">Amount in XRP</label><br><input id="amount" name="amount" inputmode="decimal" required pattern="[0-9]{1,6}([.][0-9]{1,6})?"></p>`
      : "";
  return plainPage(
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
  return plainPage(
    "Paid with play money",
    `<p role="status">Transaction <code id="tx_hash">${escapeHtml(hash)}</code> was sent.</p>${listOf(payment)}${next}`,
  );
}

/** Why nothing can be paid by this link. */
export function refusalPage(why: string): string {
  return plainPage("This link cannot be paid", `<p role="alert">${escapeHtml(why)}</p>`);
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
  return `<dl>${shown.map(([name, value = ""]) => `<dt>${name}</dt><dd>${escapeHtml(value)}</dd>`).join("")}</dl>`;
}
