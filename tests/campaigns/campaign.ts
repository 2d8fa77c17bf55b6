import { audit } from "#db/audit.ts";
import type { DomainFile } from "#worker/sites/domains/domain-file.ts";
import type { Product } from "./product.ts";
import type { Random } from "./random.ts";

/** In ms: a campaign whose work has no other end stops then, and tells how far it came. */
export const LONGEST = 10 * 60_000;

export interface Tools {
  product: Product;
  random: Random;
  small: boolean;
}

interface Ran {
  /** What was done, for the report. */
  counts: Record<string, number | string>;
  /** What does not hold now; empty if all is right. Called again after the fault was planted. */
  problems(): Promise<string[]>;
  /** Plants a fault in the campaign's own store or check, and names it. `problems` or the audit must find it. */
  plant(): Promise<string>;
  /** Ends what still runs. */
  end?(): void;
}

export interface Campaign {
  name: string;
  what: string;
  /** Default: the domain files as they are. */
  domains?(files: DomainFile[]): DomainFile[];
  /** Bindings beside those of `npm start`; a function starts what they name, before the product. */
  vars?: Record<string, string> | (() => Promise<Record<string, string>>);
  run(tools: Tools): Promise<Ran>;
}

/** What does not add up, by `npm run audit`'s own function. */
export async function auditOf({ sqlBatch }: Product): Promise<string[]> {
  const db = {
    prepare: (sql: string) => ({
      ...{ sql, values: [] },
      all: async () => ({ results: (await sqlBatch([{ sql, values: [] }]))[0] ?? [] }),
    }),
    batch: async (statements: { sql: string; values: unknown[] }[]) =>
      (await sqlBatch(statements)).map((results) => ({ results })),
  };
  const { findings } = await audit(db as unknown as Parameters<typeof audit>[0]);
  return findings.map(({ check, what, why }) => `audit: ${check}: ${what} (${why})`);
}
