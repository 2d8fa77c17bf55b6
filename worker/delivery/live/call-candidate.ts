/** How strict the reader of a signal is. */
export interface SignalRules {
  /** Both members chose a direct connection: other candidates than the relay's pass. */
  direct: boolean;
  /** Addresses of the relay. Null: any public address. */
  relays: readonly string[] | null;
}

/** RFC 8839 section 5.1 and RFC 6544 section 4.5, as browsers write it. */
const LINE =
  /^candidate:([A-Za-z0-9+/]{1,32}) ([12]) (udp|tcp) (\d{1,10}) (\S{2,45}) (\d{1,5}) typ (host|srflx|prflx|relay)(?: raddr (\S{2,45}) rport (\d{1,5}))?((?: (?:tcptype (?:active|passive|so)|generation \d{1,5}|ufrag [A-Za-z0-9+/]{1,256}|network-id \d{1,5}|network-cost \d{1,5}))*)$/i;
const PLAIN_EXTENSIONS = /(?:tcptype|generation|ufrag) \S+/gi;
/** Bits of a priority: Chromium and Firefox count there which of the device's networks is used, as Wi-Fi or mobile. */
const NETWORK_KIND = 0x00ff0000;
/** Names that browsers make up for addresses of the own network (mDNS). */
const MDNS = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.local$/i;
const IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$/;
const IPV6 = /^(?=.*:)[0-9a-f:]{2,39}$/i;

/** The candidate anew, without related address; null for one that must not pass. */
export function cleanCandidate(line: string, rules: SignalRules): string | null {
  const found = LINE.exec(line);
  if (!found) return null;
  const [, , component, protocol = "", priority, address = "", port, type = "", , , rest = ""] = found;
  if (Number(port) > 65_535 || Number(priority) > 2 ** 32 - 1) return null;
  const kind = type.toLowerCase();
  if (!(kind === "relay" ? isRelay(address, rules) : rules.direct && (isAddress(address) || MDNS.test(address)))) return null;
  const related = kind === "host" ? "" : " raddr 0.0.0.0 rport 0";
  // `network-id` and `network-cost` tell how many networks the device has, and which kind.
  const kept = [...rest.matchAll(PLAIN_EXTENSIONS)].map(([one]) => ` ${one}`).join("");
  const way = `${component} ${protocol.toLowerCase()} ${(Number(priority) & ~NETWORK_KIND) >>> 0} ${address}`;
  return `candidate:${foundationOf(kind, protocol, address)} ${way} ${port} typ ${kind}${related}${kept}`;
}

/** In place of the browser's, which may be a hash of the own address. Equal for equal kind, protocol and address (RFC 8445 section 5.1.1.3). */
function foundationOf(...parts: string[]): number {
  let hash = 0x811c9dc5; // FNV-1a
  for (const character of parts.join(" ").toLowerCase()) hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193) >>> 0;
  return hash;
}

function isRelay(address: string, { relays }: SignalRules): boolean {
  if (!relays) return isAddress(address) && !isPrivate(address);
  const asked = spelled(address);
  return asked !== null && relays.some((relay) => spelled(relay) === asked);
}

/** One spelling of each address; null for what is none. */
function spelled(address: string): string | null {
  if (IPV4.test(address)) return address;
  return IPV6.test(address) ? (groupsOf(address)?.join(":") ?? null) : null;
}

function isAddress(text: string): boolean {
  return IPV4.test(text) || (IPV6.test(text) && groupsOf(text) !== null);
}

/** The eight groups of an IPv6 address (RFC 4291 section 2.2). */
function groupsOf(text: string): number[] | null {
  const halves = text.split("::");
  if (halves.length > 2) return null;
  const [head = [], tail = []] = halves.map((half) => (half === "" ? [] : half.split(":")));
  const missing = 8 - head.length - tail.length;
  if (halves.length === 2 ? missing < 1 : missing !== 0) return null;
  const groups = [...head, ...Array<string>(missing).fill("0"), ...tail];
  return groups.every((group) => /^[0-9a-f]{1,4}$/i.test(group)) ? groups.map((group) => Number.parseInt(group, 16)) : null;
}

/** Addresses that nobody on the Internet has: RFC 6890. */
function isPrivate(address: string): boolean {
  const groups = IPV4.test(address) ? null : groupsOf(address);
  if (groups) {
    const [first = 0] = groups;
    const isMapped = groups.slice(0, 5).every((group) => group === 0);
    return isMapped || (first & 0xfe00) === 0xfc00 || (first & 0xffc0) === 0xfe80 || first >= 0xff00;
  }
  const [a = 0, b = 0] = address.split(".").map(Number);
  if (a === 0 || a === 10 || a === 127 || a >= 224) return true;
  return (
    (a === 172 && b >= 16 && b < 32) || (a === 192 && b === 168) || (a === 169 && b === 254) || (a === 100 && b >= 64 && b < 128)
  );
}
