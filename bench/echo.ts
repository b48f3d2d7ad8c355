/** An upstream that answers a small JSON document at once, in a process of its own. Listens on PORT. */
import { createServer } from "node:http";

const BODY = JSON.stringify({ ok: true, items: [1, 2, 3], name: "echo" });
const BIG = Buffer.alloc(1024 * 1024, "x");

createServer((request, response) => {
  request.resume();
  if (request.url?.startsWith("/big") === true) return big(response);
  response.setHeader("content-type", "application/json");
  response.end(BODY);
}).listen(Number(process.env["PORT"]), "127.0.0.1");

/** A hundred megabytes of text, as far as anybody reads them. */
function big(response: import("node:http").ServerResponse): void {
  response.setHeader("content-type", "text/plain");
  let left = 100;
  const more = (): void => {
    while (left-- > 0) if (!response.write(BIG)) return void response.once("drain", more);
    response.end();
  };
  response.on("error", () => undefined);
  more();
}
