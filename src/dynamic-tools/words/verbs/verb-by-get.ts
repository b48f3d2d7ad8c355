/** Services that take everything by GET tell in the path what is done: "/#Action=ReleaseHosts", "/views.publish". */

const ACTION = /#Action=([A-Z][a-z]+)([A-Z][a-z]+)?/;

const SHOWS =
  /^(?:describe|get|list|search|check|download|retrieve|receive|validate|estimate|simulate|select|decode|detect|domain)$/;
const DOES = /^(?:open|push|publish|share|request|exchange|update|step|uninstall|revoke)$/;

/** Whether something is done by it; `false` as well where it tells nothing of the kind. */
export function doesByGet(path: string): boolean {
  const [, first, second] = ACTION.exec(path) ?? [];
  // Of "BatchDeleteClusterSnapshots" the second tells.
  const verb = first === "Batch" ? second : first;
  return verb === undefined ? DOES.test(dottedVerb(path)) : !SHOWS.test(verb.toLowerCase());
}

/** "step" of "/workflows.stepFailed". */
function dottedVerb(path: string): string {
  const last = path.split("/").at(-1) ?? "";
  return last.includes(".") ? (/^[a-z]+/.exec(last.split(".").at(-1) ?? "")?.[0] ?? "") : "";
}
