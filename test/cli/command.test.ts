import { describe, expect, spyOn, test } from "bun:test";
import { readArgs, WrongArgs } from "../../src/cli/args.ts";
import { defineCommand, defineGroup, UsageError } from "../../src/cli/command.ts";

const ARGS = {
  from: { type: "word", hint: "from", isRequired: true, description: "where from" },
  to: { type: "word", hint: "to", isMany: true, description: "where to" },
  depth: { type: "option", hint: "number", description: "how deep", read: wholeNumber },
  tag: { type: "option", hint: "word", isMany: true, description: "what for" },
  "dry-run": { type: "switch", description: "changes nothing" },
} as const;

function wholeNumber(text: string): number {
  if (!/^-?\d+$/.test(text)) throw new Error("it is a whole number");
  return Number(text);
}

const copy = defineCommand({
  name: "copy",
  summary: "Copies what it is told to.",
  args: ARGS,
  exitCodes: { 3: "half of it" },
  run: async ({ depth = 0 }) => depth,
});

/** What a command writes to standard output, beside its exit code. */
async function printed(run: () => Promise<number>): Promise<{ code: number; text: string }> {
  let text = "";
  using _ = spyOn(process.stdout, "write").mockImplementation((chunk) => Boolean((text += String(chunk))));
  return { code: await run(), text };
}

describe("readArgs()", () => {
  test("reads words, options and switches wherever they stand", () => {
    const line = ["a", "--depth", "-2", "b", "--tag=x=y", "--dry-run", "c", "--tag", "z"];
    const { values, fields } = readArgs(ARGS, line, false);
    expect(values).toEqual({ from: "a", to: ["b", "c"], depth: -2, tag: ["x=y", "z"], "dry-run": true });
    expect(fields).toEqual([]);
  });

  test("leaves what was not given undefined, empty and false", () => {
    const { values } = readArgs(ARGS, ["a"], false);
    expect(values).toEqual({ from: "a", to: [], depth: undefined, tag: [], "dry-run": false });
  });

  test("takes all behind -- as words", () => {
    expect(readArgs(ARGS, ["--", "--depth", "-x"], false).values).toMatchObject({ from: "--depth", to: ["-x"] });
  });

  test.each([
    [["a", "--deph", "1"], "There is no option --deph. Did you mean --depth?"],
    [["a", "--dry"], "There is no option --dry. Did you mean --dry-run?"],
    [["a", "--from", "x"], "There is no option --from."],
    [["a", "--toString", "x"], "There is no option --toString."],
    [["a", "-n"], 'There is no option -n; names of options begin with "--".'],
    [[], "<from> is missing."],
    [["a", "--depth"], '--depth needs a value; one that begins with "--" is written --depth=….'],
    [["a", "--depth", "--tag", "x"], '--depth needs a value; one that begins with "--" is written --depth=….'],
    [["a", "--depth", "two"], "--depth: it is a whole number"],
    [["a", "--depth", "1", "--depth", "2"], "--depth is given twice."],
    [["a", "--dry-run=yes"], "--dry-run takes no value."],
  ])("refuses %j in a sentence", (line, sentence) => {
    expect(() => readArgs(ARGS, line, false)).toThrow(new WrongArgs(sentence));
  });

  test("refuses one word too many", () => {
    expect(() => readArgs({ from: ARGS.from }, ["a", "b"], false)).toThrow(new WrongArgs('"b" is one word too many.'));
  });

  test("hands options that are not its own on, in their order, where a command takes fields", () => {
    const line = ["a", "--limit", "3", "--depth", "1", "--explain", "--limit=-4", "--__proto__", "x"];
    expect(readArgs(ARGS, line, true)).toEqual({
      values: { from: "a", to: [], depth: 1, tag: [], "dry-run": false },
      fields: [
        ["limit", "3"],
        ["explain", undefined],
        ["limit", "-4"],
        ["__proto__", "x"],
      ],
    });
  });
});

describe("defineCommand()", () => {
  test("answers with the exit code of what it runs", async () => {
    expect(await copy.run(["a", "--depth", "3"])).toBe(3);
  });

  test.each([[["--help"]], [["a", "-h"]], [["--deph", "--help"]]])("explains itself for %j", async (line) => {
    const { code, text } = await printed(() => copy.run(line));
    expect([code, text]).toEqual([
      0,
      `Usage: bun run copy <from> [<to> …] [--depth <number>] [--tag <word> …] [--dry-run]

Copies what it is told to.

  <from>            where from
  <to>              where to
  --depth <number>  how deep
  --tag <word>      what for
  --dry-run         changes nothing

Exit codes: 0 done, 1 it failed, 2 it was asked wrongly, 3 half of it.
`,
    ]);
  });

  test("says what is wrong and how to ask; of nothing at all, only how to ask", async () => {
    await expect(copy.run(["a", "--deph", "1"])).rejects.toThrow(
      /^There is no option --deph\..*\n\nUsage: bun run copy/,
    );
    await expect(copy.run([])).rejects.toThrow(/^Usage: bun run copy/);
    await expect(copy.run([])).rejects.toThrow(UsageError);
  });

  test("takes --help behind -- as a word", async () => {
    expect(await copy.run(["--", "--help"])).toBe(0);
  });
});

describe("defineGroup()", () => {
  const files = defineGroup({
    name: "files",
    summary: "Works with files.",
    commands: [defineCommand({ name: "files list", summary: "Lists them.", args: {}, run: async () => 7 })],
  });

  test("runs the command that the next word names", async () => {
    expect(await files.run(["list"])).toBe(7);
  });

  test.each([[["--help"]], [["help"]]])("lists its commands for %j", async (line) => {
    const { code, text } = await printed(() => files.run(line));
    expect([code, text]).toEqual([0, expect.stringContaining("\n  list  Lists them.\n")]);
  });

  test("refuses another word with the near one", async () => {
    await expect(files.run(["lisst"])).rejects.toThrow('There is no command "files lisst". Did you mean "list"?');
    await expect(files.run(["toString"])).rejects.toThrow('There is no command "files toString".\n');
    await expect(files.run([])).rejects.toThrow(/^Usage: bun run files <command>/);
  });
});
