/** What models write instead of a sentence: Markdown, calls of functions and calls of tools. */
import { expect, test } from "bun:test";
import fc from "fast-check";
import { withCallAsWords } from "../../../../src/dynamic-tools/words/paraphrases/function-calls.ts";
import { withoutMarkdown } from "../../../../src/dynamic-tools/words/paraphrases/markdown.ts";

test.each([
  [
    "create a task\n\n* **Title:** Summer sale\n* **Page size:** 20",
    "create a task\n\n* Title: Summer sale\n* Page size: 20",
  ],
  [
    "list tasks with `page_size` = `20`, `title` = `Summer sale`",
    'list tasks with page_size = 20, title = "Summer sale"',
  ],
  [
    "create a task\n\n| field | value |\n| --- | --- |\n| title | Summer sale |\n| limit | 5 |\n",
    "create a task\n\ntitle: Summer sale\nlimit: 5",
  ],
  [
    "create a task\n| title | limit |\n|:--|--:|\n| Summer sale | 5 |\nthanks",
    "create a task\ntitle: Summer sale\nlimit: 5\nthanks",
  ],
  ['create a task\n```json\n{"title": "a"}\n```', 'create a task\n\n{"title": "a"}'],
])("the signs of Markdown are no part of what is said: %j", (written, plain) => {
  expect(withoutMarkdown(written)).toBe(plain);
});

test.each(["2 ** 3 ** 4", "a | b", "snake__case__name", "it`s five o`clock", "files **/*.ts", "|", "|--|--|"])(
  "signs that are none of Markdown stay: %s",
  (text) => expect(withoutMarkdown(text)).toBe(text),
);

test.each([
  ['create_issue(title="Login", count=2)', 'create issue (title="Login", count=2)'],
  ['stripe.customers.create({ email: "a@b.dev" })', 'create stripe customers ({ email: "a@b.dev" })'],
  ['const issue = await client.issues.createLabel("bug");', 'create label issues ("bug")'],
  ['{"name": "github__create_issue", "arguments": {"title": "Login"}}', 'create issue github {"title":"Login"}'],
  [
    '{"type": "function", "function": {"name": "listTasks", "arguments": "{\\"limit\\": 5}"}}',
    'list tasks {"limit": 5}',
  ],
  [
    '{"jsonrpc": "2.0", "method": "tools/call", "params": {"name": "get-task", "arguments": {"id": 7}}}',
    'get task {"id":7}',
  ],
  ['<tool_call>{"name": "task_delete", "arguments": {"id": 7}}</tool_call>', 'delete task {"id":7}'],
])("a call is read as words with its verb first: %s", (call, words) => {
  expect(withCallAsWords(call)).toBe(words);
});

test.each([
  "create an issue (urgent)",
  'create an issue {"name": "x", "arguments": {}}',
  '{"name": "Ann", "age": 5}',
  "f(",
  "[[[{",
])("words stay as they are: %s", (text) => {
  expect(withCallAsWords(text)).toBe(text);
});

test("any text is read, and soon", () => {
  const signs = fc.constantFrom(
    "`",
    "*",
    "|",
    "-",
    "\n",
    "(",
    ")",
    "{",
    "}",
    '"',
    "a",
    " ",
    "=",
    ".",
    "_",
    "<a>",
    "</a>",
  );
  fc.assert(
    fc.property(fc.string({ unit: signs, maxLength: 1000 }), (text) => {
      expect(withCallAsWords(withoutMarkdown(text)).length).toBeLessThanOrEqual(2 * text.length + 2);
    }),
  );
});
