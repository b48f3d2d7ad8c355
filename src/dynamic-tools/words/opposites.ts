/** Operations that do the opposite of what was said: "power on" is never the answer to "power off". */

const PAIRS =
  "poweron/poweroff enable/disable activate/deactivate lock/unlock follow/unfollow mute/unmute archive/unarchive star/unstar " +
  "like/unlike subscribe/unsubscribe block/unblock assign/unassign publish/unpublish install/uninstall attach/detach " +
  "pause/resume approve/reject accept/decline encode/decode encrypt/decrypt";

/** The forms of each verb; of a pair the first is a positive number, the other the same negative one. */
const SIDES: ReadonlyMap<string, number> = new Map(
  PAIRS.split(" ").flatMap((pair, at) =>
    pair
      .split("/")
      .flatMap((verb, side) => formsOf(verb).map((form) => [form, side === 0 ? at + 1 : -at - 1] as const)),
  ),
);

function formsOf(verb: string): string[] {
  const stem = verb.replace(/e$/, "");
  return [verb, `${verb}s`, `${stem}es`, `${stem}ed`, `${stem}ing`];
}

/** `name` is the operation's. Who says both, or neither, is not understood here. */
export function isOpposite(name: string, text: string): boolean {
  const said = sidesIn(text);
  if (said.size === 0) return false;
  const named = sidesIn(name.replace(/([a-z])([A-Z])/g, "$1 $2"));
  return [...said].some((side) => named.has(-side) && !named.has(side) && !said.has(-side));
}

function sidesIn(text: string): ReadonlySet<number> {
  const words = text
    .toLowerCase()
    .replace(/\b(?:power|turn|switch)(?:ed|s)? (on|off)\b/g, "power$1")
    .split(/[^a-z]+/);
  return new Set(words.flatMap((word) => SIDES.get(word) ?? []));
}
