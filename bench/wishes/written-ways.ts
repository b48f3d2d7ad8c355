/** The ways in which programs, models and people write a request with the names of its fields. */
import { createHash } from "node:crypto";
import { wordsOf } from "../../src/catalog/words/words.ts";
import type { Slot } from "../../src/dynamic-tools/slots/slots.ts";

export interface WrittenField {
  readonly slot: Slot;
  readonly spoken: string;
  readonly said: string;
  readonly value: string | number;
}

export const WAYS: Readonly<Record<string, (name: string, fields: readonly WrittenField[]) => string>> = {
  words: (name, fields) => `${name.toLowerCase()} ${fields.map(inWords).join(", ")}`,
  json: (name, fields) =>
    `${name} ${JSON.stringify(Object.fromEntries(fields.map((one) => [one.slot.name, one.value])))}`,
  query: (name, fields) => `${name} ?${fields.map((one) => `${one.slot.name}=${one.value}`).join("&")}`,
  arguments: (name, fields) =>
    `${name} with ${fields.map((one) => `${one.slot.name}=${JSON.stringify(one.value)}`).join(", ")}`,
  colons: (name, fields) => `${name}, ${fields.map((one) => `${one.slot.name}: ${one.value}`).join(", ")}`,
  lines: (name, fields) => `${name}:\n${fields.map((one) => `- ${one.slot.name}: ${one.value}`).join("\n")}`,
  yaml: (name, fields) => `${name}\n${fields.map((one) => `${one.slot.name}: ${one.value}`).join("\n")}`,
  bold: (name, fields) => `${name}\n\n${fields.map((one) => `* **${one.spoken}:** ${one.value}`).join("\n")}`,
  ticks: (name, fields) =>
    `${name} with ${fields.map((one) => `\`${one.slot.name}\` = \`${one.value}\``).join(" and ")}`,
  table: (name, fields) =>
    `${name}\n\n| field | value |\n| --- | --- |\n${fields.map((one) => `| ${one.slot.name} | ${one.value} |`).join("\n")}`,
  literal: (name, fields) => `${name} { ${fields.map((one) => `${one.slot.name}: ${literal(one)}`).join(", ")} }`,
  dictionary: (name, fields) => `${name} {${fields.map((one) => `'${one.slot.name}': ${literal(one)}`).join(", ")}}`,
  call: (name, fields) =>
    `${wordsOf(name).join("_")}(${fields.map((one) => `${one.slot.name}=${JSON.stringify(one.value)}`).join(", ")})`,
  tool: (name, fields) =>
    JSON.stringify({
      name: wordsOf(name).join("_"),
      arguments: Object.fromEntries(fields.map((one) => [one.slot.name, one.value])),
    }),
  sentences: (name, fields) => `${name}. ${fields.map(inSentence).join(" ")}`,
  everyday: (name, fields) => `${name.toLowerCase()} ${fields.map(asPeopleSay).join(" ")}`,
};

/** By what the name of a field tells, without it where people leave it out. */
const EVERYDAY: readonly (readonly [RegExp, readonly ((said: string, spoken: string) => string)[]])[] = [
  [
    /^(?:limit|count|size|page size|per page|max results|max|top|rows|first)$/,
    [(said) => `only ${said} of them`, (said) => `at most ${said} results`, (said) => `the first ${said}`],
  ],
  [/^(?:page|page number)$/, [(said) => `page ${said}`, (said) => `on page ${said}`]],
  [/^(?:offset|skip|start)$/, [(said) => `skipping the first ${said}`, (said) => `skip ${said}`]],
  [
    /(?:^| )(?:from|start|since|after|begin)(?: date| time| at)?$/,
    [(said) => `since ${said}`, (said) => `from ${said}`],
  ],
  [/(?:^| )(?:to|end|until|before)(?: date| time| at)?$/, [(said) => `until ${said}`, (said) => `up to ${said}`]],
  [/(?:^| )(?:title|name|subject)$/, [(said) => `called ${said}`, (said) => `with the name ${said}`]],
  [
    /(?:^| )(?:description|message|text|comment|body)$/,
    [(said) => `saying ${said}`, (said) => `with the text ${said}`],
  ],
  [/(?:^| )email$/, [(said) => `for ${said}`, (said) => `with the email ${said}`]],
  [
    / id$/,
    [(said, spoken) => `for ${spoken.slice(0, -3)} ${said}`, (said, spoken) => `of the ${spoken.slice(0, -3)} ${said}`],
  ],
  [/^id$/, [(said) => `with id ${said}`, (said) => said]],
  [/(?:^| )(?:status|state)$/, [(said) => `that are ${said}`, (said, spoken) => `with ${spoken} ${said}`]],
  [/(?:^| )(?:format|output)$/, [(said) => `as ${said}`, (said) => `in ${said} format`]],
  [/(?:^| )(?:sort|order|order by|sort by)$/, [(said) => `sorted by ${said}`, (said) => `ordered by ${said}`]],
];

function asPeopleSay({ slot, spoken, said }: WrittenField): string {
  const ways = EVERYDAY.find(([names]) => names.test(spoken))?.[1] ?? [(one, name) => `with ${name} ${one}`];
  return ways[hash(slot.name + said) % ways.length]?.(said, spoken) ?? "";
}

function inSentence({ spoken, said, slot }: WrittenField): string {
  const ways = [
    `The ${spoken} is ${said}.`,
    `Set the ${spoken} to ${said}.`,
    `Use ${said} as the ${spoken}.`,
    `The ${spoken} should be ${said}.`,
    `It has a ${spoken} of ${said}.`,
    `For the ${spoken}, use ${said}.`,
  ];
  return ways[hash(slot.name + said) % ways.length] ?? "";
}

function literal({ value }: WrittenField): string {
  return typeof value === "number" ? String(value) : `'${value}'`;
}

function inWords({ slot, spoken, said }: WrittenField, at: number): string {
  if (slot.inPath) return `for ${spoken} ${said}`;
  const ways = [
    `with ${spoken} ${said}`,
    `${spoken}: ${said}`,
    `where the ${spoken} is ${said}`,
    `${spoken} = ${said}`,
  ];
  return at === 0 ? (ways[0] ?? "") : (ways[(hash(spoken) + at) % ways.length] ?? "");
}

export function hash(text: string): number {
  return createHash("sha256").update(text).digest().readUInt32BE();
}
