/**
 * Words of other languages that name what APIs are about: the index is English, a query need not be.
 *
 * Sources: the pairs were chosen by hand for what APIs do and are about. Of the first 1,096 words 718 stand in FreeDict's
 * dictionaries from English of 2022 (GPL; none of its text is here), all of the German ones; the rest are plurals and
 * words of computing that it lacks. The function words are the commonest of the Snowball stop word lists (BSD).
 */

/** English verb | German | Spanish | French | Portuguese | Italian, infinitives, accents dropped. */
const VERBS: readonly string[] = [
  "create | erstellen anlegen | crear | creer | criar | creare",
  "add | hinzufugen erganzen | anadir agregar | ajouter | adicionar acrescentar | aggiungere",
  "delete | loschen entfernen | eliminar borrar suprimir | supprimer effacer | excluir apagar eliminar | eliminare cancellare",
  "remove | entfernen | quitar | enlever retirer | remover | rimuovere",
  "update | aktualisieren | actualizar | actualiser | atualizar | aggiornare",
  "change | andern | cambiar | changer modifier | alterar mudar | cambiare modificare",
  "rename | umbenennen | renombrar | renommer | renomear | rinominare",
  "send | senden schicken | enviar mandar | envoyer | enviar mandar | inviare",
  "search | suchen | buscar | chercher rechercher | pesquisar procurar buscar | cercare",
  "list | auflisten | listar | lister | listar | elencare",
  "show | zeigen anzeigen | mostrar | montrer afficher | mostrar exibir | mostrare",
  "upload | hochladen | subir | televerser | carregar | caricare",
  "download | herunterladen | descargar | telecharger | baixar | scaricare",
  "translate | ubersetzen | traducir | traduire | traduzir | tradurre",
  "convert | umrechnen umwandeln konvertieren | convertir | convertir | converter | convertire",
  "calculate | berechnen | calcular | calculer | calcular | calcolare",
  "validate | prufen uberprufen | validar verificar | valider verifier | validar verificar | validare verificare",
  "invite | einladen | invitar | inviter | convidar | invitare",
  "share | teilen | compartir | partager | compartilhar | condividere",
  "publish | veroffentlichen | publicar | publier | publicar | pubblicare",
  "book | buchen reservieren | reservar | reserver | reservar | prenotare",
  "buy | kaufen | comprar | acheter | comprar | comprare",
  "pay | bezahlen zahlen | pagar | payer | pagar | pagare",
  "cancel | stornieren kundigen abbrechen | cancelar | annuler | cancelar | annullare",
  "start | starten | iniciar arrancar | demarrer lancer | iniciar | avviare",
  "stop | stoppen anhalten | detener parar | arreter | parar | fermare",
  "close | schliessen | cerrar | fermer | fechar | chiudere",
  "open | offnen | abrir | ouvrir | abrir | aprire",
  "move | verschieben | mover | deplacer | mover | spostare",
  "copy | kopieren | copiar | copier | copiar | copiare",
  "read | lesen | leer | lire | ler | leggere",
  "write | schreiben | escribir | ecrire | escrever | scrivere",
  "call | anrufen | llamar | appeler | ligar | chiamare",
  "schedule | planen | programar | planifier | agendar | programmare",
  "subscribe | abonnieren | suscribir | abonner | assinar | iscrivere",
  "shorten | kurzen | acortar | raccourcir | encurtar | accorciare",
  "summarize | zusammenfassen | resumir | resumer | resumir | riassumere",
  "recognize | erkennen | reconocer | reconnaitre | reconhecer | riconoscere",
];

