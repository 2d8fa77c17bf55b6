/** A maintained list of mail domains whose addresses are thrown away; loaded with the first address that is looked at. */
let known: Promise<ReadonlySet<string>> | null = null;

async function read(): Promise<ReadonlySet<string>> {
  const list = await import("disposable-email-domains-js/dist/dict/disposable_email_blocklist.json");
  return new Set(list.default);
}

/** True for a domain of the list, and for one below it. */
export async function isDisposable(host: string): Promise<boolean> {
  known ??= read();
  const domains = await known;
  const labels = host.split(".");
  return labels.some((_, index) => index < labels.length - 1 && domains.has(labels.slice(index).join(".")));
}
