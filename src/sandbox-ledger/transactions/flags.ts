/** Flags of transactions that more than one file reads. */

/** Payment: deliver what can be delivered (tfPartialPayment). */
export const PARTIAL_PAYMENT = 0x0002_0000;

/** Any type: the signature is canonical, or the transaction belongs to a batch. Both say nothing here. */
export const UNIVERSAL = 0xc000_0000;
