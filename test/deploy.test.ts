import { afterAll, describe, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { once } from "node:events";
import { createConnection } from "node:net";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { parse as parseIp, parseCIDR } from "ipaddr.js";
import { parse } from "yaml";
import { PANELS, writeDashboard } from "../scripts/dashboard.ts";
import { textOf } from "../src/metrics/family.ts";
import { gaugeHub } from "../src/metrics/hub.ts";
import { measureRequests } from "../src/metrics/requests.ts";
import { createMetrics } from "../src/metrics/series.ts";
import { meterShared } from "../src/metrics/shared.ts";
import { NO_MODEL } from "../src/runtime/llm.ts";
import { hasNginx, startFront } from "./support/chaos/front.ts";
import { startHttp } from "./support/http-server.ts";
import { IN_FILES, SETTING_NAMES } from "../src/app/settings/settings.ts";

const DEPLOY = fileURLToPath(new URL("../deploy", import.meta.url));
const FOLDER = mkdtempSync(join(tmpdir(), "hub-deploy-"));
afterAll(() => rm(FOLDER, { recursive: true }));

const read = (name: string): Promise<string> => readFile(join(DEPLOY, name), "utf8");

/** What a tool says of a file, and how it ended; `undefined` where it is not installed. */
function judge(tool: string, ...args: string[]): { code: number | null; said: string } | undefined {
  const path = `${process.env["PATH"]}:/usr/sbin`;
  const { error, status, stdout, stderr } = spawnSync(tool, args, {
    cwd: DEPLOY,
    encoding: "utf8",
    env: { PATH: path, HOME: FOLDER },
  });
  if (error === undefined) return { code: status, said: stdout + stderr };
  console.warn(`Skipping what ${tool} says: it is not installed.`);
  return undefined;
}

/** A copy for a tool that looks at what only the target machine has. */
async function changed(name: string, from: string, to: string): Promise<string> {
  const text = await read(name);
  expect(text).toContain(from);
  const path = join(FOLDER, name);
  await writeFile(path, text.replaceAll(from, to));
  return path;
}

describe("the files of deploy/ are accepted by what reads them", () => {
  test("promtool: the alerts, and that each fires where it should only", () => {
    expect(judge("promtool", "check", "rules", "alerts.yml")?.code ?? 0).toBe(0);
    const tried = judge("promtool", "test", "rules", "alerts.test.yml");
    expect(tried?.said ?? "SUCCESS").toContain("SUCCESS");
  });

  test("nginx", async () => {
    const copy = await changed("nginx.conf", "server hub:3000", "server 127.0.0.1:3000");
    expect(judge("nginx", "-t", "-c", copy)?.said ?? "is ok").toContain("is ok");
  });

  test("Caddy, which makes keys of its own at once: none of them comes to lie beside the file", async () => {
    const before = await readdir(DEPLOY);
    expect(judge("caddy", "validate", "--config", "Caddyfile", "--adapter", "caddyfile")?.code ?? 0).toBe(0);
    expect(await readdir(DEPLOY)).toEqual(before);
  });

  test("systemd", async () => {
    const runs = "/opt/agent-api-hub/node_modules/.bin/bun src/main.ts";
    expect(
      judge("systemd-analyze", "verify", await changed("agent-api-hub.service", runs, "/bin/true"))?.said ?? "",
    ).toBe("");
  });
});

test.skipIf(!hasNginx)("nginx hands on terms, proofs and receipts, which are longer than its own bounds", async () => {
  const terms = "t".repeat(4_096);
  const receipt = "r".repeat(2_048);
  const seen: (string | undefined)[] = [];
  await using hub = await startHttp((request, response) => {
    seen.push(request.headers["payment-signature"]?.toString());
    response.writeHead(402, { "payment-required": terms, "x-payment-receipt": receipt }).end("{}");
  });
  await using front = await startFront([Number(new URL(hub.origin).port)]);
  // What a stock client makes of such terms: they are in it once as they came, and once as what was chosen.
  const proof = "p".repeat(12_288);
  const answer = await fetch(`${front.url}/api/v1/premium/`, { headers: { "payment-signature": proof } });
  expect([answer.status, await answer.text()]).toEqual([402, "{}"]);
  expect([answer.headers.get("payment-required"), answer.headers.get("x-payment-receipt")]).toEqual([terms, receipt]);
  expect(seen).toEqual([proof]);
});

test.skipIf(!hasNginx)("nginx keeps what is the monitoring system's to itself, however it is spelled", async () => {
  await using hub = await startHttp((_, response) => void response.end("of the hub"));
  await using front = await startFront([Number(new URL(hub.origin).port)]);
  const { hostname, port } = new URL(front.url);
  // On the wire as it is written here: a client mends such paths before it sends them.
  const ask = async (path: string): Promise<string> => {
    const socket = createConnection(Number(port), hostname);
    socket.write(`GET ${path} HTTP/1.1\r\nHost: hub.example\r\nConnection: close\r\n\r\n`);
    return text(socket);
  };
  const spellings = [
    "/metrics",
    "/metrics/",
    "//metrics",
    "///metrics//",
    "/metrics?x=1",
    "/%6detrics/",
    "/a/../metrics/",
  ];
  for (const path of [...spellings, "/a/..//metrics", "/%2fmetrics", "/./metrics/."])
    expect([path, await ask(path)]).toEqual([path, expect.not.stringContaining("of the hub")]);
  expect(await ask("/health")).toContain("of the hub");
});

test.skipIf(!hasNginx)("nginx gives one address a hundred calls at once, and serves the others", async () => {
  await using hub = await startHttp((_, response) => void response.end("of the hub"));
  await using front = await startFront([Number(new URL(hub.origin).port)]);
  const { hostname, port } = new URL(front.url);
  await using calls = new AsyncDisposableStack();
  const call = async (from: string, ...head: readonly string[]): Promise<string> => {
    const socket = createConnection({ port: Number(port), host: hostname, localAddress: from });
    calls.defer(() => void socket.destroy());
    socket.write(["POST / HTTP/1.1", "Host: hub.example", ...head, "", ""].join("\r\n"));
    const [answer] = (await once(socket, "data")) as [Buffer];
    return answer.toString();
  };
  const short = ["Content-Length: 0", "Connection: close"];
  // nginx asks for the body of a call that it takes.
  const slow = Array.from({ length: 100 }, () => call("127.0.0.2", "Content-Length: 9", "Expect: 100-continue"));
  expect(new Set(await Promise.all(slow))).toEqual(new Set(["HTTP/1.1 100 Continue\r\n\r\n"]));
  const [head = "", body = ""] = (await call("127.0.0.2", ...short)).split("\r\n\r\n");
  expect(head).toMatch(/^HTTP\/1.1 429 [^]*application\/problem\+json[^]*Retry-After: 1$/);
  expect(JSON.parse(body)).toMatchObject({ code: "rate_limited", retryable: true });
  expect(await call("127.0.0.3", ...short)).toContain("of the hub");
});

test("the dashboard is what its table says, and its questions are ones that Prometheus understands", async () => {
  expect(await read("dashboard.json")).toBe(writeDashboard(PANELS));
  const exprs = PANELS.flatMap(({ queries }) => queries.map(([expr]) => expr));
  const rules = exprs.map((expr, at) => ({ record: `question:${at}`, expr }));
  const path = join(FOLDER, "questions.yml");
  await writeFile(path, JSON.stringify({ groups: [{ name: "questions", rules }] })); // JSON is YAML.
  expect(judge("promtool", "check", "rules", path)?.said ?? "SUCCESS").toContain("SUCCESS");
});

test("every alert asks for series that the hub has, and each has a case of its own", async () => {
  const metrics = createMetrics();
  void measureRequests(metrics)(() => new Response(), "GET", "/")(new Request("http://hub/"));
  metrics.counter("hub_actor_deaths_total", "As the hub counts them.", { cause: "exit" });
  metrics.counter("hub_runs_total", "As the hub counts them.", { outcome: "success" });
  meterShared(metrics, () => false);
  const registry = { list: () => [], refusals: () => [] };
  gaugeHub(metrics, {
    registry: registry as never, // Only counted.
    entries: () => 1,
    version: () => "0".repeat(64),
    source: undefined,
    leads: () => true,
    freeDisk: () => 1,
    breakers: () => 0,
    fence: () => ({ strength: "full" }),
    model: NO_MODEL,
    receivingWallets: [],
    queue: () => ({ waiting: 0, working: 0, oldestMs: 0 }),
    verified: () => ({ differences: 0, at: 0 }),
    backup: () => 0,
    started: 0,
  });
  const known = new Set([...textOf(metrics.families()).matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name));
  const rules: { alert: string; expr: string }[] = parse(await read("alerts.yml")).groups[0].rules;
  const panels = PANELS.flatMap(({ queries }) => queries.map(([expr]) => ({ expr })));
  const asked = [...rules, ...panels].flatMap(({ expr }) => expr.match(/\b(?:hub|process)_\w+/g) ?? []);
  expect(asked.filter((name) => !known.has(name.replace(/_bucket$/, "")))).toEqual([]);
  const cases: { alertname: string }[] = parse(await read("alerts.test.yml")).tests[0].alert_rule_test;
  const tried = new Set(cases.map(({ alertname }) => alertname));
  expect([...tried].sort()).toEqual(rules.map(({ alert }) => alert).sort());
});

test("the settings that the compose file and the unit name are settings of the hub", async () => {
  const { services } = parse(await read("compose.yaml"));
  const ofUnit = [...(await read("agent-api-hub.service")).matchAll(/\b([A-Z][A-Z_]+)=/g)].map(
    ([, name]) => name ?? "",
  );
  const ofImage = [...(await read("Dockerfile")).matchAll(/\b([A-Z][A-Z_]+)=/g)].map(([, name]) => name ?? "");
  const named = [...Object.keys(services.hub.environment), ...ofUnit, ...ofImage];
  expect(named.length).toBeGreaterThan(10);
  const isKnown = (name: string): boolean =>
    SETTING_NAMES.includes(name) || IN_FILES.includes(name.replace(/_FILE$/, ""));
  expect(named.filter((name) => !isKnown(name))).toEqual([]);
});

test("the image has what backs up the PostgreSQL of the compose file, which an older one could not", async () => {
  const { services } = parse(await read("compose.yaml"));
  const [, server] = /^postgres:(\d+)$/.exec(services.postgres.image) ?? [];
  const [, client] = /\bpostgresql-client-(\d+)\b/.exec(await read("Dockerfile")) ?? [];
  expect(client).toBe(server ?? "none");
});

test("systemd starts a hub again however long what it needs is away, and can hand it its secret as a credential", async () => {
  const unit = await read("agent-api-hub.service");
  const [head = "", service = ""] = unit.split("[Service]");
  expect(head).toMatch(/^StartLimitIntervalSec=0$/m);
  expect(service).toContain("LoadCredential=hub_secret:");
  expect(service).toContain("HUB_SECRET_FILE=%d/hub_secret");
});

test("systemd leaves the fence around actors what it is put up by", async () => {
  const unit = await read("agent-api-hub.service");
  const of = (name: string): string[] => new RegExp(`^${name}=(.*)$`, "m").exec(unit)?.[1]?.split(" ") ?? [];
  // Each covers a part of /proc, and the kernel lets nobody mount another one where a part is covered.
  for (const name of ["ProtectKernelTunables", "ProtectKernelLogs", "ProtectHostname", "RestrictNamespaces"])
    expect([name, of(name)]).toEqual([name, []]);
  expect(of("RestrictAddressFamilies")).toContain("AF_NETLINK");
  expect(of("SystemCallFilter")).toEqual(expect.arrayContaining(["@mount", "@pkey"]));
});

test("systemd tells the hub alone to stop: processes of actors end when their runs have", async () => {
  expect(await read("agent-api-hub.service")).toMatch(/^KillMode=mixed$/m);
});

test("in the compose file nothing else is dealt the address that the hubs believe, and nginx follows new hubs", async () => {
  const { services, networks } = parse(await read("compose.yaml"));
  const address: string = services.nginx.networks.inside.ipv4_address;
  expect(services.hub.environment.TRUSTED_PROXIES).toBe(address);
  const [{ subnet, ip_range: dealt }] = networks.inside.ipam.config;
  const isWithin = (range: string): boolean => parseIp(address).match(parseCIDR(range));
  expect([isWithin(subnet), isWithin(dealt)]).toEqual([true, false]);
  expect(services.nginx.depends_on.hub).toEqual({ condition: "service_healthy", restart: true });
});
