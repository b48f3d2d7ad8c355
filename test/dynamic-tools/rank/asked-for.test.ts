/** What a question asks for stands before what only comes near. */
import { expect, test } from "bun:test";
import { withAnswerFirst } from "../../../src/dynamic-tools/rank/asked-for.ts";
import type { WeighedMatch } from "../../../src/dynamic-tools/rank/likelihood-signals.ts";
import { withNameOfAnswer } from "../../../src/dynamic-tools/words/paraphrases/asked-otherwise.ts";
import { entryOf, said } from "../found.ts";

type Tried = readonly [name: string, path: string, worth: number, missing?: number];

const first = (words: string, ...tried: readonly Tried[]) => {
  const ranked = tried.map(([name, path, worth, missing = 0]) => {
    const entry = entryOf("GET", name, path);
    return { match: { entry, said: said(words), missing: Array(missing).fill(0) }, worth } as unknown as WeighedMatch; // Only these are read.
  });
  return withAnswerFirst(ranked)[0]?.match.entry.name;
};

const tasks: Tried = ["Get tasks from a project", "/projects/{id}/tasks", 10];

test("how many there are is counted, where that can be done", () => {
  const count: Tried = ["Get task count of a project", "/projects/{id}/task_counts", 8];
  expect(first("how many tasks are in project 5", tasks, count)).toBe("Get task count of a project");
  expect(first("number of tasks in project 5", tasks, count)).toBe("Get task count of a project");
  expect(first("list the tasks of project 5", tasks, count)).toBe("Get tasks from a project");
});

test("nothing else is counted, nor what asks for more", () => {
  const others: readonly Tried[] = [
    ["Get portfolio count of a project", "/projects/{id}/portfolio_counts", 9],
    ["Get task count of a project", "/projects/{id}/task_counts", 9, 1],
    ["Get task count of a project", "/projects/{id}/task_counts", 5],
  ];
  for (const other of others)
    expect(first("how many tasks are in project 5", tasks, other)).toBe("Get tasks from a project");
});

test("what is on a calendar is not the calendar", () => {
  const calendar: Tried = ["Get a calendar", "/calendars/{id}", 10];
  const events: Tried = ["List events", "/calendars/{id}/events", 7];
  expect(first("what's on my calendar", calendar, events)).toBe("List events");
  expect(first("what's on my calendar", calendar, ["Get an event", "/calendars/{id}/events/{event}", 9])).toBe(
    "Get a calendar",
  );
  expect(first("show my calendar", calendar, events)).toBe("Get a calendar");
  expect(first("what's on my calendar")).toBeUndefined();
});

test.each([
  ["who is in slack channel C02", "list the members of slack channel C02"],
  ["who's in the platform team", "list the members of the platform team"],
  ["how much money is left on my account", "show the balance of my account"],
  ["how much credit do I have on twilio", "show the balance of twilio"],
  ["Slack: who is in the channel C02", "Slack: list the members of the channel C02"],
  ["GitHub: which gists does octocat have", "GitHub: list the gists of octocat"],
  ["spotify: which devices do I have", "spotify: list my devices"],
  ["which times do you have for me", "which times do you have for me"],
  ["who is in space right now", "who is in space right now"],
  ["how much money did we make in May", "how much money did we make in May"],
])("%s asks for %s", (text, plain) => {
  expect(withNameOfAnswer(text)).toBe(plain);
});

test("several are those of a list, and not parts of one", () => {
  const commit: Tried = ["Get a commit", "/repos/{repo}/commits/{ref}", 10];
  const commits: Tried = ["List commits", "/repos/{repo}/commits", 8];
  expect(first("get the latest 5 commits of web", commit, commits)).toBe("List commits");
  expect(first("get the commit 5 of web", commit, commits)).toBe("Get a commit");
});

test("a list is shown where nothing is to be searched for", () => {
  const coverage = { spoken: 1 };
  const answer = (words: string, lacking: number, spoken = 1) => {
    const search = { entry: entryOf("GET", "Search for videos", "/videos"), said: said(words), missing: [0], coverage };
    const list = {
      entry: entryOf("GET", "Get all the videos of a user", "/me/videos"),
      said: said(words),
      missing: Array(lacking).fill(0),
      coverage: { spoken },
    };
    const ranked = [search, list].map((match, at) => ({ match, worth: 10 - at }) as unknown as WeighedMatch); // Only these are read.
    return withAnswerFirst(ranked)[0]?.match.entry.name;
  };
  expect(answer("list my videos", 0)).toBe("Get all the videos of a user");
  expect(answer("list my videos", 1)).toBe("Search for videos");
  expect(answer("list my videos", 0, 0.5)).toBe("Search for videos");
  expect(answer("search my videos", 0)).toBe("Search for videos");
});

test("the parts of one thing are not the thing", () => {
  const asked = (words: string, other: Tried, placedShare = 1) => {
    const tried = [["Get a list", "/lists/{id}", 10], other] as const;
    const ranked = tried.map(
      ([name, path, worth]) =>
        ({
          match: { entry: entryOf("GET", name, path), said: said(words), missing: [], placedShare },
          worth,
        }) as unknown as WeighedMatch, // Only these are read.
    );
    return withAnswerFirst(ranked)[0]?.match.entry.name;
  };
  const parts: Tried = ["Get tasks of a list", "/lists/{id}/tasks", 9];
  expect(asked("tasks of the list 5", parts)).toBe("Get tasks of a list");
  expect(asked("tasks of the list 5", ["List tasks", "/tasks.json", 9])).toBe("List tasks");
  expect(asked("tasks of the list 5", ["List tasks", "/tasks.json", 9], 0)).toBe("Get a list");
  expect(asked("show the list 5", parts)).toBe("Get a list");
  expect(asked("tasks of the list 5", ["Get notes of a list", "/lists/{id}/notes", 9])).toBe("Get a list");
});
