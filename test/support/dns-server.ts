/** A name server of the test's own: UDP on loopback, A and AAAA, with a script of answers per name. */
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { isIPv4 } from "node:net";

/** Each name's answers, one list of addresses per query and family; the last one repeats. */
export type Zone = Readonly<Record<string, readonly (readonly string[])[]>>;

export interface DnsServer extends AsyncDisposable {
  /** `address:port`. */
  readonly address: string;
  /** Names that were asked for, in order, as `name A` or `name AAAA`. */
  readonly queries: readonly string[];
}

const TYPES = new Map([
  [1, "A"],
  [28, "AAAA"],
]);

/** Answers by the zone: names outside of it do not exist, and names in `silent` get no answer at all. */
export async function startDns(zone: Zone, silent: readonly string[] = []): Promise<DnsServer> {
  const socket = createSocket("udp4");
  const queries: string[] = [];
  const asked = new Map<string, number>();
  socket.on("message", (query, peer) => {
    const { name, type, end } = question(query);
    const key = `${name} ${TYPES.get(type) ?? type}`;
    queries.push(key);
    if (silent.includes(name)) return;
    const count = asked.get(key) ?? 0;
    asked.set(key, count + 1);
    const script = zone[name];
    const addresses = (script?.[Math.min(count, script.length - 1)] ?? []).filter((a) => isIPv4(a) === (type === 1));
    const header = Buffer.from(query.subarray(0, 12));
    header.writeUInt16BE(script === undefined ? 0x8183 : 0x8180, 2);
    header.writeUInt16BE(addresses.length, 6);
    header.writeUInt32BE(0, 8);
    socket.send(Buffer.concat([header, query.subarray(12, end), ...addresses.map(answer)]), peer.port, peer.address);
  });
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  return {
    address: `127.0.0.1:${socket.address().port}`,
    queries,
    async [Symbol.asyncDispose]() {
      socket.close();
      await once(socket, "close");
    },
  };
}

function question(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString("latin1", at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join(".").toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 };
}

/** A resource record with a TTL of 0, its name a pointer to the question. */
function answer(address: string): Buffer {
  const data = isIPv4(address) ? Buffer.from(address.split(".").map(Number)) : ipv6Bytes(address);
  const record = Buffer.from([0xc0, 12, 0, data.length === 4 ? 1 : 28, 0, 1, 0, 0, 0, 0, 0, data.length]);
  return Buffer.concat([record, data]);
}

function ipv6Bytes(address: string): Buffer {
  const [head = "", tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split("::");
  const left = groups(head);
  const right = groups(tail ?? "");
  const zeros = Array<string>(8 - left.length - right.length).fill("0");
  return Buffer.from([...left, ...zeros, ...right].map((group) => group.padStart(4, "0")).join(""), "hex");
}

function groups(text: string): string[] {
  return text === "" ? [] : text.split(":");
}
