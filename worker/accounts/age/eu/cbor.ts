/** What a decoder of this profile returns. Whole numbers beyond 2^53 are refused. */
export type Cbor = number | string | boolean | null | undefined | Uint8Array | Cbor[] | CborMap | Tagged;
export type CborMap = Map<number | string, Cbor>;

export class Tagged {
  readonly tag: number;
  readonly value: Cbor;
  constructor(tag: number, value: Cbor) {
    this.tag = tag;
    this.value = value;
  }
}

export class CborError extends Error {}

/** In bytes. A response with every attribute of the profile has 3,000. */
export const MAX_CBOR = 64 * 1024;
/** The deepest place of a device response is the tenth level. */
const MAX_DEPTH = 16;
/** Values of one document, each counted where it begins. */
const MAX_VALUES = 2048;

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * Decodes exactly one data item (RFC 8949), strictly: no indefinite lengths, duplicate keys, reserved values or bytes after the end.
 * A length is compared with what is left before anything is reserved for it. Byte strings are views of `bytes`.
 * @throws CborError
 */
export function decodeCbor(bytes: Uint8Array, most = MAX_CBOR): Cbor {
  if (bytes.length > most) throw new CborError("too long");
  const reader = new Reader(bytes);
  const value = reader.value(0);
  if (!reader.ended) throw new CborError("bytes after the end");
  return value;
}

class Reader {
  #at = 0;
  #values = 0;
  readonly #bytes: Uint8Array;
  readonly #view: DataView;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get ended(): boolean {
    return this.#at === this.#bytes.length;
  }

  value(depth: number): Cbor {
    if (depth > MAX_DEPTH) throw new CborError("too deep");
    if (++this.#values > MAX_VALUES) throw new CborError("too many values");
    const first = this.#uint(1);
    const major = first >> 5;
    if (major === 7) return this.#simple(first & 31);
    const argument = this.#argument(first & 31);
    switch (major) {
      case 0:
        return argument;
      case 1:
        return -1 - argument;
      case 2:
        return this.#take(argument);
      case 3:
        return this.#text(argument);
      case 4:
        return this.#array(argument, depth);
      case 5:
        return this.#map(argument, depth);
      default:
        return new Tagged(argument, this.value(depth + 1));
    }
  }

  #argument(info: number): number {
    if (info < 24) return info;
    if (info > 27) throw new CborError("indefinite or reserved length");
    const argument = this.#uint(1 << (info - 24));
    if (!Number.isSafeInteger(argument)) throw new CborError("number too large");
    return argument;
  }

  #uint(size: number): number {
    const at = this.#skip(size);
    if (size === 1) return this.#view.getUint8(at);
    if (size === 2) return this.#view.getUint16(at);
    if (size === 4) return this.#view.getUint32(at);
    return this.#view.getUint32(at) * 2 ** 32 + this.#view.getUint32(at + 4);
  }

  #skip(size: number): number {
    const at = this.#at;
    if (size > this.#bytes.length - at) throw new CborError("shorter than it says");
    this.#at += size;
    return at;
  }

  #take(size: number): Uint8Array {
    const at = this.#skip(size);
    return this.#bytes.subarray(at, at + size);
  }

  #text(size: number): string {
    try {
      return utf8.decode(this.#take(size));
    } catch (error) {
      if (error instanceof CborError) throw error;
      throw new CborError("text that is no UTF-8");
    }
  }

  /** Every element takes a byte, so that a length beyond what is left is false. */
  #room(count: number): void {
    if (count > this.#bytes.length - this.#at) throw new CborError("shorter than it says");
  }

  #array(count: number, depth: number): Cbor[] {
    this.#room(count);
    const items: Cbor[] = [];
    for (let n = 0; n < count; n++) items.push(this.value(depth + 1));
    return items;
  }

  #map(count: number, depth: number): CborMap {
    this.#room(2 * count);
    const map: CborMap = new Map();
    for (let n = 0; n < count; n++) {
      const key = this.value(depth + 1);
      if (typeof key !== "string" && typeof key !== "number") throw new CborError("key that is no text or whole number");
      if (map.has(key)) throw new CborError("key twice");
      map.set(key, this.value(depth + 1));
    }
    return map;
  }

  /** No element of the profile is a fraction: floating point is refused. */
  #simple(info: number): Cbor {
    if (info === 20 || info === 21) return info === 21;
    if (info === 22) return null;
    if (info === 23) return undefined;
    throw new CborError("simple value, fraction or break");
  }
}

const encoder = new TextEncoder();

/** Preferred serialization (RFC 8949 4.1), map keys in the order of the map. */
export function encodeCbor(value: Cbor): Uint8Array<ArrayBuffer> {
  const parts: Uint8Array[] = [];
  write(value, parts);
  const joined = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

function write(value: Cbor, parts: Uint8Array[]): void {
  if (typeof value === "number") parts.push(value < 0 ? head(1, -1 - value) : head(0, value));
  else if (typeof value === "string") {
    const text = encoder.encode(value);
    parts.push(head(3, text.length), text);
  } else if (value instanceof Uint8Array) parts.push(head(2, value.length), value);
  else if (Array.isArray(value)) {
    parts.push(head(4, value.length));
    for (const item of value) write(item, parts);
  } else if (value instanceof Map) {
    parts.push(head(5, value.size));
    for (const [key, item] of value) {
      write(key, parts);
      write(item, parts);
    }
  } else if (value instanceof Tagged) {
    parts.push(head(6, value.tag));
    write(value.value, parts);
  } else parts.push(Uint8Array.of(value === undefined ? 0xf7 : value === null ? 0xf6 : value ? 0xf5 : 0xf4));
}

function head(major: number, argument: number): Uint8Array {
  if (argument < 24) return Uint8Array.of((major << 5) | argument);
  if (argument < 2 ** 8) return Uint8Array.of((major << 5) | 24, argument);
  const bytes = new Uint8Array(argument < 2 ** 16 ? 3 : argument < 2 ** 32 ? 5 : 9);
  const view = new DataView(bytes.buffer);
  bytes[0] = (major << 5) | (bytes.length === 3 ? 25 : bytes.length === 5 ? 26 : 27);
  if (bytes.length === 3) view.setUint16(1, argument);
  else if (bytes.length === 5) view.setUint32(1, argument);
  else view.setBigUint64(1, BigInt(argument));
  return bytes;
}

/** Tag 24: a data item inside a byte string, whose own bytes are hashed or signed. */
export function embedded(bytes: Uint8Array): Tagged {
  return new Tagged(24, bytes);
}
