/**
 * Operations that change what is there, where something new is wanted: a page that shall be made under another does not
 * change that one.
 */
import { withMeanings } from "../../catalog/words/loan-words.ts";
import { splitIdentifier, wordsOf } from "../../catalog/words/words.ts";
import type { Entry } from "../../runtime/catalog.ts";
import { effectOfOperation } from "../words/verbs/operation-effect.ts";
import { singular } from "../slots/spelled-names.ts";
import { TO_ASSIGNEE } from "../words/paraphrases/label-verbs.ts";
import { type Wish, withoutQuotes } from "../words/wish/wish.ts";
import { oneThingOf } from "./one-thing.ts";
import { AFTER_NOUN, lastOfPath } from "./parts.ts";

/** They make what is not there yet; "add", "set" and "assign" may as well change what is. */
const MAKES = new Set("create make new draft compose schedule plan book start begin open launch host".split(" "));
/** What is added under a thing is no property of it. */
const UNDER = /\b(?:under|below|beneath|underneath|unter|unterhalb|bajo|debajo de|sous|sob|sotto)\s/iu;
const CHANGES = new Set("update updates edit modify modifies change changes patch rename".split(" "));
const SHOWS = new Set("get list retrieve retrieves returns fetch show".split(" "));
const MAKES_TOO = new Set("create creates add adds insert upsert new".split(" "));

/** `said` asks for something new, and the entry only changes what is there. */
export function changesInstead({ entry, said }: { readonly entry: Entry; readonly said: Wish }): boolean {
  const makes = withMeanings(said.verb).some((one) => MAKES.has(one));
  if (said.effect !== "create" || !(makes || UNDER.test(said.text))) return false;
  // "schedule campaign 5" is of a thing that is there.
  if (oneThingOf(said) !== undefined) return false;
  const named = wordsOf(splitIdentifier(entry.name));
  const [first = ""] = named;
  const last = named.at(-1) ?? "";
  if (entry.method === "GET" && (SHOWS.has(first) || SHOWS.has(last))) return true;
  const changes = CHANGES.has(first) || CHANGES.has(last);
  return changes && entry.method !== "GET" && !named.some((word) => MAKES_TOO.has(word));
}

const DELETES = new Set("delete erase destroy wipe".split(" "));
const COPIES = new Set("duplicate copy clone".split(" "));
/** "save it as a new one", "migrate". */
const AS_ANOTHER =
  /^(?:cop(?:y|ies)|duplicat|clon|kopier|dupli|copia|copi|new$|another$|neu|save|fork|migrat|import|template)/;
const RESTARTS = new Set("reboot restart reset restore".split(" "));

/** Who wants a branch deleted gets none renamed, and no server restarted. */
export function keepsInstead({ entry, said }: { readonly entry: Entry; readonly said: Wish }): boolean {
  const named = wordsOf(splitIdentifier(entry.name));
  const [first = ""] = named;
  if (said.effect === "change" && [first, named.at(-1) ?? ""].some((word) => COPIES.has(word)))
    return entry.method !== "GET" && !wordsOf(said.text).some((word) => AS_ANOTHER.test(word));
  if (said.effect !== "delete" || entry.method === "DELETE") return false;
  if (COPIES.has(first) || givesInstead(named)) return true;
  // Nor is anything looked for.
  if (entry.method === "POST" && effectOfOperation(entry) === "read" && !named.some(endsThing)) return true;
  if (!withMeanings(said.verb).some((one) => DELETES.has(one))) return false;
  const verbs = [first, named.at(-1) ?? ""];
  if (verbs.some((word) => RESTARTS.has(word))) return true;
  if (effectOfOperation(entry) === "write" && verbs.some((word) => CHANGES.has(word) || MAKES_TOO.has(word)))
    return true;
  // "delete template 5" merges none.
  return entry.method === "POST" && ![...named, ...wordsOf(splitIdentifier(entry.path))].some(endsThing);
}

/** Who revokes an access gets none created; a "deletion request" may be. */
function givesInstead(named: readonly string[]): boolean {
  const gives = [named[0] ?? "", named.at(-1) ?? ""].some((word) => GIVES.has(word));
  return gives && !named.some(endsThing);
}

function endsThing(word: string): boolean {
  return ENDS.test(word);
}

const GIVES = new Set("create creates insert grant share invite".split(" "));
const ENDS =
  /^(?:delet|remov|cancel|terminat|revo[kc]|unsubscri|clear|purg|invalidat|destr|expir|drop|unshar|suppress|block|ban|exclu|opt|clos|end|stop|archiv|uninstall|leav|eras|wip|void|kick|reject|forget|undo|un(?:like|follow|star|watch|block|mute|pin|link|install|publish|hide|assign|set|regist))/;

