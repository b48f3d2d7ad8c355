/** Telling YAML by how its lines begin. */

/** A key of YAML in any script, "/pets:", "$ref:" or "🚀:" too. What has a delimiter in it could as well be a table. */
const KEY = String.raw`(?:"[^"\\,;|\t]{1,80}"|'[^',;|\t]{1,80}'|[^\s"'#&*!%@${"`"}{}[\],;|:-][^:,;|\t]{0,80}):(?: |$)`;
const YAML_KEY = new RegExp(`^${KEY}`, "u");
const YAML_LINE = new RegExp(String.raw`^(?:\s|- |-$|${KEY}|\.\.\.|---|[}\]])`, "u");
const YAML_START = new RegExp(String.raw`^(?:- |-$|${KEY})`, "u");

/** Whether a text is a YAML mapping or list; what could as well be a table is none. */
export function isYaml(text: string): boolean {
  const lines = text
    .slice(0, 20_000)
    .split(/\r\n?|\n/)
    .filter((line) => line.trim() !== "" && !/^\s*#/.test(line));
  const [first = ""] = lines;
  if (/^(?:---(?:\s|$)|%YAML )/.test(first)) return true;
  if (!YAML_START.test(first)) return false;
  return lines.length > 1 && lines.slice(0, 50).every((line, at) => at === 49 || YAML_LINE.test(line));
}

/** Whether a line begins with a key of YAML. */
export function isYamlKey(line: string): boolean {
  return YAML_KEY.test(line);
}
