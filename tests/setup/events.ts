import { cellOf } from "#db/cells.ts";
import { DAY, HOUR } from "#worker/platform/durations.ts";
import { newId } from "#worker/platform/ids.ts";
import { runSql } from "./actions.ts";

interface Event {
  domain_id: string;
  status: "draft" | "published" | "cancelled";
  title: string;
  region: string;
  city: string;
  starts_at: number;
  ends_at: number;
  places: number | null;
}

/** A published one of tomorrow in Amsterdam. */
export async function addEvent(now: number, changes: Partial<Event> = {}): Promise<string> {
  const id = newId();
  const { region = "NL-NH", city = "Amsterdam", starts_at = now + DAY } = changes;
  const row = {
    ...{ id, domain_id: "liaison", status: "published", title: "A walk", text: "We walk.", language: "en", spoken: '["en"]' },
    ...{ country: "NL", region, city, cell: cellOf({ country: "NL", region, city }), place: "The fountain", link: null },
    ...{
      zone: "Europe/Amsterdam",
      day: new Date(starts_at).toISOString().slice(0, 10),
      starts_at,
      ends_at: starts_at + 2 * HOUR,
    },
    ...{ places: null, created_by: "staff", created_at: now, changed_at: now, ...changes },
  };
  const names = Object.keys(row);
  await runSql(`INSERT INTO events (${names.join(", ")}) VALUES (${names.map(() => "?").join(", ")})`, ...Object.values(row));
  return id;
}

export async function addAttendance(event: string, member: string, kind: "listed" | "unlisted" | "interested" = "listed") {
  await runSql(
    "INSERT INTO attendances (event_id, member_id, going, listed, at) VALUES (?, ?, ?, ?, 0)",
    ...[event, member, Number(kind !== "interested"), Number(kind === "listed")],
  );
}
