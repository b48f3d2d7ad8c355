/** What a search is narrowed to, as bits: one for each method and each kind of authentication. */
import { AUTHS } from "../../runtime/catalog.ts";
import { METHODS } from "../spec/path-item.ts";
import { ALL } from "./rank.ts";

const METHOD_NAMES = METHODS.map((method) => method.toUpperCase());

/** Left out, both let everything through. */
export function filterMasks({
  methods,
  auths,
}: {
  readonly methods?: readonly string[];
  readonly auths?: readonly string[];
}): { readonly methods: number; readonly auths: number } {
  return { methods: maskOf(methods, METHOD_NAMES), auths: maskOf(auths, AUTHS) };
}

/** One bit for each of the chosen by its place among all; without a choice all of them. */
function maskOf(chosen: readonly string[] | undefined, all: readonly string[]): number {
  return chosen === undefined ? ALL : chosen.reduce((mask, one) => mask | (1 << all.indexOf(one)), 0);
}
