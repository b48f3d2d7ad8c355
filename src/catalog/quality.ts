/**
 * The quality score: how far an entry's description lets a caller use it without looking elsewhere.
 * Computed from the stored evidence alone, so that anybody can compute it again.
 */
import type { QualityEvidence } from "../runtime/catalog.ts";

/** The published weights; they sum to 1. */
const QUALITY_WEIGHTS = {
  description: 0.25,
  parameters: 0.2,
  responseSchema: 0.2,
  https: 0.1,
  auth: 0.1,
  current: 0.1,
  freshness: 0.05,
} as const;

/** A description of this many characters says enough. */
const ENOUGH_CHARS = 80;
const DAYS_PER_YEAR = 365;
const FRESH_YEARS = 2;
const STALE_YEARS = 10;

/** 0 to 1, in hundredths. */
export function qualityOf(evidence: QualityEvidence): number {
  const score =
    QUALITY_WEIGHTS.description * Math.min(1, evidence.descriptionChars / ENOUGH_CHARS) +
    QUALITY_WEIGHTS.parameters * share(evidence.parametersDescribed, evidence.parameters) +
    QUALITY_WEIGHTS.responseSchema * Number(evidence.hasResponseSchema) +
    QUALITY_WEIGHTS.https * Number(evidence.https) +
    QUALITY_WEIGHTS.auth * Number(evidence.statesAuth) +
    QUALITY_WEIGHTS.current * Number(!evidence.deprecated) +
    QUALITY_WEIGHTS.freshness * freshness(evidence.ageDays);
  return Math.round(score * 100) / 100;
}

/** What a mean quality says about a category. Published with the categories. */
export function trustOf(averageQuality: number): "high" | "medium" | "low" {
  if (averageQuality >= 0.7) return "high";
  return averageQuality >= 0.5 ? "medium" : "low";
}

/** Nothing to describe is described well. */
function share(part: number, whole: number): number {
  return whole === 0 ? 1 : part / whole;
}

/** 1 up to two years, 0 from ten, a straight line between; 0.5 where no date is stated. */
function freshness(ageDays: number | null): number {
  if (ageDays === null) return 0.5;
  const years = ageDays / DAYS_PER_YEAR;
  return Math.min(1, Math.max(0, (STALE_YEARS - years) / (STALE_YEARS - FRESH_YEARS)));
}
