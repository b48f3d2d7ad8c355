/** The script of a page as browsers take it: one file, made of its module when it is first asked for. */
export async function bundle(entry: URL): Promise<string> {
  const { outputs, success, logs } = await Bun.build({
    entrypoints: [entry.pathname],
    target: "browser",
    format: "esm",
    minify: true,
  });
  const [made] = outputs;
  if (!success || made === undefined) throw new AggregateError(logs, `Cannot bundle ${entry.pathname}`);
  return made.text();
}
