/** Work for the tests of the pool: does what its input says. */
import { existsSync, writeFileSync } from "node:fs";
import { threadId } from "node:worker_threads";
import { HubError } from "../../src/runtime/errors.ts";

export type Order =
  | { readonly do: "echo"; readonly value: unknown }
  | { readonly do: "loop" | "die" | "throw" | "refuse" | "die later" | "uncopyable" | "thread" | "environment" }
  | { readonly do: "mark"; readonly name: string }
  | { readonly do: "marks" | "allocate" | "pollute" | "patch" | "tick" | "name globally" }
  /** Makes a file, so that a test can see that it runs, and ends when there is another of that name and ".end". */
  | { readonly do: "hold"; readonly file: string };

const marks: string[] = [];

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
    case "mark":
      marks.push(order.name);
      return undefined;
    case "marks":
      return marks;
    case "allocate": {
      const all: unknown[] = [];
      for (;;) all.push(Array.from({ length: 10_000 }, (_, index) => ({ index })));
    }
    case "pollute":
      Object.assign(Object.prototype, { polluted: true });
      return undefined;
    case "patch":
      Object.defineProperty(Array.prototype, "at", { value: () => "patched" });
      return threadId;
    case "tick":
      setInterval(() => marks.push("tick"), 1);
      return threadId;
    case "name globally":
      Object.assign(globalThis, { left: "behind" });
      return threadId;
    case "hold":
      writeFileSync(order.file, "");
      return new Promise<void>((resolve) => {
        const timer = setInterval(() => {
          if (!existsSync(`${order.file}.end`)) return;
          clearInterval(timer);
          resolve();
        }, 5);
      });
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
