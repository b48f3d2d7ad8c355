/** A refusal as a page: the same facts that programs get, for a person who followed a link. */
import type { HubError } from "../../runtime/errors.ts";
import { objectOf } from "../../text/foreign.ts";
import { type Html, html } from "../html/html.ts";
import { factsOf } from "../../runtime/error-codes.ts";

export interface ErrorFacts {
  readonly error: HubError;
  readonly requestId: string;
  /** Where the same request is made again, from the root. */
  readonly address: string;
}

export function errorBody({ error, requestId, address }: ErrorFacts): Html {
  const { status, code, message, details, nextActions, retryable } = error;
  const { amount_xrp: price } = objectOf(objectOf(details.terms?.body).payment);
  const waitSeconds = Math.ceil((details.retryAfterMs ?? 0) / 1000);
  const mayBeRepeated = retryable || factsOf(code)?.retryable === true;
  return html`<p class="text">${message}</p>
    ${typeof price === "number" && html`<p>It costs ${price} XRP. <a href="/pay">What pays for calls</a></p>`}
    ${
      mayBeRepeated &&
      html`<p>${waitSeconds > 0 && `Again in ${waitSeconds} s. `}<a href="${address}">Try again</a></p>`
    }
    ${
      details.issues !== undefined &&
      html`<ul>
        ${details.issues.map(({ pointer, detail }) => html`<li><code>${pointer === "" ? "the input" : pointer.slice(1)}</code> ${detail}</li>`)}
      </ul>`
    }
    ${
      status === 404 &&
      html`<form action="/" role="search">
        <label for="q">What shall an API do for you?</label>
        <p class="search">
          <input id="q" name="q" type="search" maxlength="300" autocomplete="off" />
          <button class="main">Search</button>
        </p>
      </form>`
    }
    <h2>What can be done</h2>
    <ul>
      ${nextActions.map((action) => html`<li>${action}</li>`)}
      <li>
        <a href="/">Search and categories</a>, <a href="/actors">actors</a>, <a href="/docs#errors">every error</a>
      </li>
    </ul>
    <p class="soft">${status} · <code>${code}</code> · request <code>${requestId}</code></p>`;
}
