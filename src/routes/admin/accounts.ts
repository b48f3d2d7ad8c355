/** What the operator does with accounts and their keys. */
import type { BalanceRefund, Corrections } from "../../accounts/corrections.ts";
import type { Operator } from "../../accounts/operator.ts";
import { nameParameter } from "../../presenters/route.ts";
import * as answers from "../../presenters/schemas/operator.ts";
import { xrpNumber } from "../../runtime/money.ts";
import * as forms from "./forms.ts";
import type { Mount } from "../http/mount.ts";
import { DONE, OPERATOR_PATH, type OperatorHandlers, type OperatorVisit } from "./handlers.ts";

export interface AdminAccountsDeps {
  readonly operator: Operator;
  readonly corrections: Corrections;
}

export function adminAccounts(deps: AdminAccountsDeps, { act }: OperatorHandlers, mount: Mount): void {
  const { operator, corrections } = deps;
  const ofKey = nameParameter("key_prefix", "Prefix of a key.");
  const byKey = { params: { key_prefix: "hub_live_abc" } };
  const reason = "Asked for by its owner.";

  mount(
    {
      ...DONE,
      id: "grant_account",
      path: `${OPERATOR_PATH}/accounts/:key_prefix/grant/`,
      summary: "Gives an account calls for today, or balance.",
      params: ofKey,
      body: forms.GrantBody,
      ok: { description: "What it got.", schema: answers.GrantedAmounts },
      example: { ...byKey, body: { calls: 100, reason } },
    },
    act(forms.grant, grant),
  );
  mount(
    {
      ...DONE,
      id: "debit_account",
      path: `${OPERATOR_PATH}/accounts/:key_prefix/debit/`,
      summary: "Takes from a balance.",
      params: ofKey,
      body: forms.DebitBody,
      ok: { description: "What was taken.", schema: answers.DebitedAmount },
      example: { ...byKey, body: { xrp: 1, reason } },
    },
    act(forms.debit, debit),
  );
  mount(
    {
      ...DONE,
      id: "refund_account",
      path: `${OPERATOR_PATH}/accounts/:key_prefix/refund/`,
      summary: "Writes down that a balance was paid out.",
      params: ofKey,
      body: forms.BalanceRefundBody,
      ok: { description: "What was paid out.", schema: answers.RefundedBalance },
      example: { ...byKey, body: { refund_tx_hash: "1".repeat(64), xrp: 1, reason } },
    },
    act(forms.balanceRefund, refundBalance),
  );
  mount(
    {
      ...DONE,
      id: "suspend_account",
      path: `${OPERATOR_PATH}/accounts/:key_prefix/suspend/`,
      summary: "Ends what an account may do, for the time being.",
      params: ofKey,
      body: forms.SuspendBody,
      ok: { description: "It is suspended.", schema: answers.Standing },
      example: { ...byKey, body: { reason } },
    },
    act(forms.suspend, async ({ reason: why }, { params: { key_prefix = "" } }) => {
      await operator.suspend(key_prefix, why);
      return { key_prefix, status: "suspended" };
    }),
  );
  mount(
    {
      ...DONE,
      id: "unsuspend_account",
      path: `${OPERATOR_PATH}/accounts/:key_prefix/unsuspend/`,
      summary: "Makes a suspended account what it was before.",
      params: ofKey,
      body: forms.ReasonBody,
      ok: { description: "What it is again.", schema: answers.Standing },
      example: { ...byKey, body: { reason } },
    },
    act(forms.reason, async ({ reason: why }, { params: { key_prefix = "" } }) => ({
      key_prefix,
      ...(await operator.unsuspend(key_prefix, why)),
    })),
  );
  mount(
    {
      ...DONE,
      id: "rekey_account",
      path: `${OPERATOR_PATH}/accounts/:key_prefix/key/`,
      summary: "Ends the keys of an account and gives it a new one.",
      params: ofKey,
      body: forms.ReasonBody,
      ok: { description: "The new key.", schema: answers.ReplacedKey },
      example: { ...byKey, body: { reason } },
    },
    act(forms.reason, async ({ reason: why }, { params: { key_prefix = "" } }) => {
      const key = await operator.rekey(key_prefix, why);
      return { api_key: key.text, key_prefix: key.prefix, replaces: key_prefix };
    }),
  );
  mount(
    {
      ...DONE,
      id: "issue_key",
      path: `${OPERATOR_PATH}/keys/`,
      summary: "An active key without payment.",
      body: forms.IssueBody,
      ok: { description: "The key.", schema: answers.IssuedKey },
      example: { body: { email: "you@example.com", tier: "basic", reason } },
    },
    act(forms.issue, async (account) => {
      const key = await operator.issue(account);
      return { api_key: key.text, key_prefix: key.prefix, tier: account.tier, status: "active" };
    }),
  );

  async function grant({ calls, drops, reason }: forms.GrantForm, { params: { key_prefix = "" } }: OperatorVisit) {
    await operator.grant(key_prefix, {
      reason,
      ...(calls !== undefined && { calls }),
      ...(drops !== undefined && { drops }),
    });
    return { key_prefix, granted: { calls: calls ?? 0, xrp: drops ? xrpNumber(drops) : 0 } };
  }

  async function debit({ drops, reason }: forms.Debit, { params: { key_prefix = "" } }: OperatorVisit) {
    await corrections.debit(key_prefix, drops, reason);
    return { key_prefix, debited_xrp: xrpNumber(drops) };
  }

  async function refundBalance(refund: BalanceRefund, { params: { key_prefix = "" } }: OperatorVisit) {
    await corrections.refund(key_prefix, refund);
    return { key_prefix, refund_tx_hash: refund.txHash, refunded_xrp: xrpNumber(refund.drops) };
  }
}
