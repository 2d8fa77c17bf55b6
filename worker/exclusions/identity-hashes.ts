type KeyedHash = (text: string) => Promise<string>;
type IdentityKind = "account" | "email" | "payment";

/** Keyed hash: not reversible without the key. `value`: account id, e-mail address or the provider's fingerprint of a payment method. */
function hashOf(keyedHash: KeyedHash, kind: IdentityKind, value: string): Promise<string> {
  return keyedHash(`exclusion\n${kind}\n${value.toLowerCase()}`);
}

export function identityHashesOf(
  keyedHash: KeyedHash,
  { id, account }: { id: string; account: { email: string } },
): Promise<string[]> {
  return Promise.all([hashOf(keyedHash, "account", id), hashOf(keyedHash, "email", account.email)]);
}
