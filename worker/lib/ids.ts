const ALPHABET = "0123456789abcdefghijklmnopqrstuvwxyz";

/** A fresh opaque id: 20 characters of [0-9a-z], 103 bits. */
export function newId(): string {
  let id = "";
  // 252 is the largest multiple of 36 a byte holds: above it the letters would not be equally likely.
  while (id.length < 20)
    for (const byte of crypto.getRandomValues(new Uint8Array(24))) if (byte < 252 && id.length < 20) id += ALPHABET[byte % 36];
  return id;
}

/** `bytes` of randomness as base64url without padding (RFC 4648 section 5). */
export function newSecret(bytes = 32): string {
  return base64url(crypto.getRandomValues(new Uint8Array(bytes)));
}

export function base64url(bytes: Uint8Array | ArrayBuffer): string {
  const binary = String.fromCharCode(...new Uint8Array(bytes as ArrayBuffer));
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** The bytes of a base64url text, or null when it is none. */
export function fromBase64url(text: string): Uint8Array | null {
  if (!/^[A-Za-z0-9_-]*$/.test(text)) return null;
  try {
    return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
  } catch {
    return null; // a length that base64 cannot have
  }
}
