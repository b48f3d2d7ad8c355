/** What an operator is shown and asked before a package is installed. */
import { describe, expect, test } from "bun:test";
import { fileURLToPath } from "node:url";
import { type ConsentDeps, createConsent } from "../../src/cli/actor-consent.ts";
import type { InstalledVersion } from "../../src/packages/lock-file.ts";

const VERSION: InstalledVersion = {
  slug: "toy",
  version: "1.0.0",
  source: "npm:toy",
  commit: null,
  integrity: "sha512-x",
  bundle_sha256: "0".repeat(64),
  description_sha256: "0".repeat(64),
  hosts: ["api.example.com"],
  uses_llm: false,
  tier: "standard",
  timeout_ms: 5_000,
  bundle_bytes: 2_048,
  publisher: null,
  signature: null,
  licence: "MIT",
  packages: [{ name: "words", version: "1.2.3", licence: "ISC" }],
  installed_at: "2026-11-22T00:00:00.000Z",
};

interface Asked {
  readonly shown: string;
  readonly question: string;
  readonly agreed: boolean | string;
}

async function ask(
  change: Partial<InstalledVersion>,
  deps: Partial<ConsentDeps> & { readonly types?: string },
  before?: InstalledVersion,
  wider: readonly string[] = [],
): Promise<Asked> {
  let [shown, question] = ["", ""];
  const { types, ...rest } = deps;
  const consent = createConsent({
    isAgreed: false,
    hosts: undefined,
    priceOf: (tier) => `${tier === "enhanced" ? "0.12 XRP" : "free"}`,
    show: (text) => void (shown += text),
    ask: types === undefined ? undefined : async (text) => ((question = text), types),
    ...rest,
  });
  const agreed = await consent({ after: { ...VERSION, ...change }, wider, ...(before && { before }) }).catch(
    (error: Error) => error.message,
  );
  return { shown, question, agreed };
}

test("everything that it reaches is shown before anything is asked", async () => {
  const { shown, question, agreed } = await ask({}, { types: "yes" });
  expect(shown.split("\n").map((line) => line.trim())).toEqual([
    "To be installed:",
    "actor           toy 1.0.0",
    "source          npm:toy",
    "publisher       nobody has signed it",
    "hosts           api.example.com",
    "language model  does not ask it",
    "price           standard: free",
    "deadline        5 s",
    "licence         MIT",
    "packages        words 1.2.3 (ISC)",
    "size            2 KiB",
    "",
  ]);
  expect({ question, agreed }).toEqual({ question: "May it be installed? Type yes to agree: ", agreed: true });
});

describe("it is agreed to", () => {
  test.each([
    ["by the word", ["a.example"], "yes", true],
    ["by nothing else", ["a.example"], "y", false],
    ["not by a star where none is asked for", ["a.example"], "*", false],
    ["by a star where any host is reached", ["*"], " * ", true],
    ["not by the word where any host is reached", ["*"], "yes", false],
    ["not by silence", [], "", false],
  ])("%s", async (_, hosts, types, agreed) => {
    expect((await ask({ hosts }, { types })).agreed).toBe(agreed);
  });

  test.each([
    ["with --hosts equal, in any order", ["b.example", "a.example"], ["a.example", "b.example"], true],
    ["with none for none", [], [], true],
    ["with a star for a star", ["*"], ["*"], true],
    ["not with fewer", ["a.example", "b.example"], ["a.example"], "--yes needs --hosts a.example,b.example"],
    ["not with more", [], ["a.example"], "--yes needs --hosts none"],
    ["not with a star for less", ["a.example"], ["*"], "--yes needs --hosts a.example"],
    ["not without --hosts", ["*"], undefined, "--yes needs --hosts *"],
  ])("by --yes %s", async (_, hosts, named, agreed) => {
    const said = await ask({ hosts }, { isAgreed: true, hosts: named });
    if (typeof agreed === "string") expect(said.agreed).toContain(agreed);
    else expect(said.agreed).toBe(agreed);
  });

  test("not where nobody can be asked", async () => {
    expect((await ask({}, {})).agreed).toContain("nobody can be asked here");
  });
});

test("of an update the difference is shown, and it is asked for only where it reaches further", async () => {
  const change = { version: "2.0.0", hosts: ["b.example"], uses_llm: true, tier: "enhanced" };
  const { shown, agreed } = await ask(change, { types: "no" }, VERSION, ["It reaches b.example."]);
  expect(shown).toContain("actor           toy 1.0.0 → toy 2.0.0");
  expect(shown).toContain("hosts           + b.example, - api.example.com");
  expect(shown).toContain("price           standard: free → enhanced: 0.12 XRP");
  expect(shown).toContain("It reaches further than what was agreed to:\n  It reaches b.example.\n");
  expect(shown).not.toContain("licence");
  expect(agreed).toBe(false);
  expect(await ask({ version: "1.0.1" }, {}, VERSION)).toMatchObject({ agreed: true, question: "" });
});

test("no text of a stranger moves the cursor, colours the screen, turns a line around or makes one up", async () => {
  const evil = "MIT\u001b[2J\u009b1m\r\n  hosts           none\u202e\u2028\u200b\u0007";
  const { shown } = await ask(
    { licence: evil, source: evil, packages: [{ name: evil, version: evil, licence: evil }] },
    {},
  );
  expect(shown.replaceAll("\n", "")).not.toMatch(/[\p{C}\p{Zl}\p{Zp}]/u);
  expect(shown.split("\n")).toHaveLength(12);
});

describe("on a terminal", () => {
  const MODULE = fileURLToPath(new URL("../../src/cli/actor-consent.ts", import.meta.url));
  const PROGRAM = `const { terminalAsk } = await import(${JSON.stringify(MODULE)});
    console.log("said " + JSON.stringify(await terminalAsk()("Well? ")));`;

  test.each([
    ["a line", "yes\n", '"yes"'],
    ["the end of what is typed", "\u0004", '""'],
    ["an interruption", "\u0003", '""'],
  ])(
    "%s is an answer",
    async (_, types, said) => {
      let out = "";
      const child = Bun.spawn([process.execPath, "-e", PROGRAM], {
        terminal: {
          data(terminal, chunk) {
            const isAsked = out.includes("Well?");
            out += Buffer.from(chunk).toString();
            if (!isAsked && out.includes("Well?")) terminal.write(types);
          },
        },
      });
      expect(await child.exited).toBe(0);
      expect(out).toContain(`said ${said}`);
    },
    20_000,
  );
});
