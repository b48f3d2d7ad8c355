/**
 * Usage: bun bench/doors/probe.ts <port> <seconds> <path>. Asks for it every 10 ms and prints how long that took, as JSON.
 */
const [port, seconds, path = "/health"] = process.argv.slice(2);
const EVERY_MS = 10;
const taken: number[] = [];
const until = performance.now() + Number(seconds) * 1000;
while (performance.now() < until) {
  const startedAt = performance.now();
  await (await fetch(`http://127.0.0.1:${port}${path}`)).arrayBuffer();
  taken.push(performance.now() - startedAt);
  await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
}
taken.sort((a, b) => a - b);
console.log(JSON.stringify({ p99: taken[Math.floor(taken.length * 0.99)], max: taken.at(-1) }));
