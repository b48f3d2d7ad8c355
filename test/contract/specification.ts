/** The specification's table of the built-in actors, as data. An actor is held against its row by existing. */
import type { Tier } from "../../src/runtime/actor.ts";

export interface SpecifiedInput {
  readonly type: "string" | "number" | "integer" | "boolean" | "array";
  readonly required?: true;
  readonly default?: unknown;
  readonly enum?: readonly string[];
}

export interface SpecifiedActor {
  readonly category: string;
  readonly inputs: Readonly<Record<string, SpecifiedInput>>;
  readonly cacheTtlSeconds: number;
  readonly qualityScore: number;
  readonly computeUnits: number;
  readonly tier: Tier;
  readonly usesLlm: boolean;
}

/** The version all of them have. */
export const SPECIFIED_VERSION = "2.0.0";

const text: SpecifiedInput = { type: "string" };
const needed: SpecifiedInput = { type: "string", required: true };
const flag: SpecifiedInput = { type: "boolean" };

export const SPECIFICATION: Readonly<Record<string, SpecifiedActor>> = {
  "api-match": {
    category: "agents",
    inputs: { q: needed, enhanced: flag, payment_signature: text },
    cacheTtlSeconds: 180,
    qualityScore: 0.92,
    computeUnits: 0.1,
    tier: "enhanced",
    usesLlm: true,
  },
  "campaign-builder": {
    category: "marketing",
    inputs: { target: text, offer: text, payment_signature: text },
    cacheTtlSeconds: 0,
    qualityScore: 0.94,
    computeUnits: 0.28,
    tier: "campaign",
    usesLlm: true,
  },
  "catalog-classify": {
    category: "catalog",
    inputs: { url: text, slug: text },
    cacheTtlSeconds: 3600,
    qualityScore: 0.97,
    computeUnits: 0.002,
    tier: "standard",
    usesLlm: false,
  },
  "copy-composer": {
    category: "marketing",
    inputs: { target: text, offer: text, channel: text, payment_signature: text },
    cacheTtlSeconds: 0,
    qualityScore: 0.93,
    computeUnits: 0.18,
    tier: "campaign",
    usesLlm: true,
  },
  "crypto-prices": {
    category: "crypto",
    inputs: { ids: text, vs: { type: "string", default: "usd" } },
    cacheTtlSeconds: 45,
    qualityScore: 0.94,
    computeUnits: 0.02,
    tier: "standard",
    usesLlm: false,
  },
  "data-clean": {
    category: "utilities",
    inputs: { items: { type: "array" }, text },
    cacheTtlSeconds: 0,
    qualityScore: 0.99,
    computeUnits: 0.005,
    tier: "cached",
    usesLlm: false,
  },
  "data-convert": {
    category: "utilities",
    inputs: {
      from: { type: "string", enum: ["json", "csv", "xml", "auto"] },
      to: { type: "string", enum: ["json", "csv"] },
      payload: needed,
    },
    cacheTtlSeconds: 0,
    qualityScore: 0.98,
    computeUnits: 0.008,
    tier: "standard",
    usesLlm: false,
  },
  "intel-brief": {
    category: "intel",
    inputs: { query: needed, angle: text, payment_signature: text },
    cacheTtlSeconds: 1800,
    qualityScore: 0.9,
    computeUnits: 0.12,
    tier: "enhanced",
    usesLlm: true,
  },
  "intel-entity": {
    category: "intel",
    inputs: { query: needed },
    cacheTtlSeconds: 86_400,
    qualityScore: 0.86,
    computeUnits: 0.03,
    tier: "standard",
    usesLlm: false,
  },
  "intent-router": {
    category: "router",
    inputs: { q: needed, enhanced: flag },
    cacheTtlSeconds: 120,
    qualityScore: 0.95,
    computeUnits: 0.04,
    tier: "enhanced",
    usesLlm: true,
  },
  "lead-icebreaker": {
    category: "marketing",
    inputs: { who: needed, context: text, payment_signature: text },
    cacheTtlSeconds: 0,
    qualityScore: 0.9,
    computeUnits: 0.12,
    tier: "enhanced",
    usesLlm: true,
  },
  "news-digest": {
    category: "llm",
    inputs: { feed: text, focus: text, payment_signature: text },
    cacheTtlSeconds: 600,
    qualityScore: 0.91,
    computeUnits: 0.12,
    tier: "enhanced",
    usesLlm: true,
  },
  "news-rss": {
    category: "news",
    inputs: { feed: text, limit: { type: "integer", default: 15 } },
    cacheTtlSeconds: 300,
    qualityScore: 0.9,
    computeUnits: 0.03,
    tier: "standard",
    usesLlm: false,
  },
  "skill-forge": {
    category: "agents",
    inputs: { job: needed, payment_signature: text },
    cacheTtlSeconds: 0,
    qualityScore: 0.96,
    computeUnits: 0.2,
    tier: "campaign",
    usesLlm: true,
  },
  "weather-nws": {
    category: "the service",
    inputs: {
      lat: { type: "number", required: true },
      lon: { type: "number", required: true },
      periods: { type: "integer", default: 8 },
    },
    cacheTtlSeconds: 600,
    qualityScore: 0.96,
    computeUnits: 0.04,
    tier: "standard",
    usesLlm: false,
  },
  "weather-openmeteo": {
    category: "the service",
    inputs: { lat: { type: "number" }, lon: { type: "number" } },
    cacheTtlSeconds: 300,
    qualityScore: 0.93,
    computeUnits: 0.02,
    tier: "standard",
    usesLlm: false,
  },
  "web-brief": {
    category: "extraction",
    inputs: { url: needed, goal: text, payment_signature: text },
    cacheTtlSeconds: 900,
    qualityScore: 0.89,
    computeUnits: 0.15,
    tier: "enhanced",
    usesLlm: true,
  },
  "web-extract": {
    category: "extraction",
    inputs: { url: needed },
    cacheTtlSeconds: 1800,
    qualityScore: 0.88,
    computeUnits: 0.08,
    tier: "standard",
    usesLlm: false,
  },
};
