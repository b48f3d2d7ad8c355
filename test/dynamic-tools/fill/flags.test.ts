/** Flags: what they are sent as, and by which words they are switched. */
import { expect, test } from "bun:test";
import { flag, object, oneOf, operationOf, sent, text } from "../sent.ts";

const described = (description: string) => ({ ...text, description });

type Case = readonly [words: string, operation: ReturnType<typeof operationOf>, sent: object];

const holds = (kind: string, cases: readonly Case[]) =>
  test.each<Case>([...cases])(`${kind}: %s`, (words, operation, expected) => {
    expect(sent(words, operation) as object).toEqual(expected);
  });

const members = operationOf("/members", {
  blocked: oneOf("1", "0", "true", "false"),
  guest: oneOf("yes", "no"),
  withBanned: text,
  archived: described("If true, only archived members are listed."),
  onboarding: described("How the onboarding went."),
});

holds("a text that says yes or no", [
  ["members, blocked ones only", members, { blocked: "true" }],
  ["members, no guest", members, { guest: "no" }],
  ["members, banned ones too", members, { withBanned: "true" }],
  ["archived members", members, { archived: "true" }],
  ["members on onboarding", members, {}],
]);

const job = operationOf(
  "/jobs/{id}",
  {},
  object({
    retry_on_timeout: flag,
    overwriteExisting: flag,
    auto_charge: flag,
    email_customer: flag,
    customer: text,
    record: flag,
    disable_preview: flag,
    refundable: flag,
    enableExpiration: flag,
    recognize_logo: flag,
  }),
);

holds("a flag in other words", [
  ["job 7: retry after a timeout", job, { id: "7", body: { retry_on_timeout: true } }],
  ["job 7: do not overwrite the existing one", job, { id: "7", body: { overwriteExisting: false } }],
  ["job 7: charge it automatically", job, { id: "7", body: { auto_charge: true } }],
  ["job 7: have the talk recorded", job, { id: "7", body: { record: true } }],
  ["job 7: it can be refunded", job, { id: "7", body: { refundable: true } }],
  ["job 7 cannot be refunded", job, { id: "7", body: { refundable: false } }],
  ["job 7 shall never expire", job, { id: "7", body: { enableExpiration: false } }],
  ["job 7, recognise the logo too", job, { id: "7", body: { recognize_logo: true } }],
  [
    "job 7, no charging of the customer",
    operationOf("/jobs/{id}", { charge_customer: flag }),
    { id: "7", charge_customer: false },
  ],
  ["job 7 can be reused", operationOf("/jobs/{id}", { reusable: flag }), { id: "7", reusable: true }],
  ["job 7 in short form", operationOf("/jobs/{id}", { use_short_jobs: flag }), { id: "7", use_short_jobs: true }],
  ["job 7 without a preview", job, { id: "7", body: { disable_preview: true } }],
]);

const plants = operationOf("/plants", {
  add_synonymy: flag,
  notify: flag,
  exclude_dried_ones: flag,
  expand_links: flag,
});

holds("a flag by the words around its thing", [
  ["plants with synonyms", plants, { add_synonymy: true }],
  ["plants without notifications", plants, { notify: false }],
  ["plants, dried ones left out", plants, { exclude_dried_ones: true }],
  ["plants, expand the links", plants, { expand_links: true }],
  ["plants with dried ones", plants, {}],
  ["synonyms of plants", plants, {}],
]);

holds("words that say nothing of a flag", [
  ["the email of the customer of job 7", operationOf("/jobs/{id}", { email_customer: flag }), { id: "7" }],
  ["job 7, customer email", operationOf("/jobs/{id}", { email_customer: flag }), { id: "7" }],
  ["files of job 7", operationOf("/jobs/{id}", { delete_files: flag }), { id: "7" }],
  ["job 7 with its files", operationOf("/jobs/{id}", { delete_files: flag }), { id: "7" }],
]);

const papers = operationOf("/papers", {
  hl: { ...flag, description: "Enables highlighting in the answer." },
  px: { ...flag, description: "Include the price history of each paper." },
  calc: { ...flag, description: "Calculate the duties and tariffs of each order." },
  inactive: { ...flag, description: "Filter by papers that were withdrawn by their author." },
  strict: { ...flag, description: "Filter to remove preprint versions from the papers." },
  a: { ...flag, description: "Include the footnotes." },
  b: { ...flag, description: "Return the footnotes." },
  readonly: flag,
  is_lts: flag,
});

holds("a flag by what its description says of it", [
  ["papers with highlighting", papers, { hl: true }],
  ["papers without highlighting", papers, { hl: false }],
  ["papers with their price history", papers, { px: true }],
  ["papers, duties included", papers, { calc: true }],
  ["only withdrawn papers", papers, { inactive: true }],
  ["papers, withdrawn ones only", papers, { inactive: true }],
  ["papers without preprint versions", papers, { strict: true }],
  ["papers with the price", papers, {}],
  [
    "papers without a history",
    operationOf("/papers", { no_history: flag, px: { ...flag, description: "Include the price history." } }),
    { no_history: true },
  ],
  ["papers about highlighting", papers, {}],
  ["withdrawn papers", papers, {}],
  ["papers with footnotes", papers, {}],
  ["papers with preprint versions", papers, {}],
]);

holds("a flag in two words or in few letters", [
  ["papers, read only", papers, { readonly: true }],
  ["papers with lts", papers, { is_lts: true }],
  ["papers to read", papers, {}],
]);

const report = operationOf(
  "/reports",
  {},
  object({ cover: object({ include: flag, page: text }), charts: object({ include: flag }), name: text }),
);

holds("a flag to show what holds it", [
  ["a report with the charts", report, { body: { charts: { include: true } } }],
  ["a report with a cover, without charts", report, { body: { cover: { include: true }, charts: { include: false } } }],
  ["a report named Spring", report, { body: { name: "Spring" } }],
]);

const policy = operationOf(
  "/policies/{id}",
  {},
  object({ viewCosts: oneOf("Allowed", "NotAllowed"), status: oneOf("Active", "Inactive"), ldap: oneOf("On", "Off") }),
);

holds("a list of on and off", [
  ["policy 5: guests may not view costs", policy, { id: "5", body: { viewCosts: "NotAllowed" } }],
  ["policy 5: guests may view the costs", policy, { id: "5", body: { viewCosts: "Allowed" } }],
  ["policy 5 without ldap", policy, { id: "5", body: { ldap: "Off" } }],
  ["the costs of policy 5", policy, { id: "5" }],
]);

holds("a name of three words that were said apart", [
  [
    "cancel the subscription sub_9 at the end of the period",
    operationOf("/subscriptions/{id}", {}, object({ cancel_at_period_end: flag })),
    { id: "sub_9", body: { cancel_at_period_end: true } },
  ],
  [
    "do not cancel the subscription sub_9 at the end of the period",
    operationOf("/subscriptions/{id}", {}, object({ cancel_at_period_end: flag })),
    { id: "sub_9" },
  ],
]);
