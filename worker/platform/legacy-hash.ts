import { bytesToHex } from "@noble/hashes/utils.js";
import { bcrypt, bcryptBytes, type Pause } from "./legacy-bcrypt.ts";
import { HASHES, type HashName, pbkdf2, scrypt } from "./legacy-derive.ts";
import { phpass, phpassRounds } from "./legacy-phpass.ts";
import { readTemplate } from "./legacy-template.ts";

/** What computes a digest again from a password, without the digest. Stored as JSON. */
export type LegacySettings =
  | { scheme: "bcrypt"; prehash: boolean; cost: number; salt: string }
  | {
      scheme: "argon2";
      type: "i" | "id";
      version: number;
      memory: number;
      passes: number;
      lanes: number;
      salt: string;
      length: number;
    }
  | { scheme: "phpass"; rounds: number; salt: string }
  | { scheme: "scrypt"; cost: number; blockSize: number; parallelization: number; salt: string; length: number }
  | { scheme: "pbkdf2"; hash: HashName; iterations: number; salt: string; length: number }
  | { scheme: "template"; template: string; salt: string };

export type Argon2Settings = Extract<LegacySettings, { scheme: "argon2" }>;
export type Argon2Digest = (password: string, settings: Argon2Settings) => Promise<Uint8Array>;

/** A hash as the other system stored it, or a formula of its own. */
export type LegacyHash = string | { template: string; salt?: string | undefined; hash: string };

export interface ReadHash {
  settings: LegacySettings;
  /** Text as `legacyDigest` returns it. */
  digest: string;
}

/** No log-in takes longer than about a second of a Worker's processor, or more than 64 MiB. */
const MOST = {
  bcryptCost: 13,
  phpassRounds: 20,
  iterations: 1_500_000,
  scryptMemory: 64 * 2 ** 20,
  scryptWork: 2 ** 20,
  argonMemory: 65_536,
  argonWork: 300_000,
};

/** The hash's parts, or the reason why nobody can log in by it. */
export function readLegacyHash(hash: LegacyHash): ReadHash | { problem: string } {
  if (typeof hash !== "string") return ofTemplate(hash.template, hash.salt ?? "", hash.hash);
  const text = hash.trim();
  const django = /^(md5|sha1)\$([^$]*)\$([0-9a-f]+)$/i.exec(text);
  if (django) return ofTemplate(`${django[1]}($salt.$password)`, django[2] ?? "", django[3] ?? "");
  const read = ofBcrypt(text) ?? ofArgon2(text) ?? ofPhpass(text) ?? ofPbkdf2(text) ?? ofScrypt(text);
  return read ?? { problem: "the scheme is not known" };
}

function ofTemplate(template: string, salt: string, hash: string): ReadHash | { problem: string } {
  const formula = readTemplate(template);
  if (!formula) return { problem: "the template is no formula of md5, sha1, sha256, sha512, $salt, $password and 'text'" };
  const digest = hash.trim().toLowerCase();
  if (!new RegExp(`^[0-9a-f]{${formula("", "").length}}$`).test(digest))
    return { problem: "the hash does not have the template's length in hex" };
  return { settings: { scheme: "template", template, salt }, digest };
}

function ofBcrypt(text: string): ReadHash | { problem: string } | null {
  const [, prehash, cost = "", salt = "", digest = ""] =
    /^(bcrypt_sha256\$|bcrypt\$)?\$2[aby]\$(\d\d)\$([./A-Za-z0-9]{22})([./A-Za-z0-9]{31})$/.exec(text) ?? [];
  if (cost === "") return null;
  if (Number(cost) > MOST.bcryptCost) return { problem: `bcrypt of cost ${Number(cost)} takes too long` };
  const settings = { scheme: "bcrypt", prehash: prehash === "bcrypt_sha256$", cost: Number(cost), salt } as const;
  return { settings, digest: bytesToHex(bcryptBytes(digest, 23)) };
}

function ofArgon2(text: string): ReadHash | { problem: string } | null {
  const [, type, version, memory, passes, lanes, salt = "", digest = ""] =
    /^(?:argon2)?\$argon2(i|id)\$(?:v=(\d+)\$)?m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)=*\$([A-Za-z0-9+/]+)=*$/.exec(text) ?? [];
  if (!type) return null;
  const cost = { memory: Number(memory), passes: Number(passes), lanes: Number(lanes) };
  if (cost.memory > MOST.argonMemory)
    return { problem: `argon2 with ${Math.round(cost.memory / 1024)} MiB needs too much memory` };
  if (cost.memory * cost.passes > MOST.argonWork) return { problem: `argon2 with ${cost.passes} passes takes too long` };
  const bytes = fromBase64(digest);
  const settings = {
    scheme: "argon2",
    type: type as "i" | "id",
    version: Number(version ?? 16),
    ...cost,
    salt,
    length: bytes.length,
  } as const;
  return { settings, digest: bytesToHex(bytes) };
}

