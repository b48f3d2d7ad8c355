/** A category as a skill (Agent Skills, `SKILL.md`): when to use it, how, what it costs, and what is in it. */
import type { CategorySummary, Entry } from "../../runtime/catalog.ts";
import type { JsonObject } from "../../text/foreign.ts";
import { CODES, type ErrorCode } from "../../runtime/error-codes.ts";

export interface SkillEntry {
  readonly entry: Entry;
  /** What a call must bring. */
  readonly needs: readonly string[];
  /** Arguments that build a request; absent where nothing of its description does. */
  readonly example?: JsonObject;
}

export interface SkillFacts {
  readonly category: CategorySummary;
  /** The best of the category. */
  readonly entries: readonly SkillEntry[];
  /** Names of other skills, for what this one is not. */
  readonly others: readonly string[];
  readonly prefix: string;
  readonly hubUrl: string;
  /** Of one call, in XRP. */
  readonly callXrp: string;
}

/** What a reader may look up in it: what can go wrong with a search and a call. */
const TOLD: readonly ErrorCode[] = [
  "invalid_input",
  "payment_required",
  "key_unknown",
  "quota_exhausted",
  "unknown_api",
  "connection_required",
  "connection_pending",
  "oauth_client_required",
  "rate_limited",
  "upstream_failed",
  "upstream_timeout",
];
const DRY_RUNS = 2;
const VERSION = "1.0";

export function skillName(prefix: string, category: string): string {
  return `${prefix}-${category}`.slice(0, 64);
}

/** What it is for, and when. */
export function skillDescription({ name, description, entryCount }: CategorySummary): string {
  const what = `Find and call ${name} APIs (${entryCount} operations) through one hub, with one key. ${description}`;
  return `${what} Use when a task needs an outside service for ${name.toLowerCase()} and no tool at hand does it.`.slice(
    0,
    1024,
  );
}

export function skillText(facts: SkillFacts): string {
  const { category, entries, prefix, hubUrl, callXrp } = facts;
  const proxy = (slug: string) => `${hubUrl}/api/v1/agent/proxy/${slug}/call/`;
  const runnable = entries.filter(({ example }) => example !== undefined).slice(0, DRY_RUNS);
  return [
    "---",
    `name: ${skillName(prefix, category.slug)}`,
    // A JSON string is one of YAML.
    `description: ${JSON.stringify(skillDescription(category))}`,
    "license: MIT",
    `compatibility: ${JSON.stringify(`Needs network access to ${hubUrl}, and curl or an MCP client.`)}`,
    "metadata:",
    `  version: "${VERSION}"`,
    "---",
    "",
    `# ${category.name}`,
    "",
    `${plain(category.description)} ${category.entryCount} operations, each one call away.`,
    "",
    "## When",
    "",
    `Use it when a task needs ${category.name.toLowerCase()} from outside. Not for what a tool at hand already does, and not for`,
    `other subjects: see ${facts.others.map((other) => `\`${other}\``).join(", ")}.`,
    "",
    "## How",
    "",
    `A free key: \`curl -s ${hubUrl}/api/v1/agent/register/ -d '{"email": "you@example.com", "tier": "free_testnet"}'\` (\`api_key\`).`,
    "",
    "1. Search, in plain words:",
    "",
    "   ```sh",
    `   curl -s -H "X-API-Key: $HUB_KEY" "${hubUrl}/api/v1/agent/search/?category=${category.slug}&q=what+it+should+do"`,
    "   ```",
    "",
    `2. Read how the result is called: \`curl -s ${hubUrl}/api/v1/agent/tool/{slug}/spec/\``,
    "3. Call it; `dry_run` shows the request first, free:",
    "",
    "   ```sh",
    `   curl -s -H "X-API-Key: $HUB_KEY" ${proxy("{slug}")} -d '{"params": {}, "dry_run": true}'`,
    "   ```",
    "",
    `Over MCP (${hubUrl}/mcp): \`search_apis\` {"q": "…", "category": "${category.slug}"}, \`get_api_spec\` {"slug": "…"}, then`,
    '`read_api` or `call_api` {"slug": "…", "params": {}}.',
    "",
    "## What it costs",
    "",
    `The free key gives 300 calls a day. Beyond that a call costs ${callXrp} XRP, from the key's balance or by x402. Specifications`,
    "and dry runs cost nothing, nor does a call that the upstream fails.",
    "",
    "## The best entries",
    "",
    "| slug | does | must bring | needs |",
    "| --- | --- | --- | --- |",
    ...entries.map(
      ({ entry, needs }) =>
        `| \`${entry.slug}\` | ${cell(entry.name)} | ${credentialOf(entry)} | ${needs.map(cell).join(", ")} |`,
    ),
    "",
    "`none` brings nothing, `unknown` is not stated; the rest is a credential of the upstream's own. Your human gives it: a call",
    "without it is answered 424 with a link for them, and costs nothing. Over HTTP it may also be sent with each call, in",
    "`credentials`.",
    "",
    ...(runnable.length === 0 ? [] : ["## Dry runs", ""]),
    ...runnable.flatMap(({ entry, example }) => [
      "```sh",
      `curl -s -H "X-API-Key: $HUB_KEY" ${proxy(entry.slug)} -d ${quoted({ ...example, dry_run: true })}`,
      "```",
      "",
    ]),
    "## Errors",
    "",
    "| code | what to do |",
    "| --- | --- |",
    ...TOLD.map((code) => `| \`${code}\` | ${CODES[code].next} |`),
    "",
    "## Limits",
    "",
    "10 MiB of an upstream's answer, 30 seconds for a call. The hub never pays an upstream that asks for money.",
    "",
  ].join("\n");
}

function credentialOf({ access: { state, methods } }: Entry): string {
  if (methods.length === 0) return state === "open" ? "none" : state;
  return `${state === "optional" ? "none or " : ""}${methods.join(" or ")}`;
}

/** For a shell, in single quotes. */
function quoted(value: JsonObject): string {
  return `'${JSON.stringify(value).replaceAll("'", String.raw`'\''`)}'`;
}

/** Foreign text in one cell of a table. */
function cell(text: string): string {
  return plain(text).replaceAll("|", "\\|").slice(0, 80);
}

/** Foreign text as one line without markup. */
function plain(text: string): string {
  return text.replace(/[\s`<>]+/g, " ").trim();
}
