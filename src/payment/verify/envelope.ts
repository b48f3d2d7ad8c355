/** Rules A of the scheme: whether what the payer says it accepted is what was asked for. */
import type { PaymentPayload } from "../proof.ts";
import { networkId, type ExpectedRequirements, TRANSFER_METHODS, type TransferMethod } from "../requirements.ts";

export type EnvelopeVerdict =
  { readonly ok: true; readonly method: TransferMethod } | { readonly ok: false; readonly reason: string };

/** `payload.accepted` is only an echo: it is compared with the requirements, never believed. */
export function judgeEnvelope(
  { x402Version, accepted }: Pick<PaymentPayload, "x402Version" | "accepted">,
  required: ExpectedRequirements,
): EnvelopeVerdict {
  const extra = accepted.extra ?? {};
  const asked = required.extra;
  if (x402Version !== 2) return refuse("invalid_x402_version");
  if (accepted.scheme !== required.scheme) return refuse("unsupported_scheme");
  if (networkId(accepted.network) === undefined || networkId(required.network) === undefined)
    return refuse("invalid_network");
  if (accepted.network !== required.network) return refuse("invalid_exact_xrpl_network_mismatch");
  if (accepted.asset !== required.asset) return refuse("invalid_exact_xrpl_asset_mismatch");
  if (accepted.amount !== required.amount) return refuse("invalid_exact_xrpl_amount_mismatch");
  if (accepted.payTo !== required.payTo) return refuse("invalid_exact_xrpl_pay_to_mismatch");
  if (accepted.maxTimeoutSeconds !== required.maxTimeoutSeconds)
    return refuse("invalid_exact_xrpl_max_timeout_mismatch");
  if (extra["areFeesSponsored"] !== false) return refuse("invalid_exact_xrpl_fees_sponsored_unsupported");
  if (extra["invoiceId"] !== asked.invoiceId) return refuse("invalid_exact_xrpl_invoice_mismatch");
  if ((extra["destinationTag"] ?? undefined) !== asked.destinationTag)
    return refuse("invalid_exact_xrpl_destination_tag_mismatch");
  // Clients older than this field leave it out; there is only one flow here.
  if ((extra["paymentFlow"] ?? asked.paymentFlow) !== asked.paymentFlow)
    return refuse("invalid_exact_xrpl_payment_flow_mismatch");
  return judgeMethod(extra["assetTransferMethod"] ?? asked.assetTransferMethod ?? "sequence", asked);
}

function judgeMethod(named: unknown, asked: ExpectedRequirements["extra"]): EnvelopeVerdict {
  const method = TRANSFER_METHODS.find((each) => each === named);
  if (method === undefined) return refuse("invalid_exact_xrpl_asset_transfer_method");
  const isPinned = asked.assetTransferMethod !== undefined;
  if (isPinned && method !== asked.assetTransferMethod)
    return refuse("invalid_exact_xrpl_asset_transfer_method_mismatch");
  return { ok: true, method };
}

function refuse(reason: string): EnvelopeVerdict {
  return { ok: false, reason };
}
