/** Entries and actors as tools a language model can be given, each with the address that calls it. */
import type { Access } from "../runtime/access.ts";
import type { Entry } from "../runtime/catalog.ts";
import { type ToolFormat, toolDefinition, toolShape } from "../catalog/spec/definitions.ts";
import type { ServedActor } from "../runtime/actors/registry.ts";
import { servedSchema } from "../runtime/served-schema.ts";

export interface OfferedTool {
  readonly slug: string;
  readonly kind: "actor" | "api" | "tool";
  readonly call_url: string;
  /** Of an operation of the catalogue. */
  readonly access?: Access;
  /** In the shape the vendor wants, to be handed over as it is. */
  readonly definition: Readonly<Record<string, unknown>>;
}

export function entryTool(
  entry: Entry,
  spec: Readonly<Record<string, unknown>>,
  { format, extent, hubUrl }: { format: ToolFormat; extent: "short" | "full"; hubUrl: string },
): OfferedTool {
  return {
    slug: entry.slug,
    kind: "api",
    call_url: `${hubUrl}/api/v1/agent/proxy/${entry.slug}/call/`,
    access: entry.access,
    definition: toolDefinition(entry, spec, format, extent),
  };
}

export function actorTool({ actor }: ServedActor, format: ToolFormat, hubUrl: string): OfferedTool {
  return {
    slug: actor.slug,
    kind: "actor",
    call_url: `${hubUrl}/api/v1/genius/actors/${actor.slug}/run/`,
    definition: toolShape(actor.slug, actor.description, servedSchema(actor.input), format),
  };
}
