/** What `call` takes for one operation of the catalogue, and what may have been meant where there is none. */
import type { Config } from "../app/settings/config.ts";
import { installedSlugs } from "../app/actors/packages.ts";
import { inputSchema } from "../catalog/spec/definitions.ts";
import { slugsNear } from "../catalog/unknown-api.ts";
import { isCategory } from "../proxy/prepare.ts";
import type { Catalog } from "../runtime/catalog.ts";
import { objectOf } from "../text/foreign.ts";
import { UsageError } from "./command.ts";
import { fieldRows } from "./field-help.ts";
import { actorSources, openLocalRuntime } from "./local-runtime.ts";
import { printable } from "./printable.ts";
import { PROGRAM } from "./program.ts";

/** The help with the parameters of an operation; `options` are the command's own, which go by their names. */
export async function explainCall(
  help: string,
  slug: string,
  config: Config,
  options: ReadonlySet<string>,
): Promise<string> {
  if (isCategory(slug)) return help;
  await using runtime = await openLocalRuntime(config, []);
  const catalog = runtime.proxy.catalog();
  const [entry, spec] = await Promise.all([catalog.entry(slug), catalog.spec(slug)]);
  if (entry === undefined || spec === undefined) throw await unknownCallee(slug, config, catalog);
  const { params, body } = objectOf(inputSchema(spec).properties);
  const spell = (name: string): string => (options.has(name) ? `--param.${name}` : `--${name}`);
  const parts = [
    help,
    `${slug}: ${entry.name}\n${entry.method} ${entry.baseUrl}${entry.path}`,
    params === undefined ? "It takes no parameters." : `Its parameters:\n${fieldRows(params, spell)}`,
    body === undefined ? "" : `Members of its --body:\n${fieldRows(body, (name) => name)}`,
  ];
  return printable(parts.filter((part) => part !== "").join("\n\n"));
}

/** For a slug that no operation has: what else has it, or which are like it. */
export async function unknownCallee(slug: string, config: Config, catalog: Catalog): Promise<UsageError> {
  const actors = (await actorSources(config)).map(({ name }) => name);
  if ([...actors, ...(await installedSlugs(config))].includes(slug))
    return new UsageError(`"${slug}" is an actor: ${PROGRAM} actor ${slug} --help says what it takes.`);
  const near = await slugsNear(catalog, slug);
  const hint = near.length === 0 ? "" : ` Did you mean ${near.map((one) => `"${one}"`).join(" or ")}?`;
  return new UsageError(`There is no API, and no category, "${slug}".${hint}`);
}
