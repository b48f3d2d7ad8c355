/**
 * Requests whose parameters are not what the protocol wants. The stock server takes such a request for a fault of its own
 * (-32603), except for calls of tools: who has asked wrongly would be told to come again.
 */
import { ProtocolErrorCode, specTypeSchemas } from "@modelcontextprotocol/server";
import { objectOf } from "../text/foreign.ts";

/** The error that a request is answered with, as the protocol has it; `undefined` where nothing is wrong with it. */
export function illFormed(message: unknown): object | undefined {
  const { id, method } = objectOf(message);
  const judged = id === undefined ? undefined : schemaOf(method)?.["~standard"].validate(message);
  if (judged?.issues === undefined) return undefined;
  const faults = judged.issues.map(({ path = [], message: said }) => `${path.map(String).join(".")}: ${said}`);
  const error = { code: ProtocolErrorCode.InvalidParams, message: `Invalid ${method} request: ${faults.join("; ")}` };
  return { jsonrpc: "2.0", id, error };
}

function schemaOf(method: unknown) {
  if (method === "initialize") return specTypeSchemas.InitializeRequest;
  return method === "tools/list" ? specTypeSchemas.ListToolsRequest : undefined;
}
