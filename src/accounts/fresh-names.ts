/** Random names that must be unique: destination tags, and the prefixes of keys. */
import { isUniqueViolation } from "../store/store.ts";

const ATTEMPTS = 5;

/** Tries again, with new random names, when one of them was taken. */
export async function withFreshNames<T>(attempt: () => T | Promise<T>): Promise<T> {
  for (let attempts = 1; ; attempts++) {
    try {
      return await attempt();
    } catch (error) {
      if (attempts === ATTEMPTS || !isUniqueViolation(error)) throw error;
    }
  }
}
