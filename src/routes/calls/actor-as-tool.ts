/** An actor as the tool that was made from words: its input is filled in, and its address runs it at its own price. */
import { actorSpec } from "../../presenters/actor-spec.ts";
import type { answeringActor } from "../../dynamic-tools/rank/actors-offered.ts";
import { objectOf } from "../../text/foreign.ts";
import { withGiven } from "../http/given-input.ts";
import { servedSchema } from "../../runtime/served-schema.ts";

/** Nothing is kept for it: whoever has the address has the tool. */
export function actorAsTool(
  { actor, payload, confidence }: NonNullable<ReturnType<typeof answeringActor>>,
  hubUrl: string,
): object {
  const runUrl = `${hubUrl}/api/v1/genius/actors/${actor.slug}/run/`;
  const schema = objectOf(servedSchema(actor.input));
  const properties = Object.entries(objectOf(schema.properties)).map(([name, property]) => [
    name,
    Object.hasOwn(payload, name) ? { ...objectOf(property), default: payload[name] } : property,
  ]);
  const { required: _, ...open } = schema;
  return {
    tool: {
      slug: actor.slug,
      kind: "actor",
      version: 1,
      name: actor.name,
      description: actor.description,
      input_schema: { ...open, properties: Object.fromEntries(properties) },
      method: "POST",
      url_template: runUrl,
      parameter_map: {},
      constants: payload,
      auth: "none",
      entry: actor.slug,
      openapi: actorSpec(actor, hubUrl),
    },
    generated_by: "catalog",
    confidence: Math.round(100 * confidence) / 100,
    needs: [],
    near_misses: [],
    call_url: withGiven(runUrl, payload),
    expires_at: null,
    recommended_next_action: `POST {} to call_url runs the actor with what the words say; fields of the body win, and "dry_run": true shows the request first.`,
  };
}
