/** Secrets of every shape, and an upstream that repeats whatever it is sent in every spelling it can think of. */
import type { IncomingMessage, ServerResponse } from "node:http";

export interface Canary {
  readonly shape: string;
  readonly secret: string;
}

/** None of them stands anywhere by chance. */
export function canariesOf(draw: (length: number) => string): readonly Canary[] {
  const digits = (length: number) => [...draw(length)].map((one) => String(1 + (one.charCodeAt(0) % 9))).join("");
  return [
    { shape: "short", secret: `~${draw(2)}!` },
    { shape: "of three characters", secret: `~${draw(1)}!` },
    { shape: "a short number", secret: digits(6) },
    { shape: "a long number", secret: digits(20) },
    { shape: "of letters", secret: `sk_live_${draw(16)}` },
    { shape: "hexadecimal", secret: Buffer.from(draw(12)).toString("hex") },
    { shape: "base64", secret: Buffer.from(`${draw(9)}??>>`).toString("base64") },
    { shape: "with slashes", secret: `a/${draw(6)}/b+c=${draw(3)}` },
    { shape: "with quotes", secret: `q"${draw(6)}'\\${draw(3)}` },
    { shape: "with markup", secret: `<${draw(6)}>&${draw(3)};` },
    { shape: "beyond ASCII", secret: `schlüßel-${draw(6)}` },
    { shape: "with blanks", secret: `pass ${draw(6)} phrase` },
  ];
}

const base64 = (text: string): string => Buffer.from(text).toString("base64");
const hex = (text: string): string => Buffer.from(text).toString("hex");
const json = (text: string): string => JSON.stringify(text);
const percent = (text: string): string => hex(text).replace(/../g, "%$&");
const units = (text: string): string =>
  Array.from({ length: text.length }, (_, at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, "0")}`).join("");
const entities = (text: string): string => Array.from(text, (one) => `&#${one.codePointAt(0)};`).join("");
const hexEntities = (text: string): string =>
  Array.from(text, (one) => `&#x${one.codePointAt(0)?.toString(16)};`).join("");

/** How a text can be repeated. */
export const SPELLINGS: Readonly<Record<string, (text: string) => string>> = {
  plain: (text) => text,
  "within a text": (text) => `before${text}after`,
  base64,
  "base64 of the address": (text) => Buffer.from(text).toString("base64url"),
  "base64 twice": (text) => base64(base64(text)),
  "base64 three times": (text) => base64(base64(base64(text))),
  "base64 within a text": (text) => base64(`user:${text}:end`),
  "hexadecimal, low": hex,
  "hexadecimal, high": (text) => hex(text).toUpperCase(),
  "hexadecimal of base64": (text) => hex(base64(text)),
  percent: (text) => encodeURIComponent(text),
  "percent throughout": percent,
  "percent twice": (text) => encodeURIComponent(percent(text)),
  units,
  "units in JSON": (text) => json(units(text)),
  "JSON twice": (text) => json(json(text)),
  "JSON with escaped slashes": (text) => json(text).replaceAll("/", "\\/"),
  entities,
  "entities of sixteen": hexEntities,
  "percent of entities": (text) => encodeURIComponent(entities(text)),
  "base64 of JSON": (text) => base64(JSON.stringify({ login: { key: text } })),
  "base64 of percent": (text) => base64(percent(text)),
  "a form": (text) => new URLSearchParams({ key: text }).toString(),
};

/** Repeats the secret in its body, its headers, an address it names and a file name. */
export function repeatEverything(secret: () => string) {
  return (request: IncomingMessage, response: ServerResponse, body: string): void => {
    const spelled = Object.values(SPELLINGS).map((spell) => spell(secret()));
    const inHeaders = spelled.filter((one) => /^[\x21-\x7e]+$/.test(one) && one.length < 500);
    response.setHeader("content-type", "application/json");
    response.setHeader("content-disposition", `attachment; filename="${encodeURIComponent(secret())}.txt"`);
    response.setHeader("x-you-sent", inHeaders.join(" "));
    response.setHeader("link", inHeaders.map((one) => `<https://x.dev/?k=${encodeURIComponent(one)}>`).join(", "));
    const number = /^\d+$/.test(secret()) ? { number: Number(secret()) } : {};
    response.end(
      JSON.stringify({
        method: request.method,
        url: request.url,
        headers: request.rawHeaders,
        body,
        spelled,
        ...number,
        named: Object.fromEntries(spelled.map((one) => [one, true])),
      }),
    );
  };
}
