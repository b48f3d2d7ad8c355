/** The actors as a page, and each as one: what it takes as a form, filled with an example that runs. */
import type { Actor } from "../../runtime/actor.ts";
import type { JsonObject } from "../../text/foreign.ts";
import { type Html, html } from "../html/html.ts";
import { formFields } from "./form.ts";
import { runForm } from "./run-form.ts";
import { schemaList } from "./shapes.ts";

export interface ActorFacts {
  readonly actor: Actor;
  readonly hubUrl: string;
  /** What one fresh run of this very input costs, in XRP; 0 where it is free. */
  readonly price: number;
  /** What stands in its form; left out, the actor's first example. */
  readonly input?: JsonObject | undefined;
}

export function actorsBody(actors: readonly Actor[]): Html {
  return html`<p>Ready-made tools of this hub, each with a schema of its input, a cache time and a price.</p>
    <ul class="results">
      ${actors.map(
        ({ slug, name, description, usesLlm }) =>
          html`<li>
            <a href="/actors/${slug}">${name}</a>
            <span class="soft">${description}${usesLlm && " Asks a language model."}</span>
          </li>`,
      )}
    </ul>`;
}

export function actorBody({ actor, hubUrl, price, input }: ActorFacts): Html {
  const { slug, name, description, examples, usesLlm, cacheTtlSeconds } = actor;
  const values = input ?? objectIn(examples[0]?.input);
  const path = `/api/v1/genius/actors/${slug}/run/`;
  const sent = JSON.stringify(values);
  // How a run is paid is the page's business, not the form's.
  const { payment_signature: _, ...properties } = actor.input.properties;
  const schema = { properties, required: actor.input.required ?? [] };
  return html`<p class="text">${description}</p>
    <p class="soft">
      ${usesLlm ? "Runs that ask the language model need a key or a payment; the others are free." : price > 0 ? "A run needs a key or a payment." : "Free, and needs no key."}
      ${cacheTtlSeconds > 0 && `An answer is kept for ${cacheTtlSeconds} s.`}
      <a href="/api/v1/agent/tool/${slug}/spec/">OpenAPI document</a>
    </p>
    <h2>Run it</h2>
    ${
      examples.length > 1 &&
      html`<p class="row">
        <span class="soft">Examples:</span>
        ${examples.map(({ title, input: example }) => html`<a href="/actors/${slug}?${new URLSearchParams({ input: JSON.stringify(example) }).toString()}">${title}</a>`)}
      </p>`
    }
    ${runForm({
      title: name,
      path,
      slug,
      tool: "run_actor",
      fields: formFields({ schema, at: "", values, prefix: "in", hasLongTexts: true }),
      buttons: html`<button class="main" disabled>Run · ${price > 0 ? `${price} XRP` : "free"}</button>`,
      isKeyed: price > 0,
      curl: `curl -s '${hubUrl}${path}' -H 'content-type: application/json' \\\n  -d '${sent.replaceAll("'", String.raw`'\''`)}'`,
    })}
    <h2>What an item holds</h2>
    <ul>
      ${schemaList(actor.output, 1)}
    </ul>
    <p class="soft">
      Items come in <code>items</code>, within the envelope that <a href="/docs#run_actor">the reference</a> tells of.
    </p>`;
}

function objectIn(value: unknown): JsonObject {
  return { ...(value as JsonObject | undefined) }; // The registry has judged it by the actor's schema.
}
