/** What plain requests at well-known services say: branches, cells, ids by their form, files, moments, deeds. */
import { expect, test } from "bun:test";
import { object, oneOf, operationOf, sent, text, whole } from "../sent.ts";

type Case = readonly [words: string, operation: ReturnType<typeof operationOf>, sent: object];

// From which branch is told by elimination.
const newBranch = operationOf(
  "/projects/{id}/branches",
  {},
  object({ branch_name: text, ref: text }, ["branch_name", "ref"]),
);
const commits = operationOf("/repos/{owner}/{repo}/commits", { ref: text });
const comparing = operationOf("/compare/{basehead}", {
  basehead: { ...text, description: "The format is `BASE...HEAD`." },
});
const cells = operationOf("/sheets/{sheetId}/values/{range}", {});
const chat = operationOf("/chat.post", {}, object({ channel: text, users: text, text }));
const file = operationOf("/{Bucket}/{Key}", {});
const later = operationOf(
  "/chat.schedule",
  {},
  object({ post_at: { ...text, description: "Unix EPOCH timestamp of the time." }, text }),
);
const pausing = operationOf(
  "/subscriptions/{subscription}",
  {},
  object({
    missing_method: oneOf("pause", "cancel"),
    save: oneOf("on_subscription", "off"),
    status: oneOf("paused", "active"),
  }),
);
const mail = operationOf(
  "/mail/send",
  {},
  object({
    subject: text,
    to: { type: "array", items: object({ email: text, name: text }) },
    content: { type: "array", items: object({ value: text }) },
  }),
);

test.each<Case>([
  ["create branch hotfix-1 from main in project 4321", newBranch, { id: "4321", body: { branch_name: "hotfix-1" } }],
  [
    "create a branch called hotfix-2 from develop in project 4321",
    newBranch,
    { id: "4321", body: { branch_name: "hotfix-2" } },
  ],
  ["commits of the branch main in acme/web", commits, { owner: "acme", repo: "web", ref: "main" }],
  ["compare main and develop", comparing, { basehead: "main...develop" }],
  ["compare v1.2.0 with v1.3.0", comparing, { basehead: "v1.2.0...v1.3.0" }],
  ["read A1:C10 of sheet 1BxiMVs0XRA5", cells, { sheetId: "1BxiMVs0XRA5", range: "A1:C10" }],
  ['invite U0G9QF9C6 to C024BE91L with "hi"', chat, { body: { channel: "C024BE91L", users: "U0G9QF9C6", text: "hi" } }],
  ["get reports/may.csv from the bucket acme-logs", file, { Bucket: "acme-logs", Key: "reports/may.csv" }],
  ['post "hi" at 2027-01-15T09:00:00Z', later, { body: { post_at: "1800003600", text: "hi" } }],
  ["pause subscription sub_1 on the server", pausing, { subscription: "sub_1", body: { status: "paused" } }],
  [
    'mail bob@example.com, subject "Lunch", body "At noon?"',
    mail,
    { body: { subject: "Lunch", to: [{ email: "bob@example.com" }], content: [{ value: "At noon?" }] } },
  ],
  ["unpaid invoices", operationOf("/invoices", { status: oneOf("draft", "open", "paid") }), { status: "open" }],
  ["invoices that are unpaid", operationOf("/invoices", { status: oneOf("open", "unpaid") }), { status: "unpaid" }],
  ["get the file report.pdf from the bucket acme-logs", file, { Bucket: "acme-logs", Key: "report.pdf" }],
  ["delete the image redis:7", operationOf("/images/{name}", {}), { name: "redis:7" }],
  [
    'set my status to "In a meeting"',
    operationOf("/profile.set", {}, object({ name: text, status: text })),
    { body: { status: "In a meeting" } },
  ],
  ['set my status to "In a meeting"', operationOf("/profile.set", {}, object({ name: text, topic: text })), {}],
  ["tweets of @nasa", operationOf("/users/{id}/tweets", {}), {}],
  [
    "build 1042 of acme/web",
    operationOf("/projects/{owner}/{repo}/{build_num}", { build_num: whole }),
    { owner: "acme", repo: "web", build_num: 1042 },
  ],
])("%s", (words, operation, expected) => {
  expect(sent(words, operation) as object).toEqual(expected);
});
