/** `/pay`: what pays for calls. Its script shows the payment that is under way; without it, the page says what there is. */
import { capitalize } from "../../text/plain-text.ts";
import { type Html, html } from "../html/html.ts";

export interface PayFacts {
  readonly tiers: readonly {
    readonly name: string;
    readonly xrp: number;
    readonly callsPerDay: number;
    readonly period: string;
  }[];
  /** Of one call of the balance, in XRP. */
  readonly callPrice: number;
  /** Whether no real money moves. */
  readonly isSandbox: boolean;
  readonly hubUrl: string;
}

export function payBody({ tiers, callPrice, isSandbox, hubUrl }: PayFacts): Html {
  return html`${isSandbox && html`<p class="soft">This hub runs on its sandbox ledger: it is paid with play money, and no real money moves.</p>`}
    <div id="payment"></div>
    <section id="shop">
      <h2 tabindex="-1">What do you want to pay for?</h2>
      <form id="order">
        <fieldset class="choices">
          <legend class="skip">What is paid for</legend>
          ${choice("per_call", "A balance", `${callPrice} XRP a call, in advance`, true)}
          ${tiers.map(({ name, xrp, callsPerDay, period }) =>
            choice(name, capitalize(name), `${xrp} XRP, ${PERIODS[period] ?? period}: ${callsOf(callsPerDay)}`),
          )}
        </fieldset>
        <div class="field" id="amount-field">
          <label for="amount">Balance in XRP</label>
          <input
            id="amount"
            aria-describedby="amount-hint"
            inputmode="decimal"
            autocomplete="off"
            pattern="\\s*[0-9]{1,5}([.][0-9]{1,6}|,[0-9]{1,2}|,[0-9]{4,6})?\\s*"
            title="An amount such as 2.5"
            value="1"
            required
          />
          <p class="hint" id="amount-hint">From 0.05 to 10000. What is left of it stays yours.</p>
        </div>
        <div class="field">
          <label for="email">E-mail</label>
          <input id="email" type="email" maxlength="254" autocomplete="email" required aria-describedby="whose" />
          <p class="hint" id="whose">A new key is made for it.</p>
        </div>
        <p><button class="main" disabled>Show how to pay</button></p>
        <noscript>
          <p class="soft">Ordering from this page needs script; the command below does not.</p>
        </noscript>
      </form>
      <div id="refusal"></div>
      <h2>The same as code</h2>
      <pre tabindex="0"><code>curl -s '${hubUrl}/api/v1/agent/register/' -H 'content-type: application/json' \\
  -d '{"email":"you@example.com","per_call":true,"amount":1}'</code></pre>
      <p class="soft">
        With <code>-H "X-API-Key: $HUB_KEY"</code> it tops up or renews that key. A payment for a single call begins at
        the 402 of that call. A free key is had at the head of this page.
      </p>
    </section>`;
}

const PERIODS: Readonly<Record<string, string>> = { monthly: "a month", yearly: "a year", lifetime: "once, for ever" };

function callsOf(perDay: number): string {
  return perDay < 0 ? "any number of calls" : `${perDay.toLocaleString("en")} calls a day`;
}

function choice(value: string, name: string, what: string, isChosen = false): Html {
  return html`<label>
    <input type="radio" name="tier" value="${value}" ${isChosen && html`checked`} />
    <span>${name} <span class="soft">${what}</span></span>
  </label>`;
}
