/** Plain requests that name a well-known service, against the whole catalogue; skipped where none was built. */
import { expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { openCatalog } from "../../src/catalog/file-catalog/catalog.ts";
import { createOperations } from "../../src/proxy/operations.ts";
import type { Constants } from "../../src/dynamic-tools/slots/constants.ts";
import { compose } from "../../src/dynamic-tools/compose.ts";

const PATH = process.env.CATALOG_FILE ?? new URL("../../data/catalog.sqlite", import.meta.url).pathname;
const isBuilt = existsSync(PATH);

const REQUESTS: readonly (readonly [words: string, entry: string, constants: Constants])[] = [
  [
    "cancel gitlab pipeline 8812 of project 4321",
    "gitlab-com--postv3projectsidpipelinespipelineidcancel",
    { params: { id: "4321", pipeline_id: 8812 } },
  ],
  [
    "cancel circleci build 1042 of acme/web",
    "circleci-com--post-project-username-project-build-num-cancel",
    { params: { username: "acme", project: "web", build_num: 1042 } },
  ],
  [
    "resume my paused stripe subscription sub_9Kx2",
    "stripe-com--postsubscriptionssubscriptionresume",
    { params: { subscription: "sub_9Kx2" } },
  ],
  [
    "archive slack channel C024BE91L",
    "slack-com--conversations-archive",
    { params: {}, body: { channel: "C024BE91L" } },
  ],
  ["skip to the next track on spotify", "spotify-com--skip-users-playback-to-next-track", { params: {} }],
  [
    "like youtube video dQw4w9WgXcQ",
    "googleapis-com-youtube--youtube-videos-rate",
    { params: { id: "dQw4w9WgXcQ", rating: "like" } },
  ],
  [
    "create an s3 bucket called acme-logs-2027",
    "amazonaws-com-s3--createbucket",
    { params: { Bucket: "acme-logs-2027" } },
  ],
  [
    "delete reports/may.csv from s3 bucket acme-logs",
    "amazonaws-com-s3--deleteobject",
    { params: { Bucket: "acme-logs", Key: "reports/may.csv" } },
  ],
  [
    "create a spotify playlist called Road Trip for user smedjan",
    "spotify-com--create-playlist",
    { params: { user_id: "smedjan" }, body: { name: "Road Trip" } },
  ],
  [
    "search spotify for the album Random Access Memories",
    "spotify-com--search",
    { params: { q: "Random Access Memories", type: ["album"] } },
  ],
  ["turn shuffle on in spotify", "spotify-com--toggle-shuffle-for-users-playback", { params: { state: true } }],
  ["play the next song on spotify", "spotify-com--skip-users-playback-to-next-track", { params: {} }],
  [
    "invite U0G9QF9C6 to slack channel C024BE91L",
    "slack-com--conversations-invite",
    { params: {}, body: { channel: "C024BE91L", users: "U0G9QF9C6" } },
  ],
  ["who is in slack channel C024BE91L", "slack-com--conversations-members", { params: { channel: "C024BE91L" } }],
  [
    "react with thumbsup to slack message 1503435956.000247 in C024BE91L",
    "slack-com--reactions-add",
    { params: {}, body: { channel: "C024BE91L", name: "thumbsup", timestamp: "1503435956.000247" } },
  ],
  [
    'schedule a slack message "Standup in 5" in C024BE91L for 2027-01-15 09:00 UTC',
    "slack-com--chat-schedulemessage",
    { params: {}, body: { channel: "C024BE91L", text: "Standup in 5", post_at: "1800003600" } },
  ],
  [
    "pause subscription sub_123 on stripe",
    "stripe-com--postsubscriptionssubscriptionexposedid",
    { params: { subscription_exposed_id: "sub_123" } },
  ],
  [
    "list unpaid stripe invoices for cus_81",
    "stripe-com--getinvoices",
    { params: { customer: "cus_81", status: "open" } },
  ],
  ["follow gaearon on github", "github-com-api-github-com--users-follow", { params: { username: "gaearon" } }],
  ["follow @nasa on twitter", "twitter-com-current--usersidfollow", { params: {} }],
  [
    "compare main and develop in acme/web on github",
    "github-com-api-github-com--repos-compare-commits",
    { params: { owner: "acme", repo: "web", basehead: "main...develop" } },
  ],
  [
    "create a branch called hotfix-2 from develop in gitlab project 4321",
    "gitlab-com--postv3projectsidrepositorybranches",
    { params: { id: "4321" }, body: { branch_name: "hotfix-2", ref: "develop" } },
  ],
  [
    "read A1:C10 from google sheet 1BxiMVs0XRA5nFMd",
    "googleapis-com-sheets--sheets-spreadsheets-values-get",
    { params: { spreadsheetId: "1BxiMVs0XRA5nFMd", range: "A1:C10" } },
  ],
  [
    "what's on my google calendar",
    "googleapis-com-calendar--calendar-events-list",
    { params: { calendarId: "primary" } },
  ],
  ["stop server 55 on hetzner", "hetzner-cloud--post-servers-id-actions-poweroff", { params: { id: 55 } }],
  ["pay out 50 euros with stripe", "stripe-com--postpayouts", { params: {}, body: { amount: 5000, currency: "eur" } }],
  [
    "unassign octocat from issue 42 in acme/web on github",
    "github-com-api-github-com--issues-remove-assignees",
    { params: { owner: "acme", repo: "web", issue_number: 42 }, body: { assignees: ["octocat"] } },
  ],
  [
    "upload report.pdf to slack channel C024BE91L",
    "slack-com--files-upload",
    { params: {}, body: { channels: "C024BE91L", file: "report.pdf" } },
  ],
  ["list the files in s3 bucket acme-logs", "amazonaws-com-s3--listobjects", { params: { Bucket: "acme-logs" } }],
];

test.skipIf(!isBuilt)(
  "plain requests at well-known services",
  async () => {
    const catalog = openCatalog(PATH, Math.random);
    const find = createOperations();
    const now = Date.UTC(2026, 10, 28);
    for (const [description, entry, constants] of REQUESTS) {
      const composed = await compose(catalog, find, { description, limit: 5, now });
      const made = composed.ok && { entry: composed.draft.callee.entry.slug, constants: composed.draft.constants };
      expect({ description, made }).toEqual({ description, made: { entry, constants } });
    }
    catalog.close();
  },
  60_000,
);

/** Each was answered by something harsher, or by another deed. */
const REFUSED = [
  "trash google drive file 1BxiMVs0XRA5",
  "star the google drive file 1BxiMVs0XRA5",
  "unsubscribe from youtube channel UC123456789",
  "start linode 55",
];

test.skipIf(!isBuilt)(
  "nothing else is done where a service cannot do what was said",
  async () => {
    const catalog = openCatalog(PATH, Math.random);
    const find = createOperations();
    for (const description of REFUSED) {
      const composed = await compose(catalog, find, { description, limit: 5 });
      expect({ description, made: composed.ok && composed.draft.callee.entry.slug }).toEqual({
        description,
        made: false,
      });
    }
    catalog.close();
  },
  60_000,
);
