/** An HTTPie command: "http POST https://… title=Login count:=2 page==3". */
import { jsonIn, type JsonObject } from "../../text/foreign.ts";
import { shellWords } from "./curl.ts";
import type { CodeRequest } from "./code-request.ts";

const COMMAND = /^(?:\$ )?(?:https?|xh) (?=(?:-\S{1,40} ){0,4}(?:(?:GET|POST|PUT|PATCH|DELETE) |https?:\/\/))/;

export function httpieIn(text: string): CodeRequest | undefined {
  const command = text.trim();
  const called = COMMAND.exec(command)?.[0];
  if (called === undefined) return undefined;
  const words = shellWords(command.slice(called.length));
  const isForm = words.some((one) => one === "-f" || one === "--form");
  const [first = "", ...others] = words.filter((one) => !one.startsWith("-"));
  const isMethod = /^[A-Z]+$/.test(first);
  const [address = "", ...items] = isMethod ? others : [first, ...others];
  const query: Record<string, unknown> = {};
  const sent: Record<string, unknown> = {};
  for (const item of items) {
    const [, name = "", sign, value = ""] = /^([^=:]{1,100})(==|:=|=)([^]*)$/.exec(item) ?? [];
    if (sign === "==") query[name] = value;
    else if (sign === ":=") {
      const read = jsonIn(value);
      sent[name] = read === undefined ? value : read; // "null" is one, too.
    } else if (sign === "=") sent[name] = value;
  }
  const isSent = Object.keys(sent).length > 0;
  return {
    method: isMethod ? first : isSent ? "POST" : "GET",
    address,
    query,
    form: isForm ? sent : {},
    ...(isSent && !isForm && { body: sent as JsonObject }),
  };
}
