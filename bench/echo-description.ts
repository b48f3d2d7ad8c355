/** What the upstream of `echo.ts` says of itself, as a catalogue imports it. */
export function echoDescription(port: number): Uint8Array {
  const parameters = [{ name: "id", in: "path", required: true, schema: { type: "integer" } }];
  const responses = { 200: { description: "Done" } };
  return new TextEncoder().encode(
    JSON.stringify({
      openapi: "3.0.3",
      info: { title: "Echo", version: "1" },
      servers: [{ url: `http://127.0.0.1:${port}` }],
      paths: {
        "/things/{id}": {
          get: { operationId: "read", summary: "Read", parameters, responses },
          post: { operationId: "write", summary: "Write", parameters, responses },
        },
        "/big/{how}": {
          get: {
            operationId: "big",
            summary: "Much",
            parameters: [{ ...parameters[0], name: "how", schema: { type: "string" } }],
            responses,
          },
        },
      },
    }),
  );
}
