import { expect, test } from "bun:test";
import { HubError } from "../../src/runtime/errors.ts";
import { echoActor } from "../support/actors.ts";
import { openDepositWorld, SHOP } from "../support/deposits.ts";
import { startHub } from "../support/hub.ts";
import { testClock } from "../support/operations.ts";
import { describeStores } from "../support/stores.ts";

const operator = { authorization: "Bearer the operator's token" };

describeStores("what /ready says of the payments that arrive", (open) => {
  test("is not ready before the ledger was looked at, and never says so with a null for what it should know", async () => {
    await using world = openDepositWorld();
    const { store } = open();
    const follower = world.follower(store);
    const followed = { ledger: world.ledger, wallet: SHOP.address, followed: follower.state };
    await using hub = await startHub({ store, ...followed, actors: [], adminToken: "the operator's token" });
    const ready = async (): Promise<any> => {
      const response = await fetch(`${hub.url}/ready`);
      const { deposits } = (await response.json()) as any;
      return deposits[0];
    };
    expect(await ready()).toEqual({
      network: "xrpl:21338",
      counted_up_to_ledger: 0,
      ledgers_behind: 0,
      fault: "The ledger has not been read yet.",
      gaps: [],
    });
    await follower.catchUp();
    const { chain } = world.served.sandbox;
    expect(await ready()).toMatchObject({ counted_up_to_ledger: chain.history.last.index, fault: null, gaps: [] });

    // The server forgets what was not read yet.
    for (let ledgers = 0; ledgers < 8; ledgers++) world.close();
    const { index } = chain.history.last;
    world.weather.isMissing = (each) => each < index - 2;
    await follower.catchUp();
    const gap = { from_ledger: index - 7, to_ledger: index - 3, reason: "missing", since: expect.any(String) };
    expect(await ready()).toMatchObject({
      counted_up_to_ledger: index,
      fault: expect.stringContaining("held by no server"),
      gaps: [gap],
    });
    const listed: any = await (await fetch(`${hub.url}/api/v1/admin/payments/`, { headers: operator })).json();
    expect(listed.gaps).toMatchObject([{ first_ledger: index - 7, last_ledger: index - 3, reason: "missing" }]);
    delete world.weather.isMissing;
    await world.follower(store).catchUp();
    await follower.catchUp();
    expect(await ready()).toMatchObject({ fault: null, gaps: [] });
  });

  test("is not ready before a wallet was looked at, and tells what was known of it while its ledger is silent", async () => {
    await using world = openDepositWorld();
    const { store } = open();
    const clock = testClock(Date.now());
    let answers = Promise.withResolvers<void>();
    const ledger: typeof world.ledger = {
      ...world.ledger,
      wallet: async (...of) => answers.promise.then(() => world.ledger.wallet(...of)),
    };
    await using hub = await startHub({ store, clock, ledger, wallet: SHOP.address, actors: [echoActor()] });
    const ready = async (): Promise<any> => {
      const response = await fetch(`${hub.url}/ready`);
      const { ledger } = (await response.json()) as any;
      return [response.status, ledger.accepts_payments, ledger.fault];
    };
    expect(await ready()).toEqual([503, false, "No server of the ledger has answered yet."]);
    answers.resolve();
    expect(await ready()).toEqual([200, true, null]);
    answers = Promise.withResolvers();
    clock.advance(60_000);
    expect(await ready()).toEqual([200, true, null]);
    answers.reject(new HubError("ledger_unavailable", "It has not answered in time."));
    expect(await ready()).toEqual([200, false, expect.stringContaining("No server of the ledger gives an answer")]);
  });

  test("is ready once the first look is over, also when the ledger gave no answer, and then says why", async () => {
    await using world = openDepositWorld();
    const { store } = open();
    const stop = new AbortController();
    const follower = world.follower(store, { stop: stop.signal, pollMs: 1 });
    const followed = { ledger: world.ledger, wallet: SHOP.address, followed: follower.state };
    await using hub = await startHub({ store, ...followed, actors: [echoActor()] });
    const ready = async (): Promise<any> => (await fetch(`${hub.url}/ready`)).json();
    expect(await ready()).toMatchObject({ status: "not_ready", deposits: [{ counted_up_to_ledger: 0 }] });
    world.weather.answer = () => ({ kind: "error", error: "tooBusy" });
    const following = follower.run();
    while (follower.state().isStarting) await new Promise(setImmediate);
    expect(await ready()).toMatchObject({ status: "ready", deposits: [{ fault: expect.stringContaining("tooBusy") }] });
    stop.abort();
    await following;
  });
});
