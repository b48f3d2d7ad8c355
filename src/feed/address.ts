/** The address a caller means by what is given for a feed. */
import { nearest } from "../runtime/actor.ts";
import { invalidInput } from "../runtime/errors.ts";
import { presetNamed, PRESETS } from "./presets.ts";

/** A preset's address, or the address itself; a bare host name means its page. */
export function feedAddress(feed: string): string {
  const text = feed.trim();
  const preset = presetNamed(text);
  if (preset !== undefined) return preset.url;
  if (/^https?:\/\//i.test(text)) {
    if (!URL.canParse(text)) throw invalidInput("/feed", "is not an address");
    return text;
  }
  const bare = text.replace(/^feed:(?:\/\/)?(?:https?:\/\/)?/i, "");
  if (/^[\w-]+(?:\.[\w-]+)+(?::\d+)?(?:[/?]\S*)?$/.test(bare) && URL.canParse(`https://${bare}`))
    return `https://${bare}`;
  const near = nearest(
    text.toLowerCase(),
    PRESETS.map(({ name }) => name),
  );
  const hint = near === undefined ? "" : `; did you mean "${near}"?`;
  throw invalidInput("/feed", `must be an http or https address, or the name of a preset${hint}`);
}
