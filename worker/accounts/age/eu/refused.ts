import type { AgeFailure } from "#worker/accounts/age/method.vocabulary.ts";
import { type Cbor, type CborMap, Tagged } from "./cbor.ts";

/** Ends a verification. The message is for logs and tests: a fixed text without anything of the person. */
export class Refused extends Error {
  readonly reason: AgeFailure;
  constructor(reason: AgeFailure, message: string) {
    super(message);
    this.reason = reason;
  }
}

export function asMap(value: Cbor, what: string): CborMap {
  if (value instanceof Map) return value;
  throw new Refused("invalid", `${what} is no map`);
}

export function asArray(value: Cbor, what: string): Cbor[] {
  if (Array.isArray(value)) return value;
  throw new Refused("invalid", `${what} is no array`);
}

export function asBytes(value: Cbor, what: string): Uint8Array<ArrayBuffer> {
  if (value instanceof Uint8Array) return value as Uint8Array<ArrayBuffer>;
  throw new Refused("invalid", `${what} is no byte string`);
}

/** The bytes inside tag 24. */
export function asEmbedded(value: Cbor, what: string): Uint8Array<ArrayBuffer> {
  if (value instanceof Tagged && value.tag === 24) return asBytes(value.value, what);
  throw new Refused("invalid", `${what} is no embedded item`);
}

/** Tag 0 (RFC 3339), in ms. */
export function asTime(value: Cbor, what: string): number {
  const text = value instanceof Tagged && value.tag === 0 ? value.value : null;
  const time = typeof text === "string" && TIME.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(time)) throw new Refused("invalid", `${what} is no time`);
  return time;
}

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;
