/**
 * What an actor outside this project imports, by the one name `agent-api-hub/actor`: how it describes itself, how it
 * reads what it fetched, and how it fails. docs/actors.md documents it; what stands here stays.
 */
export {
  type Actor,
  type ActorContext,
  defineActor,
  type Example,
  type Fetch,
  type FetchOptions,
  type FetchResult,
  Genius,
  type Item,
  type Llm,
  type Logger,
  type Material,
  nearest,
  NOT_BLANK,
  OneOf,
  PaymentSignature,
  type Prompt,
  type Reply,
  type Report,
  type Static,
  Type,
  withDefault,
  withGenius,
} from "./runtime/actor.ts";
export type { ErrorCode } from "./runtime/error-codes.ts";
export { HubError, invalidInput } from "./runtime/errors.ts";
export { expectOk, readJson, readText } from "./net/read.ts";
