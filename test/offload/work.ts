/** Work for the tests of the pool: does what its input says. */
import { writeFileSync } from "node:fs";
import { threadId } from "node:worker_threads";
import { HubError } from "../../src/runtime/errors.ts";

export type Order =
  | { readonly do: "echo"; readonly value: unknown }
  | { readonly do: "loop" | "die" | "throw" | "refuse" | "die later" | "uncopyable" | "thread" | "environment" }
  /** Makes a file, so that a test can see that it runs, and does not end by itself. */
  | { readonly do: "hold"; readonly file: string };

export default function work(order: Order): unknown {
  switch (order.do) {
    case "echo":
      return order.value;
    case "thread":
      return threadId;
    case "environment":
      return Object.keys(process.env);
    case "loop":
      for (;;);
    case "hold":
      writeFileSync(order.file, "");
      return new Promise(() => undefined);
    case "die":
      return process.exit(3);
    case "die later":
      setTimeout(() => process.exit(3), 0);
      return threadId;
    case "throw":
      throw new Error("a slip");
    case "refuse":
      throw new HubError("upstream_invalid", "It is not what it promises.");
    case "uncopyable":
      return () => undefined;
  }
}
