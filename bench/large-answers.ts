/** The memory that answers of 100 MiB take, called one after the other: of every kind, and however they are sent. */
import type { Served } from "./served.ts";

const KINDS = ["text", "text-sized", "text-gzip", "bytes", "bytes-sized", "bytes-gzip"];
const CALLS = 5;

/** A key of this hub, whose catalogue has the upstream of `echo.ts`. */
export async function largeAnswers(hub: Served, key: string): Promise<void> {
  const before = hub.memory();
  for (const kind of KINDS) {
    let most = 0;
    const look = (): void => void (most = Math.max(most, hub.memory()));
    const watch = setInterval(look, 10);
    let told = "";
    for (let count = 0; count < CALLS; count++) {
      const answer = await fetch(`http://127.0.0.1:${hub.port}/api/v1/agent/proxy/echo-dev--big/call/`, {
        method: "POST",
        headers: { "x-api-key": key, "content-type": "application/json" },
        body: JSON.stringify({ params: { how: kind } }),
      });
      told = summaryOf(await answer.json());
      look();
    }
    clearInterval(watch);
    console.log(`100 MiB of ${kind}, ${CALLS} times: ${told}, hub at most ${(most - before).toFixed(1)} MiB more`);
  }
}

function summaryOf(answer: unknown): string {
  const { truncated, data, data_encoding: encoding } = answer as Answer;
  const { length } = Buffer.from(data, encoding === "text" ? "utf8" : "base64");
  return `${truncated ? "cut" : "whole"} at ${length} bytes`;
}

/** Our own hub's. */
interface Answer {
  readonly truncated: boolean;
  readonly data: string;
  readonly data_encoding: "text" | "base64";
}
