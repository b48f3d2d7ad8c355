/** What a new actor is, whether it is a file of this hub or a package: all but what it imports and its upstream's answer. */

/** `title` is the slug as words. Expects `Answer` and what `agent-api-hub/actor` exports to stand above it. */
export function definitionText(slug: string, title: string): string {
  return `export default defineActor({
  slug: "${slug}",
  name: "${title}",
  description: "Says what the actor answers, from which source, and what a caller should know of it.",
  category: "utilities",
  version: "1.0.0",
  tags: ["example"],
  input: Type.Object({
    q: Type.String({ minLength: 1, description: "What to look for." }),
  }),
  output: Type.Object({
    title: Type.String(),
    score: Type.Union([Type.Number(), Type.Null()]),
    _genius: Genius,
  }),
  examples: [{ title: "Look for tea", input: { q: "tea" } }],
  cacheTtlSeconds: 300,
  qualityScore: 0.5,
  computeUnits: 0.02,
  usesLlm: false,
  price: { tier: "standard" },
  hosts: ["api.example.com"],
  timeoutMs: 20_000,
  nextActors: [],
  async run({ q }, { fetch, now }) {
    const answer = expectOk(await fetch(\`https://api.example.com/search?q=\${encodeURIComponent(q)}\`));
    const { results } = readJson(answer, Answer);
    return withGenius(
      results.map(({ title, score }) => ({ title, score })),
      "api.example.com",
      now(),
    );
  },
});
`;
}
