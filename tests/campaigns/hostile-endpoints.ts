import type { Random } from "./random.ts";

export interface Hostile {
  kind: string;
  endpoint: string;
}

const SERVICES = [
  "fcm.googleapis.com",
  "web.push.apple.com",
  "updates.push.services.mozilla.com",
  "db5.notify.windows.com",
  "notify.windows.com",
] as const;
const [FCM] = SERVICES;

type Address = [number, number, number, number];

function address(random: Random): Address {
  const any = () => random.below(256);
  return random.pick<Address>([
    [127, 0, 0, 1],
    [127, any(), any(), any()],
    [10, any(), any(), any()],
    [172, 16 + random.below(16), any(), any()],
    [192, 168, any(), any()],
    [169, 254, 169, 254],
    [100, 64 + random.below(64), any(), any()],
    [0, 0, 0, 0],
    [224 + random.below(16), any(), any(), any()],
    [255, 255, 255, 255],
  ]);
}

/** Ways to write one address that a URL parser reads as the same. */
function written([a, b, c, d]: Address, random: Random): string {
  const whole = ((a << 24) | (b << 16) | (c << 8) | d) >>> 0;
  const dotted = [a, b, c, d].join(".");
  return random.pick([
    dotted,
    `${dotted}.`,
    String(whole),
    `0x${whole.toString(16)}`,
    `0${whole.toString(8)}`,
    [a, b, c, d].map((part) => `0x${part.toString(16)}`).join("."),
    [a, b, c, d].map((part) => `0${part.toString(8)}`).join("."),
    `${a}.${(b << 16) | (c << 8) | d}`,
    `${a}.${b}.${(c << 8) | d}`,
    dotted.replaceAll(".", "。"),
    dotted.replaceAll(".", "%2e"),
    [...dotted].map((char) => (char === "." ? char : String.fromCodePoint(char.charCodeAt(0) + 0xfee0))).join(""),
  ]);
}

function six([a, b, c, d]: Address, random: Random): string {
  const tail = `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
  const any = () => random.below(0x10000).toString(16);
  const forms = ["::1", "::", "0:0:0:0:0:0:0:1", `::ffff:${a}.${b}.${c}.${d}`, `::ffff:${tail}`, `::${tail}`, `64:ff9b::${tail}`];
  return `[${random.pick([...forms, `2002:${tail}::1`, `fe80::${any()}`, `fc00::${any()}`, `fd${any().padStart(4, "0").slice(2)}:${any()}::1`, `ff02::${any()}`])}]`;
}

/** With the listener's port, without one, and over both schemes. */
const KINDS: Record<string, (random: Random, port: number) => string> = {
  "private address": (random, port) => address4(random, port),
  IPv6: (random, port) => `${scheme(random)}://${six(address(random), random)}${ports(random, port)}/${random.id()}`,
  userinfo: (random, port) =>
    random.pick([
      `https://${FCM}@127.0.0.1:${port}/x`,
      `https://${FCM}:443@${written(address(random), random)}/x`,
      `https://${random.id(5)}@${random.pick(SERVICES)}/x`,
      `https://:${random.id(5)}@${random.pick(SERVICES)}/x`,
      `https://127.0.0.1:${port}\\@${FCM}/x`,
      `https://127.0.0.1:${port}#@${FCM}/x`,
      `https://127.0.0.1:${port}?@${FCM}/x`,
    ]),
  port: (random) => `https://${random.pick(SERVICES)}:${1 + random.below(442)}/${random.id()}`,
  "look-alike host": (random) => {
    const host = random.pick(SERVICES);
    return `https://${random.pick([
      `${host}.${random.id(6)}.example`,
      `${random.id(3)}${host}`.replace(/\.(notify|push)\./, "$1."),
      host.replace("o", "о"),
      host.replace(".", "-"),
      `${host}%00.example`,
      `${host}%2eexample`,
      `${host}。example`,
      host.replace(/\.com$/, ".co"),
      host.replace(/\.com$/, ".com.com"),
    ])}/${random.id()}`;
  },
  "trailing dot": (random, port) =>
    `https://${random.pick([...SERVICES.map((host) => `${host}.`), "localhost.", `127.0.0.1.:${port}`])}/${random.id()}`,
  "name that leads inside": (random, port) =>
    `${scheme(random)}://${random.pick(["localhost", "LOCALHOST", "127.0.0.1.nip.io", "localtest.me", "metadata.google.internal", `${random.id(5)}.internal`, `${random.id(5)}.local`, `${random.id(5)}.localhost`, "router", `${FCM}.localhost`])}${ports(random, port)}/${random.id()}`,
  "plain http": (random, port) => `http://${random.pick(SERVICES)}${ports(random, port)}/${random.id()}`,
  "other scheme": (random, port) =>
    `${random.pick(["ftp", "file", "ws", "wss", "gopher", "data", "javascript", "blob:https", ""])}://${random.pick([FCM, `127.0.0.1:${port}`])}/${random.id()}`,
  "white space": (random, port) =>
    `${random.pick([" ", "\t", "\n", "\r\n", "\u0000"])}https://127.0.0.1${random.pick(["", "\t", "\n"])}:${port}/${random.id()}`,
  huge: (random, port) => `https://127.0.0.1:${port}/${"x".repeat(1000 + random.below(50_000))}`,
  "no URL": (random) =>
    random.pick(["", "/", "//", "https://", "https:///", `//${FCM}/x`, `${FCM}/x`, "https://[", "https://%", random.id()]),
};

const scheme = (random: Random) => random.pick(["http", "https"]);
const ports = (random: Random, port: number) => random.pick(["", `:${port}`]);
const address4 = (random: Random, port: number) =>
  `${scheme(random)}://${written(address(random), random)}${ports(random, port)}/${random.id()}`;

/** Different endpoints, each kind as often as the others; a kind with few forms gives its place to the next. */
export function hostileEndpoints(random: Random, port: number, count: number): Hostile[] {
  const found = new Map<string, Hostile>();
  const kinds = Object.entries(KINDS);
  for (let index = 0; found.size < count; index++) {
    const [kind, make] = kinds[index % kinds.length] as (typeof kinds)[number];
    const endpoint = make(random, port);
    found.set(endpoint, { kind, endpoint });
  }
  return [...found.values()];
}