/** "into the batch se-28", "to droplet 116": what has an id is there. */
const THERE =
  /(?<=(?<!\p{L})(?:to|into|onto|on|in|of|from|for|at|with|auf|an|zu[mr]?|von|vom|mit|bei|en|de|del|al?|dans|sur|du|à|no|na|do|da|nel|sul) (?:(?:the|my|our|dem|der|das|den|die|el|la|le|o|il) )?(?:\p{L}{2,20}-)?)(\p{L}{3,30})\s(?:#|no\.? |number |id )?(?=[\p{L}_-]{0,24}\d)/giu;

/** What is there already, and has its id said, is not made anew: who attaches a volume to a server wants no other server. */
export function makesAnew({ entry, said }: { readonly entry: Entry; readonly said: Wish }): boolean {
  if (entry.method !== "POST" || said.effect === "none" || said.effect === "read") return false;
  const [first = "", ...others] = wordsOf(splitIdentifier(entry.name));
  // "Add a project to a task" makes none.
  const addsAlone = first === "add" && others.filter((word) => !/^(?:an?|the)$/.test(word)).length === 1;
  if (!ANEW.has(first) && !addsAlone) return false;
  const made = others.find((word, at) => AFTER_NOUN.has(others[at + 1] ?? "for") && !MAKES.has(word));
  if (made === undefined || (MAKES.has(said.verb) && isObject(made, said))) return false;
  return [...withoutQuotes(said).matchAll(THERE)].some(([, noun = ""]) =>
    withMeanings(noun.toLowerCase()).includes(singular(made)),
  );
}

/** "create a droplet …" and "create a user in the pool …": what is made stands behind the verb, up to where that is. */
function isObject(made: string, said: Wish): boolean {
  const [, object = ""] = OBJECT.exec(withoutQuotes(said)) ?? [];
  return (
    object === "" ||
    wordsOf(object)
      .flatMap(withMeanings)
      .some((one) => singular(one) === singular(made))
  );
}

const OBJECT =
  /^(?:[^:]{2,30}:)?\W{0,3}(?:please )?\p{L}{3,20} ((?:(?!(?:in|on|at|of|for|from|to|into|with|by|under|called|named)\b)[\p{L}\d_-]{1,30} ?){1,6})/iu;

/** "archive the product prod_7" makes no product, and "POST /products" nothing else. */
export function makesAnother({ entry, said }: { readonly entry: Entry; readonly said: Wish }): boolean {
  if (said.verb === "assign" && said.text.includes(TO_ASSIGNEE)) return makesWhatIsAssigned(entry);
  if (entry.method !== "POST" || (said.effect !== "change" && said.effect !== "delete" && said.effect !== "run"))
    return false;
  const noun = oneThingOf(said);
  const verbs = withMeanings(said.verb);
  if (verbs.some((verb) => ONLY_CHANGES.has(verb))) {
    const named = wordsOf(splitIdentifier(entry.name));
    const makes = [named[0] ?? "", named.at(-1) ?? ""].some((word) => ANEW.has(word) || word === "insert");
    if (makes && !named.some((word) => CHANGES.has(word) || verbs.includes(word) || word === "upsert")) return true;
  }
  if (said.effect === "run") return noun !== undefined && makesOther(entry, [...verbs, ...withMeanings(noun)]);
  if (
    noun === undefined ||
    !withMeanings(noun).includes(lastOfPath(entry.path)) ||
    verbs.some((verb) => KEEPS.has(verb))
  )
    return false;
  const named = wordsOf(splitIdentifier(entry.name));
  return !named.some((word) => verbs.includes(word) || CHANGES.has(word) || word === "upsert");
}

/** Who starts the server 5 wants no volume made for it, though its deployment may be what is made. */
function makesOther({ name, path }: Entry, said: readonly string[]): boolean {
  const named = wordsOf(splitIdentifier(name));
  const makes = [named[0] ?? "", named.at(-1) ?? ""].some((word) => ANEW.has(word));
  const own = [...named, ...wordsOf(splitIdentifier(path))];
  return makes && !own.some((word) => said.some((one) => word.startsWith(one)));
}

/** Who assigns an issue wants no other one. */
function makesWhatIsAssigned(entry: Entry): boolean {
  const named = wordsOf(splitIdentifier(entry.name));
  return ANEW.has(named[0] ?? "") && !named.some((word) => word.startsWith("assign"));
}

/** What is saved or joined may be made by it. */
const KEEPS = new Set("save import install join accept migrate".split(" "));

/** None of them makes anything: who marks a task as done wants no other one. */
const ONLY_CHANGES = new Set("mark rename edit update modify".split(" "));
const ANEW = new Set("create creates make new".split(" "));
