/** A skill as SKILL.md: front matter that every reader of skills takes, then tools, steps and tests. Pure. */
import { foldLetters } from "../../src/text/fold-letters.ts";

export interface SkillDocument {
  readonly name: string;
  readonly description: string;
  readonly tools: readonly { readonly slug: string; readonly name: string; readonly call_url: string }[];
  readonly steps: readonly { readonly do: string; readonly tool: string | null }[];
  readonly tests: readonly { readonly given: string; readonly expect: string }[];
}

const MAX_NAME = 64;

/** Lower-case letters and digits joined by single "-"; undefined when nothing is left of it. */
export function skillName(written: string): string | undefined {
  const plain = foldLetters(written);
  const name = plain
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|(?<!-)-+$/g, "")
    .slice(0, MAX_NAME)
    .replace(/(?<!-)-+$/, "");
  return name === "" ? undefined : name;
}

export function skillText({ name, description, tools, steps, tests }: SkillDocument): string {
  // A text in double quotes is the same in YAML as in JSON.
  const lines = [
    "---",
    `name: ${name}`,
    `description: ${JSON.stringify(description)}`,
    "---",
    "",
    `# ${name}`,
    "",
    description,
    "",
  ];
  if (tools.length > 0) {
    lines.push("## Tools", "", "POST JSON to these addresses of the hub, with an `X-API-Key` header.", "");
    lines.push(...tools.map((tool) => `- \`${tool.slug}\` (${inline(tool.name)}): \`POST ${tool.call_url}\``), "");
  }
  lines.push("## Steps", "");
  lines.push(
    ...steps.map((step, index) => `${index + 1}. ${inline(step.do)}${step.tool === null ? "" : ` (\`${step.tool}\`)`}`),
    "",
  );
  lines.push(
    "## Tests",
    "",
    ...tests.map((test) => `- Given: ${inline(test.given)} Expect: ${inline(test.expect)}`),
    "",
  );
  return lines.join("\n");
}

/** A text that stays in its line, whatever it says. */
function inline(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
