/** Words of other languages that name what APIs are about. The index is English; a query need not be. */
import { stemmer } from "stemmer";

/** English word, then the same in German, Spanish, French, Italian and Portuguese, accents dropped. */
const WORDS: readonly string[] = [
  "weather: wetter clima tiempo meteo tempo",
  "forecast: vorhersage pronostico prevision previsione previsao",
  "translate: ubersetzen ubersetzung traducir traduccion traduire traduction tradurre traduzione traduzir traducao",
  "text: texto texte testo",
  "currency: wahrung moneda divisa monnaie devise valuta moeda",
  "convert: umrechnen umwandeln konvertieren convertir convertire converter",
  "mail: correo courriel posta correio",
  "email: correo courriel",
  "message: nachricht mensaje messaggio mensagem",
  "send: senden schicken enviar envoyer inviare",
  "station: bahnhof estacion gare stazione estacao",
  "train: zug tren treno trem",
  "departure: abfahrt salida depart partenza partida",
  "flight: flug vuelo vol volo voo",
  "airport: flughafen aeropuerto aeroport aeroporto",
  "price: preis precio prix prezzo preco",
  "stock: aktie aktien acciones azioni acoes",
  "image: bild imagen immagine imagem",
  "photo: foto fotos",
  "video: videos",
  "music: musik musica musique",
  "song: lied cancion chanson canzone cancao",
  "film: pelicula filme",
  "movie: pelicula kino",
  "news: nachrichten noticias nouvelles actualites notizie",
  "map: karte mapa carte mappa",
  "address: adresse direccion indirizzo endereco",
  "route: strecke ruta percorso rota",
  "payment: zahlung pago paiement pagamento",
  "invoice: rechnung factura facture fattura fatura",
  "order: bestellung pedido commande ordine",
  "product: produkt producto produit prodotto produto",
  "customer: kunde cliente client",
  "user: benutzer nutzer usuario utilisateur utente",
  "file: datei archivo fichier arquivo",
  "document: dokument documento",
  "create: erstellen anlegen crear creer creare criar",
  "delete: loschen eliminar borrar supprimer eliminare excluir",
  "search: suchen suche buscar chercher recherche cercare",
  "list: liste lista",
  "upload: hochladen subir televerser caricare",
  "book: buch libro livre livro",
  "hotel: hoteles hotels",
  "restaurant: restaurante ristorante",
  "recipe: rezept receta recette ricetta receita",
  "food: essen comida nourriture cibo",
  "holiday: feiertag feiertage feriado ferie festivo",
  "language: sprache idioma langue lingua",
  "word: wort palabra mot parola palavra",
  "dictionary: worterbuch diccionario dictionnaire dizionario",
  "phone: telefon telefono telephone telefone",
  "number: nummer numero",
  "bank: banco banque banca",
  "account: konto cuenta compte conto conta",
  "health: gesundheit salud sante salute saude",
  "doctor: arzt medico medecin",
  "school: schule escuela ecole scuola escola",
  "game: spiel juego jeu gioco jogo",
  "football: fussball futbol calcio futebol",
  "server: servidor serveur",
  "password: passwort contrasena senha",
  "calendar: kalender calendario calendrier",
  "exchange: wechselkurs cambio taux",
];

/** Foreign word → stems of its English ones. */
export function loadLoanWords(): ReadonlyMap<string, readonly string[]> {
  const english = new Map<string, string[]>();
  for (const line of WORDS) {
    const [word = "", foreign = ""] = line.split(": ");
    for (const one of foreign.split(" ")) english.set(one, [...(english.get(one) ?? []), stemmer(word)]);
  }
  return english;
}
