/** The bits of an address, 32 or 128; null for text that is none. */
function bitsOf(address: string): { value: bigint; length: 32 | 128 } | null {
  if (/^\d{1,3}(\.\d{1,3}){3}$/.test(address)) {
    const parts = address.split(".").map(Number);
    if (parts.some((part) => part > 255)) return null;
    return { value: parts.reduce((all, part) => all * 256n + BigInt(part), 0n), length: 32 };
  }
  const sides = address.toLowerCase().split("::");
  if (!/^[\da-f:]+$/i.test(address) || sides.length > 2) return null;
  const groupsOf = (side: string | undefined) => (side ? side.split(":") : []);
  const [head, tail] = [groupsOf(sides[0]), groupsOf(sides[1])];
  const missing = 8 - head.length - tail.length;
  if (sides.length === 2 ? missing < 1 : missing !== 0) return null;
  const groups = [...head, ...Array<string>(Math.max(0, missing)).fill("0"), ...tail];
  if (groups.some((group) => !/^[\da-f]{1,4}$/.test(group))) return null;
  return { value: groups.reduce((all, group) => (all << 16n) + BigInt(`0x${group}`), 0n), length: 128 };
}

interface Network {
  value: bigint;
  length: 32 | 128;
  /** Leading bits that count. */
  prefix: number;
}

/** An address alone is its whole network: one address of IPv4, a /64 of IPv6. */
function networkFrom(text: string): Network | null {
  const [address = "", given, ...more] = text.trim().split("/");
  const bits = bitsOf(address);
  if (!bits || more.length > 0 || (given !== undefined && !/^\d{1,3}$/.test(given))) return null;
  const prefix = given === undefined ? (bits.length === 32 ? 32 : 64) : Number(given);
  if (prefix > bits.length) return null;
  const shift = BigInt(bits.length - prefix);
  return { value: (bits.value >> shift) << shift, length: bits.length, prefix };
}

/** As CIDR with the bits of hosts cleared; null if it is none, or wider than a provider's small part. */
export function cidrOf(text: string): string | null {
  const network = networkFrom(text);
  if (!network || network.prefix < (network.length === 32 ? 16 : 32)) return null;
  return `${addressOf(network)}/${network.prefix}`;
}

function addressOf({ value, length }: Network): string {
  const size = length === 32 ? 8n : 16n;
  const parts = Array.from({ length: length / Number(size) }, (_, index) => {
    const part = (value >> (BigInt(length) - size * BigInt(index + 1))) & ((1n << size) - 1n);
    return part.toString(length === 32 ? 10 : 16);
  });
  return length === 32 ? parts.join(".") : parts.join(":");
}

/** `network`: of a request, an IPv4 address or an IPv6 /64. */
export function isIn(network: string, cidr: string): boolean {
  const [own, whole] = [networkFrom(network), networkFrom(cidr)];
  if (!own || !whole || own.length !== whole.length || own.prefix < Math.min(whole.prefix, 64)) return false;
  const shift = BigInt(whole.length - Math.min(whole.prefix, own.prefix));
  return own.value >> shift === whole.value >> shift;
}
