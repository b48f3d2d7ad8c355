/** Plain wishes at services that everybody knows, against the whole catalogue; skipped where none was built. */
import { expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { openCatalog } from "../../src/catalog/file-catalog/catalog.ts";
import { compose } from "../../src/dynamic-tools/compose.ts";
import { createOperations } from "../../src/proxy/operations.ts";

const PATH = process.env.CATALOG_FILE ?? new URL("../../data/catalog.sqlite", import.meta.url).pathname;
const NOW = Date.parse("2026-03-04T12:00:00Z");

/** Words, the operation, and all that is sent. */
const WISHES: readonly (readonly [words: string, operation: string, sent: object])[] = [
  [
    "create a private repo called notes on github",
    "POST /user/repos",
    { params: {}, body: { name: "notes", private: true } },
  ],
  [
    "get the latest 5 commits on main of facebook/react on github",
    "GET /repos/{owner}/{repo}/commits",
    { params: { owner: "facebook", repo: "react", per_page: 5, sha: "main" } },
  ],
  [
    "search spotify for the album Discovery by Daft Punk",
    "GET /search",
    { params: { q: "Discovery Daft Punk", type: ["album"] } },
  ],
  [
    "make a stripe price of 9.99 eur per month for product prod_1",
    "POST /v1/prices",
    { params: {}, body: { product: "prod_1", unit_amount: 999, currency: "eur", recurring: { interval: "month" } } },
  ],
  [
    "cancel stripe subscription sub_9 at period end",
    "POST /v1/subscriptions/{subscription_exposed_id}",
    { params: { subscription_exposed_id: "sub_9" }, body: { cancel_at_period_end: true } },
  ],
  [
    "stripe invoices between 2024-01-01 and 2024-02-01",
    "GET /v1/invoices",
    { params: { created: { gte: 1_704_067_200, lte: 1_706_745_600 } } },
  ],
  [
    "end zoom meeting 123456789",
    "PUT /meetings/{meetingId}/status",
    { params: { meetingId: 123_456_789 }, body: { action: "end" } },
  ],
  [
    "start a zoom meeting tomorrow at 3pm called standup for 45 minutes",
    "POST /users/{userId}/meetings",
    { params: {}, body: { topic: "standup", duration: 45, start_time: "2026-03-05T15:00:00Z" } },
  ],
  [
    "search youtube for lofi music, 5 results",
    "GET /youtube/v3/search",
    { params: { q: "lofi music", maxResults: 5 } },
  ],
  [
    'Asana: create a project "Website relaunch" in workspace 12345',
    "POST /workspaces/{workspace_gid}/projects",
    { params: { workspace_gid: "12345" }, body: { data: { name: "Website relaunch" } } },
  ],
  [
    "set the due date of asana task 1204987654321 to 2025-12-31",
    "PUT /tasks/{task_gid}",
    { params: { task_gid: "1204987654321" }, body: { data: { due_on: "2025-12-31" } } },
  ],
  [
    "Ticketmaster: events of Taylor Swift in Berlin",
    "GET /discovery/v2/events",
    { params: { city: "Berlin", keyword: "Taylor Swift" } },
  ],
  ["Slack: who is in the channel C024BE91L", "GET /conversations.members", { params: { channel: "C024BE91L" } }],
  [
    "send a message to #general on slack: deploy done",
    "POST /chat.postMessage",
    { params: {}, body: { channel: "general", text: "deploy done" } },
  ],
  [
    "stripe: a price of 12.50 USD monthly for product prod_123",
    "POST /v1/prices",
    { params: {}, body: { product: "prod_123", unit_amount: 1250, currency: "usd", recurring: { interval: "month" } } },
  ],
  [
    "resize the droplet 3164444 to s-2vcpu-2gb",
    "POST /v2/droplets/{droplet_id}/actions",
    { params: { droplet_id: 3_164_444 }, body: { type: "resize", size: "s-2vcpu-2gb" } },
  ],
  [
    'send an email to bob@example.com with subject "Hi" and text "See you" via SES from me@example.org',
    "POST /v2/email/outbound-emails",
    {
      params: {},
      body: {
        FromEmailAddress: "me@example.org",
        Destination: { ToAddresses: ["bob@example.com"] },
        Content: { Simple: { Subject: { Data: "Hi" }, Body: { Text: { Data: "See you" } } } },
      },
    },
  ],
  ["Lex: list my bots", "POST /bots/", { params: {}, body: {} }],
  ["create an S3 bucket named my-photos in eu-west-1", "PUT /{Bucket}", { params: { Bucket: "my-photos" } }],
  [
    "close issue 12 of acme/web",
    "PATCH /repos/{owner}/{repo}/issues/{issue_number}",
    { params: { owner: "acme", repo: "web", issue_number: 12 }, body: { state: "closed" } },
  ],
  [
    'übersetze "Guten Morgen" ins Französische',
    "POST /translate",
    { params: {}, body: { text: ["Guten Morgen"], to: "fr" } },
  ],
];

/** What is asked for is shown, and what is deleted is nothing else. */
const NEVER: readonly (readonly [words: string, made: RegExp])[] = [
  ["YouTube: comments on the video dQw4w9WgXcQ", /^(?:PUT|PATCH|DELETE|POST)/],
  ["eBay seller: my return policies for EBAY_DE", /^(?:PUT|PATCH|DELETE|POST)/],
  ["DNS MX records of example.org", /^(?:PUT|PATCH|DELETE|POST)/],
  ["GitHub: delete branch old-feature in acme/web", /protection/],
  ["Trello: remove the file from card 5f1a2b3c", /^DELETE \/cards\/\{idCard\}$/],
  ["GitHub: remove the milestone from issue 5 of acme/web", /milestones\/\{milestone_number\}/],
  ["GitHub: delete the release notes of release 55 in acme/web", /^DELETE/],
  ["Zoom: remove jane@example.com from meeting 85746065", /^(?:PATCH|DELETE) \/meetings\/\{meetingId\}$/],
  ["Google Calendar: remove bob@example.com from event abc123", /events\/\{eventId\}$/],
  ["Google Drive: remove bob's access to file 1a2b3c", /^DELETE .*\/files\/\{fileId\}$/],
  ["revoke jane@example.com's access to the google drive file 1a2b3c", /^POST/],
];

test.skipIf(!existsSync(PATH)).each([...NEVER])("%s is not answered by %p", async (description, made) => {
  const catalog = openCatalog(PATH, Math.random);
  const composed = await compose(catalog, createOperations(), { description, limit: 5, now: NOW });
  catalog.close();

  const entry = composed.ok ? composed.draft.callee.entry : undefined;
  expect(`${entry?.method} ${entry?.path}`).not.toMatch(made);
});

test.skipIf(!existsSync(PATH)).each([...WISHES])("%s", async (description, operation, sent) => {
  const catalog = openCatalog(PATH, Math.random);
  const composed = await compose(catalog, createOperations(), { description, limit: 5, now: NOW });
  catalog.close();

  if (!composed.ok) throw new Error("Nothing was made of it");
  const { callee, constants } = composed.draft;
  expect(`${callee.entry.method} ${callee.entry.path}`).toBe(operation);
  expect(constants).toEqual(sent as typeof constants);
});

test.skipIf(!existsSync(PATH))("an amount of money is converted, however it is asked", async () => {
  const catalog = openCatalog(PATH, Math.random);
  const find = createOperations();
  for (const description of ["how much is 50 dollars in japanese yen", "50 usd in jpy", "convert 50 usd to jpy"]) {
    const composed = await compose(catalog, find, { description, limit: 5, now: NOW });
    if (!composed.ok) throw new Error(`Nothing was made of "${description}"`);
    expect(composed.draft.callee.entry.path.toLowerCase()).toMatch(/conver/);
    expect(Object.values(composed.draft.constants.params).map(String).sort()).toEqual(["50", "JPY", "USD"]);
  }
  catalog.close();
});
