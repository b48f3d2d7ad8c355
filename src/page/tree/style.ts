/** What a declaration of style does to whether its element is seen. */

/** `undefined` where nothing is said of it; `false` where it is said to be shown. */
export interface Effects {
  /** It takes no place: `display: none`. */
  readonly isOff?: boolean;
  /** It takes its place and is not seen: `visibility`, `opacity`. Pages show such parts when a script has run. */
  readonly isUnseen?: boolean;
  /** It is put where nobody looks, or in the colour of its ground. */
  readonly isAway?: boolean;
  /** Whether its letters have a size. Letters inside may have another. */
  readonly hasSize?: boolean;
}

/** A quick look whether it is worth a closer one. */
export const MAY_HIDE = /display|visib|opac|font|clip|-\d{3}|transparent|rgba?\(|scale|overflow|color|\\/i;

const AWAY = new RegExp(
  [
    "(?:^|;)content-visibility:hidden",
    // Smaller than anybody reads.
    "(?:^|;)font-size:(?:0?\\.\\d+px|1px)(?:;|$|!)",
    "(?:^|;)text-indent:-\\d{3,}",
    "(?:^|;)(?:left|right|top|bottom|inset):-\\d{3,}",
    // Layouts pull by hundreds of pixels, too.
    "(?:^|;)margin(?:-left|-top)?:-\\d{4,}",
    "(?:^|;)clip:rect\\((?:0(?:px)?|1px)[,)]",
    "(?:^|;)clip-path:(?:inset\\((?:50|100)%|circle\\(0)",
    "(?:^|;)transform:(?:scale[xy3d]*\\(0[,)]|translate[xy3d]*\\(-\\d{4,})",
    "(?:^|;)color:(?:transparent|rgba\\(\\d{1,3},\\d{1,3},\\d{1,3},0?(?:\\.0{1,9})?\\))",
  ].join("|"),
);
const UNSEEN =
  /(?:^|;)(?:visibility:(?:hidden|collapse)|opacity:(?:0|0?\.0+)%?(?:;|$|!)|filter:opacity\(0(?:\.0+)?%?\))/;
const SEEN = /(?:^|;)(?:visibility:visible|opacity:(?:1|0?\.[1-9]))/;
const NO_SIZE = /(?:^|;)(?:font-size:0(?:\.0+)?[a-z%]*(?:;|$|!)|font:[a-z]*0(?:px|r?em|%)?(?:\/|[a-z"']))/;
const SIZE = /(?:^|;)font(?:-size)?:/;
const ZERO_BOX = /(?:^|;)(?:max-)?(?:width|height):[01](?:px)?(?:;|$|!)/;
const NAMED: ReadonlyMap<string, string> = new Map([
  ["white", "#ffffff"],
  ["black", "#000000"],
]);

/** `undefined` where it says nothing of the kind. */
export function effectsOf(style: string): Effects | undefined {
  const plain = plainStyle(style);
  const display = /(?:^|;)display:([a-z-]+)/.exec(plain)?.[1];
  const color = colorOf(plain, "color");
  const isAway =
    AWAY.test(plain) ||
    (/(?:^|;)overflow:hidden/.test(plain) && ZERO_BOX.test(plain)) ||
    (color !== undefined && color === colorOf(plain, "background(?:-color)?"));
  const effects: Effects = {
    ...(display === undefined ? {} : { isOff: display === "none" }),
    ...(UNSEEN.test(plain) ? { isUnseen: true } : SEEN.test(plain) ? { isUnseen: false } : {}),
    ...(isAway ? { isAway } : {}),
    ...(NO_SIZE.test(plain) ? { hasSize: false } : SIZE.test(plain) ? { hasSize: true } : {}),
  };
  return Object.keys(effects).length === 0 ? undefined : effects;
}

/** Small letters without blanks; letters may be written as the numbers of their characters. */
export function plainStyle(style: string): string {
  return style
    .replace(/\\([0-9a-f]{1,6})\s?/gi, (_, code) => String.fromCodePoint(Math.min(Number.parseInt(code, 16), 0x10ffff)))
    .toLowerCase()
    .replace(/\s+/g, "");
}

/** The usual spellings of a colour as one, "#ffffff". */
export function colorOf(style: string, property: string): string | undefined {
  const color = new RegExp(`(?:^|;)${property}:([^;!]+)`).exec(style)?.[1];
  if (color === undefined) return undefined;
  const [, ...short] = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/.exec(color) ?? [];
  if (short.length > 0) return `#${short.map((digit) => digit + digit).join("")}`;
  const [, ...parts] = /^rgb\((\d{1,3}),(\d{1,3}),(\d{1,3})\)$/.exec(color) ?? [];
  if (parts.length > 0) return `#${parts.map((part) => Number(part).toString(16).padStart(2, "0")).join("")}`;
  return NAMED.get(color) ?? color;
}
