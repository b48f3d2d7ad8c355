import { expect, test } from "bun:test";
import { withJoinedVerb } from "../../src/catalog/words/separable.ts";

test.each([
  ["füge der Karte 5 einen Kommentar hinzu", "hinzufuge der Karte 5 einen Kommentar"],
  ["sag das Treffen 7 ab", "absag das Treffen 7"],
  ["melde Anna ab bei Mailchimp", "abmelde Anna bei Mailchimp"],
  ["Brich den Lauf 7 ab.", "abbrech den Lauf 7."],
  ["den Server 7 bitte neu starten, danke", "den Server 7 bitte neustarten, danke"],
])("%p has its verb in one piece", (text, joined) => expect(withJoinedVerb(text)).toBe(joined));

test.each([
  "schick eine Mail an Anna",
  "turn the light on",
  "send the note to an",
  'setze den Titel "mach das Licht aus"',
  "lösche die Karte aus dem Stapel",
  "alle neu angelegten Karten zeigen",
])("%p is left as it is", (text) => expect(withJoinedVerb(text)).toBe(text));
