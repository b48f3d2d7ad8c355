/**
 * What `entryJson` says of an entry, as text: the members of a JSON object, put together from pieces.
 * Shaped by speed: `bun run bench all`. The pieces stay apart until the answer is sent: most are plain letters, and where a
 * single character of an answer is not, all of it would else be copied with two bytes for each before it is sent.
 */
import type { Access } from "../runtime/access.ts";
import type { Entry } from "../runtime/catalog.ts";
import { versionJson } from "../runtime/entries/entry-json.ts";

/** `hubUrl` as it stands within JSON. */
export function entryText(entry: Entry, hubUrl: string): string {
  const { slug, quality, docsUrl, versions, health, vanishedAt } = entry;
  const { evidence } = quality;
  let text =
    `"slug":"${slug}","name":${quoted(entry.name)},"description":${quoted(entry.description)}` +
    `,"category":"${entry.category}","provider":${quoted(entry.provider)},"api":${quoted(entry.api)}` +
    `,"api_title":${quoted(entry.apiTitle)},"method":"${entry.method}","path":${quoted(entry.path)}` +
    `,"base_url":${quoted(entry.baseUrl)},"auth":"${entry.auth}","access":${accessText(entry.access)}` +
    `,"featured":${entry.featured},"quality_score":${quality.score}` +
    `,"quality_evidence":{"description_chars":${evidence.descriptionChars},"parameters":${evidence.parameters}` +
    `,"parameters_described":${evidence.parametersDescribed},"has_response_schema":${evidence.hasResponseSchema}` +
    `,"https":${evidence.https},"states_auth":${evidence.statesAuth},"deprecated":${evidence.deprecated}` +
    `,"age_days":${evidence.ageDays}},"deprecated":${entry.deprecated}` +
    `,"updated_at":${orNull(entry.updatedAt)},"docs_url":${orNull(docsUrl)}` +
    `,"spec_url":"${hubUrl}/api/v1/agent/tool/${slug}/spec/","proxy_url":"${hubUrl}/api/v1/agent/proxy/${slug}/call/"` +
    `,"versions":${versions.length === 0 ? "[]" : JSON.stringify(versions.map(versionJson))}`;
  if (health !== undefined) text += `,"health":${JSON.stringify(health)}`;
  if (vanishedAt !== null) text += `,"vanished_at":${quoted(vanishedAt)}`;
  return text;
}

/** What JSON has as it is: no quote, no backslash, no control character, and no half of a pair, which it writes out. */
const PLAIN = /^[ !#-[\]-~\u00a0-\ud7ff\ue000-\uffff]*$/;

function quoted(text: string): string {
  return PLAIN.test(text) ? `"${text}"` : JSON.stringify(text);
}

function orNull(text: string | null): string {
  return text === null ? "null" : quoted(text);
}

/** Most entries share the few there are. */
const accesses = new WeakMap<Access, string>();

function accessText(access: Access): string {
  const known = accesses.get(access);
  if (known !== undefined) return known;
  const text = JSON.stringify(access);
  accesses.set(access, text);
  return text;
}
