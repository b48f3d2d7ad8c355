/** "remove the delete protection from server 90": who takes away what a thing has keeps the thing. */
import { splitIdentifier, wordsOf } from "../../catalog/words/words.ts";
import type { Entry } from "../../runtime/catalog.ts";
import { inFull } from "../slots/names.ts";
import { singular } from "../slots/spelled-names.ts";
import { behindLabel } from "../words/service-label.ts";
import { glossOf } from "../words/languages/gloss.ts";
import { type Wish, withoutQuotes } from "../words/wish/wish.ts";

/** What things have, and what is hardly ever a thing of its own. Chosen by hand. */
const PROPERTIES =
  "protection|restriction|lock|limit|limitation|password|passcode|description|bio|title|subtitle|name|nickname|deadline|date|expiry|expiration|expiry date|color|colour|price|priority|status|location|amount|duration|reason|summary|caption|logo|icon|avatar|photo|picture|background|permission|requirement|quota|threshold|note|access|right|role|assignee|topic";

/** Right behind the verb, and before what it belongs to. */
const REMOVED = new RegExp(
  `^\\W{0,3}(?:please |bitte )?\\p{L}{2,20} (?:the |its |my |our |\\S{1,40}['’]s )?(?:\\p{L}{2,20} ){0,2}?(${PROPERTIES})s?(?= (?:\\S{1,30} ){0,3}?(?:of|from|on|for|to|against|de[lrs]?|vo[nm]|du|d[ao]|contra|contre)(?: |$))`,
  "iu",
);

/** The property that is taken away; `undefined` where a thing is. */
export function propertyRemoved(said: Pick<Wish, "text" | "values" | "effect">): string | undefined {
  if (said.effect !== "delete") return undefined;
  const text = behindLabel(withoutQuotes(said));
  const [, property] = REMOVED.exec(text) ?? REMOVED.exec(glossOf(text, text, false)) ?? [];
  return property?.toLowerCase();
}

/** Whether an operation is called after it: "DELETE /branches/{branch}/protection". */
export function isOfProperty({ name, path }: Pick<Entry, "name" | "path">, property: string): boolean {
  const last = path.split("/").findLast((piece) => /^\w/.test(piece)) ?? "";
  return wordsOf(splitIdentifier(`${name} ${last}`)).some((word) => inFull(singular(word)) === property);
}
