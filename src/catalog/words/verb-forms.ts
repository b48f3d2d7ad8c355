/**
 * The forms in which a foreign verb is said to whom shall do it, by the endings of its language: "lösch", "muéstrame",
 * "traduis". Accents and umlauts are dropped.
 */
/** Their places among the languages of a line. */
const [GERMAN, SPANISH, FRENCH, PORTUGUESE, ITALIAN] = [0, 1, 2, 3, 4];

/** Spanish verbs whose last vowel changes where it is stressed, by what it becomes; of the core vocabulary. */
const STRESSED: readonly (readonly [vowel: string, stressed: string, verbs: ReadonlySet<string>])[] = [
  ["o", "ue", new Set("mostrar encontrar comprobar probar aprobar mover devolver contar resolver".split(" "))],
  ["e", "ie", new Set("cerrar encender empezar convertir transferir".split(" "))],
  ["e", "i", new Set("pedir seguir medir repetir corregir".split(" "))],
];

/** The pronouns that are written at the end of it: "mándame", "apágalo", "inviami". */
const PRONOUNS: Readonly<Record<number, readonly string[]>> = {
  [SPANISH]: ["me", "nos", "lo", "la", "los", "las"],
  [ITALIAN]: ["mi", "ci", "lo", "la"],
};

/** The infinitive, what one says to who shall do it, and what one says of oneself. */
export function verbForms(infinitive: string, language: number): string[] {
  const stem = stemOf(infinitive);
  // "apagar" is said "apague", "buscar" "busque".
  const hard = stem.endsWith("g") ? [`${stem}ue`] : stem.endsWith("c") ? [`${stem.slice(0, -1)}que`] : [];
  const plain = [infinitive, ...["e", "t", "en", "a", "o", "ez"].map((ending) => stem + ending), ...hard];
  return [...plain, ...ownForms(infinitive, language)];
}

/** Those that its language alone has, and that are no words of another. */
export function ownForms(infinitive: string, language: number): string[] {
  const forms = formsByRules(infinitive, stemOf(infinitive), language);
  return forms.filter((form) => form.length >= LEAST_LETTERS && !ENGLISH.has(form));
}

function stemOf(infinitive: string): string {
  return infinitive.replace(/(?:en|n|ar|er|ir|re|are|ere|ire)$/, "");
}

/** A shorter one is another word of some language: "les", "lis". */
const LEAST_LETTERS = 4;

/** The forms that are words of English. To look each of them up at every start took a tenth of it. */
const ENGLISH: ReadonlySet<string> = new Set(
  (
    "send mandala mandalas such start plan check find pedalo pedalos suspends spiel termini vends rends mess test joins " +
    "leer rejoins"
  ).split(" "),
);

function formsByRules(infinitive: string, stem: string, language: number): string[] {
  // "lösch", and of "kündigen", "kündig".
  if (language === GERMAN) return infinitive.endsWith("en") ? [stem] : [];
  if (language === SPANISH) return spanishForms(infinitive, stem);
  if (language === FRENCH) return frenchForms(infinitive, stem);
  // "traduzir" is said "traduz", and "renomear" "renomeie".
  if (language === PORTUGUESE)
    return /z(?:ir|er)$/.test(infinitive) ? [stem] : infinitive.endsWith("ear") ? [`${stem}ie`] : [];
  // "tradurre" is said "traduci".
  if (infinitive.endsWith("durre")) return [`${infinitive.slice(0, -3)}ci`];
  return [`${stem}i`, ...withPronouns([`${stem}a`, `${stem}i`], language)];
}

function spanishForms(infinitive: string, stem: string): string[] {
  const said = STRESSED.filter(([, , verbs]) => verbs.has(infinitive)).flatMap(([vowel, stressed]) => {
    const at = stem.lastIndexOf(vowel);
    const changed = stem.slice(0, at) + stressed + stem.slice(at + 1);
    return [`${changed}a`, `${changed}e`];
  });
  return [...said, ...withPronouns([infinitive, `${stem}a`, `${stem}e`, ...said], SPANISH)];
}

function frenchForms(infinitive: string, stem: string): string[] {
  if (/[ou]yer$/.test(infinitive)) return [`${infinitive.slice(0, -3)}ie`];
  if (infinitive.endsWith("eler")) return [`${stem}le`];
  if (infinitive.endsWith("ir")) return [`${stem}is`, `${stem}issez`];
  // "éteindre" is said "éteins".
  if (infinitive.endsWith("indre")) return [`${infinitive.slice(0, -3)}s`, `${infinitive.slice(0, -4)}gnez`];
  if (/[iu]re$/.test(infinitive)) return [`${infinitive.slice(0, -2)}s`, `${infinitive.slice(0, -2)}sez`];
  return infinitive.endsWith("re") ? [`${stem}s`] : [];
}

function withPronouns(forms: readonly string[], language: number): string[] {
  return forms.flatMap((form) => (PRONOUNS[language] ?? []).map((pronoun) => form + pronoun));
}
