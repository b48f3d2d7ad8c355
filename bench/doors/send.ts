import type { Shape } from "./shapes.ts";

/** Sends a shape once, and reads what is answered to its end. */
export async function send(url: string, { method, path, headers, body }: Shape): Promise<number> {
  const response = await fetch(url + path, {
    method,
    headers: {
      ...(body !== undefined && { "content-type": "application/json" }),
      ...(typeof headers === "function" ? headers() : headers),
    },
    ...(body !== undefined && { body }),
  });
  await response.arrayBuffer();
  return response.status;
}
