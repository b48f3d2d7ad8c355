/**
 * Version twins: one operation of one provider, described for several versions or editions of the same service.
 * They become one entry. Names are compared with everything that only tells versions apart taken out.
 */

const VERSION_WORD =
  /^(?:v\d+(?:[._]\d+)*(?:(?:alpha|beta|rc|p)\d*)*|\d+(?:\.\d+)+|\d{4}-\d{2}(?:-\d{2})?|alpha|beta|preview|latest|stable|unstable)$/i;
/** Editions for customers' own hosts, which a provider publishes as services beside the public one. */
const EDITIONS: readonly { readonly provider: string; readonly edition: RegExp; readonly family: string }[] = [
  { provider: "github.com", edition: /^(?:ghes-.*|ghec|github\.ae|ghae)$/, family: "api-github-com" },
  { provider: "azure.com", edition: /^azsadmin-/, family: "azsadmin" },
];

/** Whether the service only repeats a public one for customers' own hosts: it can name versions, but adds no entry. */
export function isEdition(provider: string, service: string): boolean {
  return EDITIONS.some((known) => known.provider === provider && known.edition.test(service));
}

/** Whether it only tells versions apart. */
export function isVersionWord(word: string): boolean {
  return VERSION_WORD.test(word);
}

/** The service without its version: "graph-beta" → "graph", "twilio_chat_v2" → "twilio_chat", "wafv2" → "waf". */
export function familyOf(provider: string, service: string): string {
  const edition = EDITIONS.find((known) => known.provider === provider && known.edition.test(service));
  if (edition !== undefined) return edition.family;
  const words = service.split(/[-_. ()]+/).filter((word) => word !== "" && !isVersionWord(word));
  return words.join("-").toLowerCase().replace(/v\d+$/, "");
}

/** Equal for twins. `url` is the whole address with its path template. */
export function twinKey(provider: string, family: string, method: string, path: string): string {
  return `${provider} ${family} ${method} ${pathShape(path)}`;
}

/** Equal for operations that are sent to the same address, whoever described them. */
export function addressKey(method: string, baseUrl: string, path: string): string {
  return `${method} ${baseUrl.replace(/^https?:/, "")}${neutral(path)}`.toLowerCase();
}

/** Of twins the one with the higher rank is kept: stable before preview, then the newer. */
export function versionRank(text: string): number {
  const isPreview = /alpha|beta|preview|unstable|legacy|deprecated|sandbox/i.test(text);
  const newest = [...text.matchAll(/v(\d+(?:[._]\d+)?)|(?<!\d)(\d+\.\d+)/gi)]
    .map((match) => Number.parseFloat((match[1] ?? match[2] ?? "0").replace("_", ".")))
    .reduce((most, version) => Math.max(most, version), 0);
  return (isPreview ? 0 : 1000) + Math.min(newest, 999);
}

function pathShape(path: string): string {
  const segments = neutral(path).split("/");
  return segments
    .filter((segment) => !isVersionWord(segment))
    .join("/")
    .toLowerCase();
}

/** Parameter names and trailing slashes do not tell operations apart. */
function neutral(path: string): string {
  return path.replace(/\{[^{}]*\}/g, "{}").replace(/(?<!\/)\/+$/, "");
}
