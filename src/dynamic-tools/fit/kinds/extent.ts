/** How wide and how high a picture is: "640x480", in two slots or in one. */
import { OF_KIND } from "./scores.ts";

const WIDTH = /\bwidth$|^w$/;
const HEIGHT = /\bheight$|^h$/;
const BOTH = /^(?:(?:image|picture|video|thumb(?:nail)?|output|screen|viewport) )?(?:size|dimensions?|resolution)$/;
/** Of several the one that says no more: the frame has a width of its own. */
const FOR_EACH_WORD = 0.02;

/** `word` is the slot's name, spelled. */
export function extentScore(word: string): number {
  const isSide = WIDTH.test(word) || HEIGHT.test(word);
  return isSide || BOTH.test(word) ? OF_KIND - FOR_EACH_WORD * (word.split(" ").length - 1) : 0;
}

/** "640x480" as "640" where a width is taken, and as it was said where both are. */
export function sentOfExtent(word: string, text: string): string | undefined {
  const [width, height] = text.split("x");
  const side = sideTaken(word);
  return side === undefined ? text : side === "width" ? width : height;
}

/** Which side a slot takes; `undefined` where it takes both. */
export function sideTaken(word: string): "width" | "height" | undefined {
  return WIDTH.test(word) ? "width" : HEIGHT.test(word) ? "height" : undefined;
}

/** "300 wide", "40 pixels tall", "200 de alto": `extent` is what stands behind the number. */
export function isOfSide(word: string, extent: string): boolean {
  const side = SIDES.find(([, said]) => said.split(",").includes(extent))?.[0];
  return extent !== "" && side !== undefined && word.split(" ").at(-1) === side;
}

/** English, German, Spanish, French, Portuguese. */
const SIDES: readonly (readonly [name: string, said: string])[] = [
  ["width", "wide,breit,de ancho,de largeur,de largura"],
  ["height", "high,tall,hoch,de alto,de hauteur,de altura"],
  ["length", "long,lang,de largo,de longueur,de comprimento"],
  ["depth", "deep,tief,de fondo"],
  ["age", "old,alt"],
];
