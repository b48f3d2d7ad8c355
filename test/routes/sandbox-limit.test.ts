/** One address cannot empty the sandbox's faucet or fill its disk with ledgers. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { type SandboxHub, startSandboxHub } from "../support/sandbox-hub.ts";

let hub: SandboxHub;
beforeAll(async () => void (hub = await startSandboxHub({ LIMIT_SANDBOX_PER_MINUTE: "2" })));
afterAll(() => hub[Symbol.asyncDispose]());

const post = (path: string, body: string) => fetch(`${hub.url}/sandbox/${path}`, { method: "POST", body });
const refusal = async (response: Response) => [
  response.status,
  Number(response.headers.get("retry-after")) > 0,
  (await response.json()).code,
];
const LIMITED = [429, true, "rate_limited"];

test("the faucet pays so often in a minute, then says when to come again", async () => {
  expect((await post("faucet", "{}")).status).toBe(200);
  expect((await post("faucet", "{}")).status).toBe(200);
  expect(await refusal(await post("faucet", "{}"))).toEqual(LIMITED);
});

test("ledgers are closed so often, by whichever door, spelling or batch; other questions are answered", async () => {
  const accept = `{"method":"ledger_accept"}`;
  expect((await post("ledger", accept)).status).toBe(200);
  expect((await post("ledger/admin", `{"method":"ledger\\u005faccept"}`)).status).toBe(200);
  expect(await refusal(await post("ledger", accept))).toEqual(LIMITED);
  expect(await refusal(await post("ledger", `{"method":"batch","params":[${accept},${accept}]}`))).toEqual(LIMITED);
  expect((await post("ledger", `{"method":"ping"}`)).status).toBe(200);

  const socket = new WebSocket(hub.socketUrl);
  const answers: { id: number; error?: string; status: string }[] = [];
  const both = Promise.withResolvers<void>();
  socket.onmessage = ({ data }) => void (answers.push(JSON.parse(String(data))) === 2 && both.resolve());
  await new Promise((resolve) => (socket.onopen = resolve));
  socket.send(`{"id":1,"command":"ledger_accept"}`);
  socket.send(`{"id":2,"command":"ping"}`);
  await both.promise;
  socket.close();
  expect(answers.find(({ id }) => id === 1)).toMatchObject({ status: "error", error: "slowDown" });
  expect(answers.find(({ id }) => id === 2)).toMatchObject({ status: "success" });
});

test("the payment page pays so often, then says when to come again", async () => {
  const { payment } = await (await fetch(`${hub.url}/api/v1/demo/402/`)).json();
  const pay = () => {
    return fetch(`${hub.url}/sandbox/pay/request:${payment.wallet_address}?amount=1`, {
      method: "POST",
      redirect: "manual",
    });
  };
  expect((await pay()).status).toBe(303);
  expect((await pay()).status).toBe(303);
  expect(await refusal(await pay())).toEqual(LIMITED);
});
