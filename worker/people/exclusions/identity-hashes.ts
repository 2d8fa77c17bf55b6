type KeyedHash = (text: string) => Promise<string>;
type IdentityKind = "account" | "email" | "payment";

/** Keyed hash: not reversible without the key. `value`: account id, e-mail address or the provider's fingerprint of a payment method. */
function hashOf(keyedHash: KeyedHash, kind: IdentityKind, value: string): Promise<string> {
  return keyedHash(`exclusion\n${kind}\n${value.toLowerCase()}`);
}

/** Account, folded address, address as typed. An exclusion stores the first two. */
export function identityHashesOf(
  keyedHash: KeyedHash,
  { id, account }: { id: string; account: { email: string } },
): Promise<string[]> {
  const emails = [foldedAddress(account.email), account.email];
  return Promise.all([hashOf(keyedHash, "account", id), ...emails.map((email) => hashOf(keyedHash, "email", email))]);
}

/** One mailbox has many spellings: "name+1@" is "name@", and Gmail ignores dots. */
export function foldedAddress(email: string): string {
  const at = email.lastIndexOf("@");
  const host = email.slice(at).toLowerCase();
  const name = email
    .slice(0, at)
    .toLowerCase()
    .replace(/(?<=.)\+.*$/, "");
  return (/^@(gmail|googlemail)\.com$/.test(host) ? name.replaceAll(".", "") : name) + host;
}
