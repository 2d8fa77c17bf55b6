import type { DomainFile } from "./domain-file.ts";

interface File {
  name: string;
  pool: string | null;
  api: DomainFile["api"] | null;
  revealAccounts: "yes" | "no" | null;
}

/** Domains of one pool share accounts: one that reveals them tells what the other hides. An upstream has its own accounts. */
export function accountsProblem(file: File, files: readonly File[]): string | null {
  const own = files.filter(({ api, pool }) => api?.mode !== "proxy" && pool === file.pool);
  const other = own.find(({ revealAccounts }) => revealAccounts && file.revealAccounts && revealAccounts !== file.revealAccounts);
  if (!other || file.pool === null || file.api?.mode === "proxy") return null;
  return `is "${other.revealAccounts}" in ${other.name}; domains of one pool share accounts, and one would tell what the other hides`;
}
