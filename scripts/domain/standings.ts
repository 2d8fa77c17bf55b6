import type { D1Database } from "@cloudflare/workers-types";
import { connect } from "#db/client.ts";
import { type Contradiction, contradictionsOf } from "#worker/sites/domains/contradictions.ts";
import { type DomainFile, domainFileSchema } from "#worker/sites/domains/domain-file.ts";
import { standingsIn } from "#worker/sites/domains/standings.store.ts";
import { parseStored } from "#worker/sites/domains/stored-file.ts";
import { DomainError } from "./options.ts";

interface How {
  /** Other sites stay as they are. */
  only: boolean;
  /** The operator means it. */
  yes: boolean;
  files: readonly DomainFile[];
}

/**
 * Asked before anything is written.
 *
 * @throws DomainError with each contradiction and its count
 */
export async function mustNotContradict(databases: Iterable<D1Database>, { files, only, yes }: How): Promise<void> {
  const found: Contradiction[] = [];
  for (const db of databases) found.push(...contradictionsOf(await standingsIn(connect(db)), files, only));
  const refused = found.filter(({ mayBeMeant }) => !mayBeMeant || !yes);
  const lines = refused.map(({ id, text }) => `${id}: ${text}`);
  if (refused.length === 0) return;
  const way = refused.every(({ mayBeMeant }) => mayBeMeant)
    ? "\nNothing was changed. If you mean it, say --yes."
    : "\nNothing was changed.";
  throw new DomainError(`${lines.join("\n")}${way}`);
}

interface Unpulled {
  id: string;
  number: number;
  by: string;
  settings: string;
}

const UNPULLED = `SELECT v.domain_id AS id, v.number, v.by, v.settings FROM domain_versions v
  WHERE v.staff_id IS NOT NULL AND v.pulled_at IS NULL
    AND v.number = (SELECT max(number) FROM domain_versions WHERE domain_id = v.domain_id)`;

/** Sites whose last change was made in the browser, and whose file does not say it. */
export async function unpulledOf(db: Pick<D1Database, "prepare">, files: readonly DomainFile[]): Promise<Unpulled[]> {
  const { results } = await db.prepare(UNPULLED).all<Unpulled>();
  return results.filter((one) => files.some((file) => file.id === one.id && JSON.stringify(file) !== one.settings));
}

export function storedOf(unpulled: Unpulled | undefined): DomainFile | null {
  return unpulled ? parseStored(domainFileSchema, unpulled.settings) : null;
}

/** @throws DomainError if a file would undo a change that was made in the browser */
export async function mustBePulled(db: Pick<D1Database, "prepare">, files: readonly DomainFile[]): Promise<void> {
  const found = await unpulledOf(db, files);
  if (found.length === 0) return;
  const lines = found.map(
    ({ id, number, by }) =>
      `${id}: ${by} has changed the site in the browser (version ${number}), and the file does not say it. Run first: npm run domain -- pull ${id}`,
  );
  throw new DomainError(`${lines.join("\n")}\nNothing was changed.`);
}
