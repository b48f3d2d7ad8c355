/** An upstream that answers a small JSON document at once, in a process of its own. Listens on PORT. */
import { createServer, type ServerResponse } from "node:http";
import { createGzip } from "node:zlib";

const BODY = JSON.stringify({ ok: true, items: [1, 2, 3], name: "echo" });
const MIB = 1024 * 1024;
const TEXT = Buffer.alloc(MIB, `{"name": "value", "list": [1, 2, 3]}\n`);
const BYTES = Buffer.alloc(MIB, Buffer.from(Array.from({ length: 251 }, (_, at) => at)));
const COUNT = 100;

createServer((request, response) => {
  request.resume();
  const [, first, ...how] = request.url?.split("/") ?? [];
  if (first === "big") return big(response, new Set(how.flatMap((part) => part.split("-"))));
  response.setHeader("content-type", "application/json");
  response.end(BODY);
}).listen(Number(process.env["PORT"]), "127.0.0.1");

/** A hundred MiB, as far as anybody reads them: "bytes" or text, "sized" or in chunks, or "gzip". */
function big(response: ServerResponse, how: ReadonlySet<string>): void {
  const piece = how.has("bytes") ? BYTES : TEXT;
  response.setHeader("content-type", how.has("bytes") ? "application/octet-stream" : "text/plain");
  if (how.has("sized")) response.setHeader("content-length", COUNT * MIB);
  if (how.has("gzip")) response.setHeader("content-encoding", "gzip");
  const sink = how.has("gzip") ? createGzip({ level: 1 }) : response;
  if (sink !== response) sink.pipe(response);
  let left = COUNT;
  const more = (): void => {
    while (left-- > 0) if (!sink.write(piece)) return void sink.once("drain", more);
    sink.end();
  };
  response.on("error", () => undefined);
  response.on("close", () => sink.destroy());
  more();
}
