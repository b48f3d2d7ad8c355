/** What an operation does, by its method and the words of its name and path. */
import { doesByGet } from "./verb-by-get.ts";
import { effectOfVerb } from "./verb-effects.ts";

const DESTRUCTIVE =
  /\b(?:delete|remove|trash|destroy|terminate|purge|wipe|erase|drop|revoke|invalidate|cancel|deactivate|disable|reset|clear|unsubscribe|unpublish|uninstall|detach|void|ban|block(?! storage)|archive|bulk delete|batch delete|deletes?|removes?)\b/;
const HARMLESS =
  /\b(?:get|list|search|find|query|lookup|look up|read|fetch|describe|check|validate|verify|convert|translate|detect|analy[sz]e|analysis|calculate|compute|count|estimate|recognize|extract|preview|recommend|match|mapping|map|classify|reverse|geocode|similarity|sentiment|suggest|parse|generate|score|compare|identify|predict|summari[sz]e|transcribe|compose|moderation|screen|show|retrieve|export|browse|filter)\b/;

const CREATING =
  /^(?:\w+ )?(?:create|add|put|set|start|stop|send|launch|run|register|attach|modify|update|allocate|associate|enable|import|copy|insert|post)(?: |$)/;

const ALWAYS_WRITES = /^(?:update|edit|modify|change|enable|attach|set|rename|replace|patch|move|add)$/;

function leadOf(identifier: string): string {
  return /[A-Za-z][a-z]*/.exec(identifier)?.[0].toLowerCase() ?? "";
}

export function effectOfOperation({
  method,
  name,
  path,
}: {
  readonly method: string;
  readonly name: string;
  readonly path: string;
}): "read" | "write" | "destroy" {
  const words = `${name} ${path.split("/").at(-1) ?? ""}`
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .replace(/[^A-Za-z]+/g, " ")
    .toLowerCase();
  if (method === "DELETE") return "destroy";
  if (method === "GET" || method === "HEAD") {
    // Some APIs do everything by GET: there the name alone tells, "CreateSnapshot".
    const verb = effectOfVerb(leadOf(name)) ?? effectOfVerb(leadOf(path.split(/[/=]/).at(-1) ?? ""));
    if (
      verb === "delete" ||
      /^(?:\w+ )?(?:destroy|terminate|purge|revoke|reboot|reset|detach|disassociate)\b/.test(words)
    )
      return "destroy";
    return verb === "change" || CREATING.test(words) || doesByGet(path) ? "write" : "read";
  }
  if (DESTRUCTIVE.test(words)) return "destroy";
  // "updateCardsIdListByIdCard" lists nothing.
  if (ALWAYS_WRITES.test(leadOf(name))) return "write";
  return HARMLESS.test(words) ? "read" : "write";
}
