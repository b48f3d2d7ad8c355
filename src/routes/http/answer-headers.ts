/**
 * The headers of a route's answers. Most say what those of the answer before said, and the server looks at each character
 * of each value that it is given: so only what differs is set.
 * Shaped by speed: `bun run bench all`.
 */
export type AnswerHeaders = Readonly<Record<string, string | number>>;

/** What it returns holds until it is called again: the answer that is made with it takes a copy. */
export function headersWriter(): (headers: AnswerHeaders) => Headers {
  const written = new Headers();
  /** As they were set: of those that were refused, none. */
  const known = new Map<string, string | number>();
  return (headers) => {
    for (const name of known.keys()) {
      if (Object.hasOwn(headers, name)) continue;
      written.delete(name);
      known.delete(name);
    }
    for (const name in headers) {
      const value = headers[name] ?? "";
      if (known.get(name) === value) continue;
      written.set(name, String(value));
      known.set(name, value);
    }
    return written;
  };
}