/** English noun | German | Spanish | French | Portuguese | Italian, singular and plural where they differ. */
const NOUNS: readonly string[] = [
  "weather | wetter | clima tiempo | meteo temps | clima tempo | meteo tempo",
  "forecast | vorhersage wettervorhersage | pronostico prevision | previsions prevision | previsao | previsione previsioni",
  "rain | regen | lluvia | pluie | chuva | pioggia",
  "temperature | temperatur | temperatura | temperature | temperatura | temperatura",
  "translation | ubersetzung | traduccion | traduction | traducao | traduzione",
  "text | text texte | texto textos | texte textes | texto textos | testo testi",
  "currency | wahrung wahrungen | moneda divisa monedas | monnaie devise devises | moeda moedas | valuta valute",
  "exchange rate | wechselkurs wechselkurse | cambio | taux | cambio | cambio",
  "mail | mail post | correo | courriel courrier | correio | posta",
  "email | email emails | correo | courriel courriels | email emails | email",
  "channel | kanal kanale | canal canales | canal canaux | canal canais | canale canali",
  "message | nachricht nachrichten | mensaje mensajes | message messages | mensagem mensagens | messaggio messaggi",
  "station | bahnhof haltestelle station | estacion estaciones | gare gares station | estacao estacoes | stazione stazioni",
  "train | zug zuge | tren trenes | train trains | trem trens comboio | treno treni",
  "departure | abfahrt abfahrten abflug | salida salidas | depart departs | partida partidas | partenza partenze",
  "flight | flug fluge | vuelo vuelos | vol vols | voo voos | volo voli",
  "airport | flughafen | aeropuerto aeropuertos | aeroport aeroports | aeroporto aeroportos | aeroporto aeroporti",
  "price | preis preise kurs | precio precios | prix | preco precos | prezzo prezzi",
  "stock | aktie aktien | acciones accion | action actions | acoes | azioni azione",
  "image | bild bilder | imagen imagenes | image images | imagem imagens | immagine immagini",
  "photo | foto fotos | foto fotos | photo photos | foto fotos | foto",
  "video | video videos | video videos | video videos | video videos | video",
  "music | musik | musica | musique | musica | musica",
  "song | lied lieder | cancion canciones | chanson chansons | cancao cancoes | canzone canzoni",
  "movie | film filme kino | pelicula peliculas | film films | filme filmes | film",
  "news | nachrichten | noticias | nouvelles actualites | noticias | notizie",
  "map | karte landkarte | mapa mapas | carte | mapa mapas | mappa mappe",
  "address | adresse adressen anschrift | direccion direcciones | adresse adresses | endereco enderecos | indirizzo indirizzi",
  "route | strecke route | ruta rutas | itineraire trajet | rota rotas | percorso",
  "payment | zahlung zahlungen | pago pagos | paiement paiements | pagamento pagamentos | pagamento pagamenti",
  "invoice | rechnung rechnungen | factura facturas | facture factures | fatura faturas | fattura fatture",
  "order | bestellung bestellungen auftrag | pedido pedidos | commande commandes | pedido pedidos | ordine ordini",
  "product | produkt produkte | producto productos | produit produits | produto produtos | prodotto prodotti",
  "customer | kunde kunden | cliente clientes | client clients | cliente clientes | cliente clienti",
  "user | benutzer nutzer benutzerin | usuario usuarios | utilisateur utilisateurs | usuario usuarios utilizador | utente utenti",
  "group | gruppe gruppen | grupo grupos | groupe groupes | grupo grupos | gruppo gruppi",
  "file | datei dateien | archivo archivos fichero | fichier fichiers | arquivo arquivos ficheiro | archivio",
  "folder | ordner verzeichnis | carpeta carpetas | dossier dossiers | pasta pastas | cartella cartelle",
  "document | dokument dokumente | documento documentos | document documents | documento documentos | documento documenti",
  "list | liste listen | lista listas | liste listes | lista listas | lista liste",
  "card | karte karten | tarjeta tarjetas | carte cartes | cartao cartoes | scheda carta",
  "board | tafel | tablero tableros | tableau tableaux | quadro quadros | bacheca",
  "task | aufgabe aufgaben | tarea tareas | tache taches | tarefa tarefas | compito compiti",
  "project | projekt projekte | proyecto proyectos | projet projets | projeto projetos | progetto progetti",
  "repository | repositorium repo | repositorio repositorios | depot depots | repositorio repositorios | repository",
  "branch | zweig zweige | rama ramas | branche branches | ramo | ramo",
  "issue | problem fehler | incidencia incidencias problema | probleme problemes | problema problemas | problema problemi",
  "comment | kommentar kommentare | comentario comentarios | commentaire commentaires | comentario comentarios | commento commenti",
  "page | seite seiten | pagina paginas | page pages | pagina paginas | pagina pagine",
  "website | webseite website | sitio | site | site | sito",
  "link | verweis verknupfung | enlace enlaces | lien liens | ligacao | collegamento",
  "book | buch bucher | libro libros | livre livres | livro livros | libro libri",
  "author | autor autoren | autor autores | auteur auteurs | autor autores | autore autori",
  "hotel | hotel hotels | hotel hoteles | hotel hotels | hotel hoteis | hotel",
  "room | zimmer raum | habitacion habitaciones | chambre chambres | quarto quartos | camera camere",
  "reservation | buchung reservierung | reserva reservas | reservation reservations | reserva reservas | prenotazione",
  "restaurant | restaurant restaurants | restaurante restaurantes | restaurant restaurants | restaurante restaurantes | ristorante ristoranti",
  "recipe | rezept rezepte | receta recetas | recette recettes | receita receitas | ricetta ricette",
  "food | essen lebensmittel | comida alimento | nourriture aliment | comida alimento | cibo",
  "holiday | feiertag feiertage | feriado festivo festivos feriados | ferie feries | feriado feriados | festivo festivita",
  "language | sprache sprachen | idioma idiomas | langue langues | idioma idiomas | lingua lingue",
  "word | wort worter | palabra palabras | mot mots | palavra palavras | parola parole",
  "dictionary | worterbuch | diccionario | dictionnaire | dicionario | dizionario",
  "phone | telefon telefonnummer | telefono telefonos | telephone | telefone telefones | telefono telefoni",
  "number | nummer zahl | numero numeros | numero nombre | numero numeros | numero numeri",
  "bank | bank banken | banco bancos | banque banques | banco bancos | banca banche",
  "account | konto konten | cuenta cuentas | compte comptes | conta contas | conto conti",
  "health | gesundheit | salud | sante | saude | salute",
  "medicine | medikament arznei | medicamento medicamentos | medicament medicaments | medicamento medicamentos | farmaco farmaci",
  "doctor | arzt arzte | medico medicos | medecin medecins | medico medicos | medico medici",
  "school | schule schulen | escuela escuelas | ecole ecoles | escola escolas | scuola scuole",
  "game | spiel spiele | juego juegos | jeu jeux | jogo jogos | gioco giochi",
  "team | mannschaft | equipo equipos | equipe equipes | equipe time | squadra squadre",
  "football | fussball | futbol | football | futebol | calcio",
  "server | server | servidor servidores | serveur serveurs | servidor servidores | server",
  "password | passwort kennwort | contrasena | passe | senha senhas | password",
  "calendar | kalender | calendario | calendrier | calendario agenda | calendario",
  "event | veranstaltung termin ereignis | evento eventos | evenement evenements | evento eventos | evento eventi",
  "meeting | besprechung treffen sitzung | reunion reuniones | reunion reunions | reuniao reunioes | riunione riunioni",
  "time | uhrzeit zeit | hora horas | heure heures | hora horas | ora orario",
  "country | land lander | pais paises | pays | pais paises | paese paesi",
  "location | standort standorte | ubicacion ubicaciones | emplacement emplacements | localizacao | posizione posizioni",
  "city | stadt stadte | ciudad ciudades | ville villes | cidade cidades | citta",
  "street | strasse strassen | calle calles | rue rues | rua ruas | via strada",
  "name | name vorname | nombre nombres | nom noms | nome nomes | nome nomi",
  "company | firma unternehmen | empresa empresas | entreprise entreprises societe | empresa empresas | azienda aziende",
  "job | stelle stellen arbeit | empleo empleos trabajo | emploi emplois | emprego empregos | lavoro lavori",
  "package | paket pakete sendung | paquete paquetes | colis | pacote encomenda | pacco pacchi",
  "car | auto autos wagen | coche coches carro | voiture voitures | carro carros | auto macchina",
  "color | farbe farben | color colores | couleur couleurs | cor cores | colore colori",
  "quote | zitat zitate | cita citas | citation citations | citacao citacoes | citazione citazioni",
  "joke | witz witze | chiste chistes | blague blagues | piada piadas | barzelletta",
  "subscription | abo abonnement | suscripcion | abonnement | assinatura | abbonamento",
  "ticket | fahrkarte eintrittskarte | billete boleto entrada | billet billets | bilhete ingresso | biglietto biglietti",
  "voice | stimme | voz | voix | voz | voce",
  "near | nahe | cerca | pres proche | perto | vicino",
  "device | gerat gerate | dispositivo dispositivos | appareil appareils | dispositivo dispositivos | dispositivo dispositivi",
  "artist | kunstler kunstlerin | artista artistas | artiste artistes | artista artistas | artista artisti",
  "contact | kontakt kontakte | contacto contactos | contact contacts | contato contatos | contatto contatti",
  "campaign | kampagne kampagnen | campana campanas | campagne campagnes | campanha campanhas | campagna campagne",
  "member | mitglied mitglieder | miembro miembros | membre membres | membro membros | membro membri",
  "library | bibliothek | biblioteca | bibliotheque | biblioteca | biblioteca",
  "status | zustand | estado | etat statut | estado | stato",
  "balance | saldo guthaben | saldo | solde | saldo | saldo",
  "delivery | lieferung | entrega | livraison | entrega | consegna",
  "contract | vertrag vertrage | contrato contratos | contrat contrats | contrato contratos | contratto contratti",
  "employee | mitarbeiter | empleado empleados | employe employes | funcionario funcionarios | dipendente dipendenti",
  "student | schuler student | estudiante alumno | etudiant eleve | estudante aluno | studente studenti",
  "course | kurs kurse | curso cursos | cours | curso cursos | corso corsi",
  "report | bericht berichte | informe informes | rapport rapports | relatorio relatorios | rapporto rapporti",
  "note | notiz notizen | nota notas | note notes | nota notas | nota note",
  "label | etikett schild | etiqueta etiquetas | etiquette etiquettes | etiqueta etiquetas | etichetta etichette",
  "tax | steuer steuern | impuesto impuestos | taxe impot | imposto impostos | tassa imposta",
  "barcode | strichcode | codigo | code | codigo | codice",
  "domain | domane | dominio dominios | domaine domaines | dominio dominios | dominio domini",
  "playlist | wiedergabeliste | playlist | playlist | playlist | playlist",
  "last | letzte letzten | ultimo ultima | dernier derniere | ultimo ultima | ultimo ultima",
  "face | gesicht gesichter | cara rostro | visage visages | rosto | viso",
];

