import type { D1Database } from "@cloudflare/workers-types";
import { cellOf } from "#db/cells.ts";
import { dayOf } from "#worker/platform/dates.ts";
import { townZone } from "#worker/platform/town-zones.ts";
import { momentOf, offsetOf } from "#worker/platform/zones.ts";
import { DEMO_LOGINS } from "./logins.ts";

const HOUR = 3600 * 1000;
const DAY = 24 * HOUR;

const EVENTS = [
  {
    ...{ days: 3, hour: 14, hours: 3, region: "NL-NH", city: "Amsterdam", place: "Vondelpark, at the fountain", places: null },
    ...{ title: "A walk in the park", language: "en", spoken: ["en", "nl"] },
    text: "We walk for an hour and have a coffee afterwards. Come as you are; dogs are welcome.\n\nWe wait for ten minutes at the fountain.",
  },
  {
    ...{ days: 3, hour: 20, hours: 3, region: "NL-NH", city: "Haarlem", place: "Café De Linde, Kerkstraat 12", places: 12 },
    ...{ title: "Spelletjesavond", language: "nl", spoken: ["nl"] },
    text: "Een lange tafel, een stapel spellen en wie er zin in heeft. Het eerste drankje is van ons.",
  },
  {
    ...{ days: 9, hour: 19, hours: 4, region: "BE-VAN", city: "Antwerpen", place: "Studio Zuid", places: 24 },
    ...{ title: "Salsa for beginners", language: "en", spoken: ["en", "nl", "fr"] },
    text: "An hour of lessons, then music. You need no partner and no dancing shoes.",
  },
] as const;
/** Of the first event. */
const GUESTS = 12;

/** Meetings of the main demo site, with guests at the first one: the first log-in is none of them yet. */
export async function seedEvents(db: D1Database, now: number, idOf: (text: string) => string): Promise<void> {
  const { results: guests } = await db
    .prepare(
      `SELECT id FROM profiles WHERE pool = 'liaison' AND status = 'active' AND fictional = 0 AND has_photo = 1 AND country = 'NL'
        AND id <> ?2 ORDER BY id LIMIT ?1`,
    )
    .bind(GUESTS, DEMO_LOGINS[0].id)
    .all<{ id: string }>();
  await db.batch([
    ...EVENTS.map((event, index) => eventOf(db, event, now, idOf(`event:${index}`))),
    ...guests.map(({ id }) =>
      db
        .prepare("INSERT OR IGNORE INTO attendances (event_id, member_id, going, listed, at) VALUES (?1, ?2, 1, 1, ?3)")
        .bind(idOf("event:0"), id, now - DAY),
    ),
  ]);
}

function eventOf(db: D1Database, event: (typeof EVENTS)[number], now: number, id: string) {
  const { days, hour, hours, region, city, place, places, title, language, spoken, text } = event;
  const town = { country: region.slice(0, 2), region, city };
  const zone = townZone(town);
  const day = Math.floor((now + offsetOf(zone, now)) / DAY) * DAY + days * DAY;
  const starts = momentOf(zone, day + hour * HOUR);
  const row = {
    ...{ id, domain_id: "liaison", status: "published", title, text, language, spoken: JSON.stringify(spoken), ...town },
    ...{ cell: cellOf(town), place, zone, day: dayOf(starts, zone), starts_at: starts, ends_at: starts + hours * HOUR, places },
    ...{ created_by: "demo", created_at: now, changed_at: now },
  };
  const names = Object.keys(row);
  return db
    .prepare(`INSERT OR IGNORE INTO events (${names.join(", ")}) VALUES (${names.map(() => "?").join(", ")})`)
    .bind(...Object.values(row));
}