function ofPhpass(text: string): ReadHash | { problem: string } | null {
  const [, letter = "", salt = "", digest = ""] =
    /^\$[PH]\$([./0-9A-Za-z])([./0-9A-Za-z]{8})([./0-9A-Za-z]{22})$/.exec(text) ?? [];
  if (letter === "") return null;
  const rounds = phpassRounds(letter);
  if (rounds > MOST.phpassRounds) return { problem: `phpass with 2^${rounds} rounds takes too long` };
  return { settings: { scheme: "phpass", rounds, salt }, digest };
}

function ofPbkdf2(text: string): ReadHash | { problem: string } | null {
  const [, hash = "", iterations, salt = "", digest = ""] =
    /^pbkdf2_(sha1|sha256|sha512)\$(\d+)\$([^$]+)\$([A-Za-z0-9+/]+)=*$/.exec(text) ?? [];
  if (hash === "") return null;
  if (Number(iterations) > MOST.iterations) return { problem: `PBKDF2 with ${iterations} iterations takes too long` };
  const bytes = fromBase64(digest);
  const settings = {
    scheme: "pbkdf2",
    hash: hash as HashName,
    iterations: Number(iterations),
    salt,
    length: bytes.length,
  } as const;
  return { settings, digest: bytesToHex(bytes) };
}

/** Django's spelling, and that of the PHC strings. */
function ofScrypt(text: string): ReadHash | { problem: string } | null {
  const django = /^scrypt\$(\d+)\$([^$]+)\$(\d+)\$(\d+)\$([A-Za-z0-9+/]+)=*$/.exec(text);
  const phc = /^\$scrypt\$ln=(\d+),r=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)=*\$([A-Za-z0-9+/]+)=*$/.exec(text);
  const [cost, blockSize, parallelization] = django
    ? [Number(django[1]), Number(django[3]), Number(django[4])]
    : [2 ** Number(phc?.[1]), Number(phc?.[2]), Number(phc?.[3])];
  if (!django && !phc) return null;
  if (!Number.isInteger(Math.log2(cost)) || cost < 2 || blockSize < 1 || parallelization < 1)
    return { problem: "scrypt with impossible costs" };
  if (128 * cost * blockSize > MOST.scryptMemory) return { problem: "scrypt needs too much memory" };
  if (cost * blockSize * parallelization > MOST.scryptWork) return { problem: "scrypt takes too long" };
  const salt = django ? `text:${django[2]}` : `base64:${phc?.[4]}`;
  const bytes = fromBase64((django ? django[5] : phc?.[5]) ?? "");
  return {
    settings: { scheme: "scrypt", cost, blockSize, parallelization, salt, length: bytes.length },
    digest: bytesToHex(bytes),
  };
}

/** The digest of a typed password. Pauses about every 8 ms, except argon2, which takes at most about 200 ms. */
export async function legacyDigest(
  settings: LegacySettings,
  password: string,
  argon2: Argon2Digest,
  pause: Pause,
): Promise<string> {
  const typed = new TextEncoder().encode(password);
  switch (settings.scheme) {
    case "bcrypt": {
      const key = settings.prehash ? new TextEncoder().encode(bytesToHex(HASHES.sha256(typed))) : typed;
      return bytesToHex(await bcrypt(key, bcryptBytes(settings.salt, 16), settings.cost, pause));
    }
    case "argon2":
      return bytesToHex(await argon2(password, settings));
    case "phpass":
      return phpass(typed, settings.salt, settings.rounds, pause);
    case "scrypt":
      return bytesToHex(await scrypt(typed, saltOf(settings.salt), settings, pause));
    case "pbkdf2":
      return bytesToHex(await pbkdf2(typed, new TextEncoder().encode(settings.salt), settings, pause));
    case "template":
      return readTemplate(settings.template)?.(password, settings.salt) ?? "";
  }
}

function saltOf(salt: string): Uint8Array {
  return salt.startsWith("base64:") ? fromBase64(salt.slice(7)) : new TextEncoder().encode(salt.slice(5));
}

export function fromBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}

/** Value of `accounts.password_hash` for a hash of another system: our hash of its digest, with the pepper. */
export interface WrappedHash {
  legacy: LegacySettings;
  /** PHC. */
  hash: string;
}

export function isWrapped(stored: string): boolean {
  return stored.startsWith("{");
}

export function writeWrapped(wrapped: WrappedHash): string {
  return JSON.stringify(wrapped);
}

export function readWrapped(stored: string | null): WrappedHash | null {
  return stored !== null && isWrapped(stored) ? (JSON.parse(stored) as WrappedHash) : null;
}