/** German, Spanish, French, Portuguese, Italian. */
const FUNCTION_WORDS: readonly string[] = [
  "der die das den dem des ein eine einen einem einer und oder mit von vom zu zum zur auf in im ist sind wie was wer wo bitte fur nach bei aus uber welche welcher welches welchen wieviel meines meiner letzten nachsten gib kannst mir mich mein meine meinen dein ich du wir sie es nicht alle heute morgen",
  "el la los las un una unos unas de del y o con por para en es son que como cual cuales cuanto cuanta cuantos cuantas ultimos ultimas desde hasta quien donde mi mis tu su me al hoy manana por favor todos todas hay",
  "le la les un une des du de d l et ou avec pour dans en est sont que quel quelle quels quelles combien derniers dernieres depuis qui ou mon ma mes ton son sur au aux moi je tu il nous vous ce cette aujourd hui demain tous toutes",
  "o a os as um uma uns umas de do da dos das e ou com por para em no na nos nas que qual quais quanto quanta quantos quantas ultimos ultimas desde ate fica ficam quem onde meu minha meus minhas seu sua me hoje amanha todos todas ao",
  "il lo la i gli le un uno una di del della dei delle e o con per in nel nella che quale chi dove mio mia miei tuo suo mi oggi domani tutti tutte al alla",
];

