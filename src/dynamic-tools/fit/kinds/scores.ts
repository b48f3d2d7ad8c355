/** How surely a value belongs to a slot, by what tells so. */

/** Said right beside the value. */
export const NAMED = 1;
/** A part of its name is. */
export const PARTLY = 0.86;
/** It is said in the same clause. */
export const FAR = 0.82;
/** The kind of value is the kind the slot takes. */
export const OF_KIND = 0.8;
/** It takes any text, or any number, and it must be given. */
export const POSSIBLE = 0.55;
