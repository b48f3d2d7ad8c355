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