/** Forms of foreign verbs that are English nouns: "page 2" pays nobody. */
const ENGLISH: ReadonlySet<string> = new Set(["page", "part", "modifier", "converter"]);

export interface LoanWords {
  /** Foreign word → its English ones. */
  readonly meanings: ReadonlyMap<string, readonly string[]>;
  /** For each language, the words that say nothing about what is sought. */
  readonly functionWords: readonly ReadonlySet<string>[];
}

export function loadLoanWords(): LoanWords {
  const meanings = new Map<string, string[]>();
  const add = (foreign: string, english: readonly string[]): void => {
    const known = meanings.get(foreign) ?? [];
    meanings.set(foreign, [...known, ...english.filter((word) => !known.includes(word))]);
  };
  for (const [lines, formsOf] of [
    [VERBS, verbForms],
    [NOUNS, (word: string) => [word]],
  ] as const) {
    for (const line of lines) {
      const [english = "", ...languages] = line.split(" | ");
      for (const words of languages)
        for (const word of words.split(" "))
          for (const form of formsOf(word)) if (form !== english && !ENGLISH.has(form)) add(form, english.split(" "));
    }
  }
  return { meanings, functionWords: FUNCTION_WORDS.map((words) => new Set(words.split(" "))) };
}

/** The function words of the language that a text is in, if it is one of these and not English. */
export function foreignFillers(
  words: readonly string[],
  { meanings, functionWords }: LoanWords,
  english: ReadonlySet<string>,
): ReadonlySet<string> | undefined {
  const said = [...new Set(words)];
  const count = (fillers: ReadonlySet<string>) => said.filter((word) => fillers.has(word)).length;
  // A name like "La Paz" makes no Spanish of an English question.
  if (!said.some((word) => meanings.has(word))) return undefined;
  const [best] = functionWords.toSorted((a, b) => count(b) - count(a));
  return best !== undefined && count(best) > count(english) ? best : undefined;
}

/** The infinitive, what one says to who shall do it, and what one says of oneself, by the endings of the languages. */
function verbForms(infinitive: string): string[] {
  const stem = infinitive.replace(/(?:en|n|ar|er|ir|re|are|ere|ire)$/, "");
  // "apagar" is said "apague", "buscar" "busque".
  const hard = stem.endsWith("g") ? [`${stem}ue`] : stem.endsWith("c") ? [`${stem.slice(0, -1)}que`] : [];
  return [infinitive, ...["e", "t", "en", "a", "o", "ez"].map((ending) => stem + ending), ...hard];
}
