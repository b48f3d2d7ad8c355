/** A text as a QR code. It is dark on light in both themes: many cameras read no other. */
import { encode } from "uqr";

const SVG = "http://www.w3.org/2000/svg";
/** What the standard asks for around it, in modules. */
const QUIET = 4;

export function qrCode(text: string, name: string): SVGElement {
  const { data, size } = encode(text, { ecc: "M", border: QUIET });
  const squares = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return svg(
    "svg",
    { viewBox: `0 0 ${size} ${size}`, role: "img", "aria-label": name, class: "qr", "shape-rendering": "crispEdges" },
    svg("rect", { width: String(size), height: String(size), fill: "#fff" }),
    svg("path", { d: squares.join(""), fill: "#000" }),
  );
}

export function svg(
  name: string,
  attributes: Readonly<Record<string, string>>,
  ...children: readonly Node[]
): SVGElement {
  const made = document.createElementNS(SVG, name);
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value);
  made.append(...children);
  return made;
}
