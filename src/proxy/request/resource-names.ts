/**
 * Whose path parameters name a resource by several segments although no description says so. Google's own ones say
 * "{+name}" and Azure's `x-ms-skip-url-encoding`; OpenAPI has no word for it, and an encoded slash is another name there.
 */

/** By the host of an operation: where such a parameter stands in its path, which is told with that of its base. */
const RULES: readonly { readonly host: RegExp; readonly places: readonly RegExp[] }[] = [
  {
    host: /\.googleapis\.com$/,
    // Elsewhere a value with slashes is one segment: the address of a site, the name of an object in a bucket.
    places: [/\/v\d\w*\/\{([^{}]+)\}/g, /\{(name|parent|resourceName)\}/g],
  },
  { host: /^management\.azure\.com$/, places: [/^\/\{([^{}]+)\}/g] },
];

export function resourceNames(baseUrl: string, path: string): ReadonlySet<string> {
  const base = URL.parse(baseUrl);
  const rule = base === null ? undefined : RULES.find(({ host }) => host.test(base.hostname));
  if (base === null || rule === undefined) return NONE;
  const whole = base.pathname.replace(/\/$/, "") + path;
  return new Set(rule.places.flatMap((place) => [...whole.matchAll(place)].map(([, name = ""]) => name)));
}

const NONE: ReadonlySet<string> = new Set();
