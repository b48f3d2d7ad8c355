/** Which backups stay: the newest of each of the last 24 hours, 14 days and 12 months that have one. */

const HOURS = 24;
const DAYS = 14;
const MONTHS = 12;

/** The name of a backup made at this moment, for example "hub-2026-11-22T083000Z.backup". */
export function backupName(at: Date): string {
  return `hub-${at.toISOString().slice(0, 19).replaceAll(":", "")}Z.backup`;
}

const NAME = /^hub-(?<hour>(?<day>(?<month>\d{4}-\d\d)-\d\d)T\d\d)\d{4}Z\.backup$/;

/** Of a folder's file names, the backups that are no longer needed. Files of other names are nobody's here. */
export function supersededBackups(names: readonly string[]): readonly string[] {
  const backups = names.filter((name) => NAME.test(name)).toSorted((one, other) => (one < other ? 1 : -1));
  const stays = new Set([
    ...newestOf(backups, "hour", HOURS),
    ...newestOf(backups, "day", DAYS),
    ...newestOf(backups, "month", MONTHS),
  ]);
  return backups.filter((name) => !stays.has(name));
}

/** @param backups the newest first */
function newestOf(backups: readonly string[], period: "hour" | "day" | "month", count: number): readonly string[] {
  const newest = new Map<string, string>();
  for (const name of backups) {
    const when = NAME.exec(name)?.groups?.[period] ?? "";
    if (!newest.has(when)) newest.set(when, name);
  }
  return [...newest.values()].slice(0, count);
}
