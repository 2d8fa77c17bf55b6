import { cellOf } from "#db/cells.ts";
import { ATTRIBUTE_NAMES, ATTRIBUTES } from "#db/schema/attribute-table.ts";

export const NOW = Date.UTC(2026, 10, 20, 12);
const HOUR = 3_600_000;

/** Amsterdam, Haarlem (20 km), Utrecht (35 km), Groningen (145 km) and Cologne; the last one names none. */
export const TOWNS = [
  { country: "NL", region: "NL-NH", city: "Amsterdam" },
  { country: "NL", region: "NL-NH", city: "Haarlem" },
  { country: "NL", region: "NL-UT", city: "Utrecht" },
  { country: "NL", region: "NL-GR", city: "Groningen" },
  { country: "DE", region: "DE-NW", city: "Köln" },
  { country: "NL", region: null, city: null },
] as const;

export interface Made {
  id: string;
  pool?: string;
  status?: string;
  gender?: string;
  looking_for?: string;
  fictional?: number;
  shown_to_visitors?: number;
  town: (typeof TOWNS)[number];
  /** Others see a trip there. */
  trip?: (typeof TOWNS)[number];
  /** Equal numbers have equal looks, ages, interests and times. */
  kind: number;
}

const pick = <T>(codes: readonly T[], n: number): T => codes[n % codes.length] as T;

/** Inserts members who signed up two to six days before `NOW`. */
export async function insertMade(db: D1Database, members: readonly Made[]): Promise<void> {
  const rows = members.map(({ town, trip, kind, ...one }) => ({
    pool: "liaison",
    status: "active",
    gender: "female",
    looking_for: "male",
    fictional: 0,
    shown_to_visitors: 1,
    ...one,
    ...town,
    cell: cellOf(trip ?? town),
    stay: trip ? JSON.stringify({ ...trip, from: "2026-11-22", until: "2026-11-25" }) : null,
    birth_date: `${1970 + ((kind * 7) % 33)}-03-04`,
    ...Object.fromEntries(
      ATTRIBUTE_NAMES.map((name, i) => [name, pick([...ATTRIBUTES[name].codes.slice(0, 2), null], kind + i)]),
    ),
    height: pick([null, 165, 181], kind),
    languages: JSON.stringify(pick([["nl", "en"], ["de"], []], kind)),
    interests: JSON.stringify(pick([["tea", "wine"], ["wine"], ["beach", "tea"], []], kind)),
    main_photo: kind % 5 === 4 ? null : one.id,
    photo_checked: Number(kind % 5 === 0),
    verified: Number(kind % 10 === 0 && !one.fictional),
    last_active_at: NOW - ((kind * 37) % 90) * 60_000,
    created_at: NOW - 48 * HOUR - ((kind * 13) % 90) * HOUR,
  }));
  const columns = Object.keys(rows[0] ?? {}).filter((column) => column !== "name");
  const values = columns.map((column) => `value ->> '${column}'`).join(", ");
  const accounts = `INSERT INTO accounts (id, pool, domain_id, email, password_hash, language, status, terms_version,
      terms_accepted_at, sensitive_version, sensitive_accepted_at, created_at)
    SELECT value ->> 'id', value ->> 'pool', 'liaison', (value ->> 'id') || '@example.org', '', 'en', 'active', 't', 0, 's', 0, 0
    FROM json_each(?)`;
  const profiles = `INSERT INTO profiles (name, name_key, ${columns.join(", ")})
    SELECT value ->> 'id', value ->> 'id', ${values} FROM json_each(?)`;
  await db.batch([accounts, profiles].map((text) => db.prepare(text).bind(JSON.stringify(rows))));
}
