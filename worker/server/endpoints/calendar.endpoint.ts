import { calendarOf } from "#worker/discovery/events/calendar.ts";
import { AppError } from "#worker/platform/errors.ts";
import type { Edge } from "#worker/server/edge/edge.ts";

const PATH = /^\/download\/event-([0-9a-z]{20})\.ics$/;
const HEADERS = {
  "content-type": "text/calendar; charset=utf-8",
  "cache-control": "private, no-store",
  "x-content-type-options": "nosniff",
  // The name tells nothing: a list of downloads is seen by others.
  "content-disposition": 'attachment; filename="event.ics"',
};

/** Id of the event; null for another path. */
export function calendarPath(pathname: string): string | null {
  return PATH.exec(pathname)?.[1] ?? null;
}

/** For who goes: an entry for their calendar. Others get the page of the event, which says what is missing. */
export async function answerCalendar(request: Request, id: string, { backend, domain, url, now }: Edge): Promise<Response> {
  if (request.method !== "GET") return new Response(null, { status: 405, headers: { allow: "GET" } });
  try {
    const event = await backend.event({ id });
    if (event.attendance !== "going") return toPage(id);
    const { title, place, city, starts_at: starts, ends_at: ends, changed_at: changed } = event;
    const page = `${url.origin}/events/${id}`;
    const entry = { uid: `${id}@${domain.settings.domain}`, title, place: `${place}, ${city}`, url: page, starts, ends, changed };
    return new Response(calendarOf({ ...entry, cancelled: event.status === "cancelled" }, now()), { headers: HEADERS });
  } catch (error) {
    if (error instanceof AppError) return toPage(id);
    throw error;
  }
}

function toPage(id: string): Response {
  return new Response(null, { status: 303, headers: { location: `/events/${id}` } });
}
