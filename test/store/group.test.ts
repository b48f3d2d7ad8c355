import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { createGroup } from "../../src/store/drivers/sqlite/group-commit.ts";

/** A group over a database in memory, which notes what it is told. */
function groupOver() {
  const client = new Database(":memory:");
  const told: string[] = [];
  const say = (sql: string) => void (client.run(sql), told.push(sql));
  const group = createGroup({
    whole(work) {
      say("BEGIN");
      const result = work();
      say("COMMIT");
      return result;
    },
    part: (work) => work(),
    isOpen: () => client.inTransaction,
  });
  return { group, told, client };
}

test("what is asked for in one turn is committed once, and told afterwards", async () => {
  const { group, told } = groupOver();
  const ends = [1, 2, 3].map((one) => group.add(() => void told.push(String(one))));
  await Promise.all(ends.map((end) => end.then(() => void told.push("told"))));
  expect(told).toEqual(["BEGIN", "1", "2", "3", "COMMIT", "told", "told", "told"]);
});

test("what the next turn brings is committed with it, and what comes after a turn without more is not", async () => {
  const { group, told } = groupOver();
  const ends = [group.add(() => void told.push("1"))];
  setImmediate(() => ends.push(group.add(() => void told.push("2"))));
  await ends[0];
  await Promise.all([...ends, group.add(() => void told.push("3"))]);
  expect(told).toEqual(["BEGIN", "1", "2", "COMMIT", "BEGIN", "3", "COMMIT"]);
});

test("nobody waits for more than a few turns, however much each of them brings", async () => {
  const { group, told } = groupOver();
  let isTold = false;
  const first = group.add(() => void told.push("1")).then(() => void (isTold = true));
  let turns = 0;
  const bring = (): void => {
    if (isTold || turns === 20) return;
    turns++;
    void group.add(() => void told.push("more"));
    setImmediate(bring);
  };
  setImmediate(bring);
  await first;
  expect(told).toEqual(["BEGIN", "1", "more", "more", "more", "COMMIT"]);
});

test("a failure that ends the whole transaction fails all of it, and what came after is not done", async () => {
  const { group, told, client } = groupOver();
  const full = () => {
    client.run("ROLLBACK");
    throw new Error("The disk is full.");
  };
  const ends = [() => void told.push("1"), full, () => void told.push("3")].map((work) => group.add(work));
  const settled = await Promise.allSettled(ends);
  expect(settled.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
  expect(told).toEqual(["BEGIN", "1"]);
});

test("what fails alone is undone with its transaction, and without a savepoint", async () => {
  const client = new Database(":memory:");
  client.run("CREATE TABLE t (a INTEGER)");
  const parts: string[] = [];
  const group = createGroup({
    whole: (work) => client.transaction(work)(),
    part(work) {
      parts.push("part");
      return client.transaction(work)();
    },
    isOpen: () => client.inTransaction,
  });
  const write = () => void client.run("INSERT INTO t VALUES (1)");
  const fail = () => {
    write();
    throw new Error("No.");
  };
  expect((await Promise.allSettled([group.add(fail)])).map(({ status }) => status)).toEqual(["rejected"]);
  await group.add(write);
  expect(parts).toEqual([]);
  expect((await Promise.allSettled([fail, write].map((work) => group.add(work)))).map(({ status }) => status)).toEqual([
    "rejected",
    "fulfilled",
  ]);
  expect(parts).toEqual(["part", "part"]);
  expect(client.query("SELECT count(*) AS n FROM t").get()).toEqual({ n: 2 });
});
