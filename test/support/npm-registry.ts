/** A registry that speaks as npm's does, and hands out archives at any other path. */
import { createHash } from "node:crypto";
import type { DownloadArchive } from "../../src/packages/download.ts";
import { HubError } from "../../src/runtime/errors.ts";

export interface NpmRegistry extends AsyncDisposable {
  /** Without a slash at its end. */
  readonly url: string;
  /** As `NET_ALLOW` names it. */
  readonly host: string;
  /** Gives the version out, as the latest one too. Returns its integrity. */
  publish(name: string, version: string, archive: Uint8Array): string;
  /** Puts an answer at a path. */
  serve(path: string, body: Uint8Array | string | object): void;
  /** What was asked for, in order. */
  readonly asked: readonly string[];
  /** Fetches as the hub would, but from here only. */
  readonly download: DownloadArchive;
}

export function startRegistry(): NpmRegistry {
  const answers = new Map<string, Uint8Array | string | object>();
  const asked: string[] = [];
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch(request) {
      const path = new URL(request.url).pathname;
      asked.push(path);
      const answer = answers.get(path);
      if (answer === undefined) return new Response("Not found", { status: 404 });
      if (answer instanceof Uint8Array) return new Response(new Uint8Array(answer));
      if (answer instanceof Response) return answer.clone();
      return typeof answer === "string" ? new Response(answer) : Response.json(answer);
    },
  });
  const host = `127.0.0.1:${server.port}`;
  const url = `http://${host}`;
  return {
    url,
    host,
    asked,
    serve: (path, body) => void answers.set(path, body),
    publish(name, version, archive) {
      const tarball = `/${name}/-/${name.replace(/^.*\//, "")}-${version}.tgz`;
      const integrity = `sha512-${createHash("sha512").update(archive).digest("base64")}`;
      answers.set(tarball, archive);
      const manifest = { name, version, dist: { tarball: url + tarball, integrity } };
      for (const tag of [version, "latest"]) answers.set(`/${name.replace("/", "%2f")}/${tag}`, manifest);
      return integrity;
    },
    async download(address) {
      if (!address.startsWith(`${url}/`)) throw new HubError("url_not_allowed", "A test asked elsewhere.");
      const answer = await fetch(address);
      return {
        url: address,
        status: answer.status,
        headers: answer.headers,
        bytes: new Uint8Array(await answer.arrayBuffer()),
      };
    },
    [Symbol.asyncDispose]: () => server.stop(true),
  };
}
