/**
 * What somebody has at home or on the desk: no API of a catalogue reaches it, unless the wish names whose device it is.
 * "send it to my phone" asks a service for something; "delete the photos of my phone" asks the phone.
 */
const OWNED =
  /(?<!\b(?:to|an|a|à|para|at|for)\s)\b(?:my|our|mein\w{0,2}|unser\w{0,2}|mi|nuestr[oa]|mon|ma|notre|meu|minha|nosso|nossa)\s+(?:\p{L}+\s+){0,2}?(?:(?:cell |mobile )?phone|smartphone|tablet|laptop|computer|pc|mac|desktop|screen|monitor|keyboard|printer|browser|hard (?:disk|drive)|usb stick|microphone|webcam|front door|garage|fridge|oven|washing machine|handy|rechner|bildschirm|drucker|schreibtisch|haust[üu]r|celular|ordenador|m[óo]vil|pantalla|impresora|ordinateur|t[ée]l[ée]phone|[ée]cran|imprimante|computador|tela|impressora)(?!\p{L}| (?:number|bill|plan|call|size|model|version|extension))/iu;

export function isOfOwnThing(wish: string): boolean {
  return OWNED.test(wish);
}
