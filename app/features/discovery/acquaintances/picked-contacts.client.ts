/** https://w3c.github.io/contact-picker: Chromium on Android. */
export interface Contacts {
  select(properties: ["email"], options: { multiple: true }): Promise<{ email?: string[] }[]>;
}

/** The typed lines with the chosen contacts' addresses below, each once; null if nobody with an address was chosen. */
export async function withPicked(contacts: Contacts, typed: string): Promise<string | null> {
  const chosen = await contacts.select(["email"], { multiple: true });
  const emails = chosen.flatMap(({ email }) => email ?? []);
  if (emails.length === 0) return null;
  return [...new Set([...typed.split("\n").filter(Boolean), ...emails])].join("\n");
}
