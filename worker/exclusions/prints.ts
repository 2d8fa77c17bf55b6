type KeyedHash = (text: string) => Promise<string>;
type PrintKind = "account" | "email" | "payment";

/** Keyed hash: not reversible without the key. `value`: account id, e-mail address or the provider's fingerprint of a payment method. */
function printOf(keyedHash: KeyedHash, kind: PrintKind, value: string): Promise<string> {
  return keyedHash(`exclusion\n${kind}\n${value.toLowerCase()}`);
}

export function printsOf(keyedHash: KeyedHash, { id, account }: { id: string; account: { email: string } }): Promise<string[]> {
  return Promise.all([printOf(keyedHash, "account", id), printOf(keyedHash, "email", account.email)]);
}
