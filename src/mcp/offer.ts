/** Which tools a client is offered: the defaults, those that only read, or actors as tools of their own. */
import type { Actor } from "../runtime/actor.ts";
import { HubError } from "../runtime/errors.ts";
import { nearest } from "../runtime/meant-name.ts";
import type { Tool } from "./tool.ts";
import { runOf } from "./requests.ts";
import { runShape } from "./shapes.ts";
import { GET_MORE, TOOLS } from "./tools.ts";
import { servedSchema } from "../runtime/served-schema.ts";

/** Who is offered these, by the query of the address. */
export interface OfferQuery {
  /** Slugs of actors, separated by commas; left out, the defaults. */
  readonly tools?: string | undefined;
  readonly isReadOnly: boolean;
}

export interface ToolOffer {
  readonly tools: ReadonlyMap<string, Tool>;
  /** As `tools/list` tells them. */
  readonly listed: readonly object[];
}

const MAX_ACTOR_TOOLS = 20;
const ANSWER_BYTES = 24_000;

/** A 402, as the protocol wants it: some clients hold errors against the schema, too. */
const PAYMENT = {
  properties: { x402Version: { const: 2 }, accepts: { type: "array" } },
  required: ["x402Version", "accepts"],
};

export function offerOf(actors: readonly Actor[], { tools, isReadOnly }: OfferQuery): ToolOffer {
  const chosen = tools === undefined ? TOOLS : named(actors, tools);
  const offered = isReadOnly ? chosen.filter(({ annotations }) => annotations.readOnlyHint) : chosen;
  return {
    tools: new Map(offered.map((tool) => [tool.name, tool])),
    listed: [...offered.map((tool) => listedOf(tool, [PAYMENT])), listedOf(GET_MORE)], // Reading on costs nothing.
  };
}

function named(actors: readonly Actor[], slugs: string): readonly Tool[] {
  const wanted = [...new Set(slugs.split(",").map((slug) => slug.trim()))].filter((slug) => slug !== "");
  if (wanted.length === 0) throw new HubError("invalid_input", "?tools= names no actor.");
  if (wanted.length > MAX_ACTOR_TOOLS)
    throw new HubError("invalid_input", `At most ${MAX_ACTOR_TOOLS} actors can be tools.`);
  return wanted.map((slug) => {
    const actor = actors.find((one) => one.slug === slug);
    if (actor !== undefined) return toolOf(actor);
    const near = nearest(
      slug,
      actors.map((one) => one.slug),
    );
    throw new HubError("unknown_actor", "A name in ?tools= is no actor of this hub.", {
      ...(near !== undefined && { nextActions: [`Did you mean "${near}"? Connect to /mcp?tools=${near}`] }),
    });
  });
}

/** An actor as a tool of its own. */
function toolOf(actor: Actor): Tool {
  return {
    name: actor.slug,
    title: actor.name,
    description: actor.description,
    input: actor.input,
    output: { items: { type: "array" } },
    annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: true },
    capBytes: ANSWER_BYTES,
    ask: (args) => runOf(actor.slug, args),
    shape: runShape,
  };
}

type ListedTool = Pick<Tool, "name" | "title" | "description" | "input" | "output" | "annotations">;

function listedOf(
  { name, title, description, input, output, annotations }: ListedTool,
  others: readonly object[] = [],
): object {
  return {
    name,
    title,
    description,
    inputSchema: servedSchema(input),
    outputSchema: { type: "object", anyOf: [{ properties: output, required: ["charged_xrp"] }, ...others] },
    annotations,
  };
}
