/** Signatures of both kinds are judged alike by the engine and by the library, whatever is changed of them. */
import { expect, test } from "bun:test";
import fc from "fast-check";
import { encodeForSigning } from "ripple-binary-codec";
import { deriveKeypair, sign, verify } from "ripple-keypairs";
import { isSigned } from "../../src/payment/xrpl/codec.ts";

const SEEDS = ["sEdTM1uX8pu2do5XvTnutH6HsouMaM2", "snoPBrXtMeMyMHUVTgbuqAfg1SUTb"];

test.each(SEEDS)("the signature of %s holds, and none with a digit changed", (seed) => {
  const { publicKey, privateKey } = deriveKeypair(seed);
  const unsigned = {
    TransactionType: "Payment",
    Account: "rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh",
    Destination: "rrrrrrrrrrrrrrrrrrrrBZbvji",
    Amount: "50000",
    Fee: "12",
    Sequence: 1,
    SigningPubKey: publicKey,
  };
  const message = encodeForSigning(unsigned);
  const signature = sign(message, privateKey);
  expect(isSigned({ ...unsigned, TxnSignature: signature })).toBeTrue();
  const digit = fc.tuple(fc.nat(signature.length - 1), fc.constantFrom(..."0123456789ABCDEF"));
  fc.assert(
    fc.property(digit, fc.boolean(), ([place, put], inKey) => {
      const text = inKey ? publicKey : signature;
      const at = place % text.length;
      const changed = text.slice(0, at) + put + text.slice(at + 1);
      const fields = inKey
        ? { ...unsigned, SigningPubKey: changed, TxnSignature: signature }
        : { ...unsigned, TxnSignature: changed };
      expect(isSigned(fields)).toBe(text === changed || judged(fields));
    }),
    { numRuns: 60 },
  );
  expect(isSigned({ ...unsigned, Fee: "13", TxnSignature: signature })).toBeFalse();
  for (const cut of ["", signature.slice(2), `${signature}00`, "zz"])
    expect(isSigned({ ...unsigned, TxnSignature: cut })).toBeFalse();
});

function judged(fields: { SigningPubKey: string; TxnSignature: string }): boolean {
  try {
    return verify(encodeForSigning(fields), fields.TxnSignature, fields.SigningPubKey);
  } catch {
    return false;
  }
}
