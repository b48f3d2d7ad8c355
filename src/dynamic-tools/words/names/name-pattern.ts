/** How names are written: one word or several that begin large, with the particles among them. */

/** "Homo sapiens": the second word of a species is Latin, and small. */
const SPECIES =
  "\\p{Lu}\\p{Ll}+\\s(?!(?:under|over|after|per|other|ever|never|either|whether|however|this|is|as|plus|versus|thus)\\b)\\p{Ll}+(?:us|is|um|ens|ii|ae|er|ea)\\b";

/** "Ludwig van Beethoven", "Maria de la Cruz". */
const PARTICLES =
  "(?:(?:de|da|do|dos|das|of|la|le|los|las|del|della|di|du|van|von|zu|der|den|dem|ter|ten|bin|ibn)\\s{1,2}){1,3}";
/** By itself such a word begins a name only where one is led to: "by van der Berg". */
const LED =
  "(?:(?<=\\b(?:by|for|to|with|from|named|called|contact|user|customer|artist|author|Mrs?|Ms|Dr|Frau|Herr)\\.?\\s)(?:van|von|de|du|di|ter|ten)\\s(?:(?:der|den|dem|de|la|los|las)\\s)?)?";

/** "Ursula K. Le Guin", "George R.R. Martin". */
const INITIALS = "(?:\\p{Lu}\\.\\s?){0,3}";

/** One that begins large, within a sentence. */
export const NAME = new RegExp(
  `(?=[\\p{Lu}vdt])(?<=\\p{L}[\\p{L}\\p{N}'’.,:]*\\s+|^)(?:${SPECIES}(?=\\W*$)|${LED}\\p{Lu}[\\p{L}'’-]+(?:\\s{1,2}(?:&\\s|${PARTICLES}|${INITIALS})?\\p{Lu}[\\p{L}'’-]+){0,3})(?![\\p{L}\\p{N}])`,
  "gu",
);
