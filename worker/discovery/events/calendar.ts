import { MINUTE } from "#worker/platform/durations.ts";

interface Entry {
  /** Unique in the world. */
  uid: string;
  title: string;
  place: string;
  url: string;
  /** ISO 8601. */
  starts: string;
  ends: string;
  cancelled: boolean;
  /** ISO 8601: a programme takes the file again only for a later one. */
  changed: string;
}

/** Octets of a line without its end (RFC 5545 section 3.1). */
const LINE = 75;

/** A calendar of one event: RFC 5545. In UTC, which needs no table of a zone's rules. */
export function calendarOf({ uid, title, place, url, starts, ends, cancelled, changed }: Entry, now: number): string {
  const lines = [
    ...["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Liaison//Events//EN", "METHOD:PUBLISH", "BEGIN:VEVENT"],
    `UID:${uid}`,
    `DTSTAMP:${utc(new Date(now).toISOString())}`,
    `LAST-MODIFIED:${utc(changed)}`,
    `SEQUENCE:${Math.floor(Date.parse(changed) / MINUTE)}`,
    `DTSTART:${utc(starts)}`,
    `DTEND:${utc(ends)}`,
    `SUMMARY:${escaped(title)}`,
    `LOCATION:${escaped(place)}`,
    `URL:${url}`,
    `STATUS:${cancelled ? "CANCELLED" : "CONFIRMED"}`,
    // Asks calendars that are shared to show others only that the time is taken. Not all of them do.
    ...["CLASS:PRIVATE", "END:VEVENT", "END:VCALENDAR"],
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join("");
}

/** TEXT: section 3.3.11. */
function escaped(text: string): string {
  return text.replace(/[\\;,]/g, "\\$&").replace(/\r\n|\r|\n/g, "\\n");
}

function utc(iso: string): string {
  return `${iso.slice(0, 19).replace(/[-:]/g, "")}Z`;
}

/** A continuation begins with a space, which counts. No character is cut. */
function folded(line: string): string {
  const parts: string[] = [];
  let part = "";
  let octets = 0;
  for (const letter of line) {
    const size = new TextEncoder().encode(letter).length;
    if (octets + size > LINE) {
      parts.push(part);
      part = " ";
      octets = 1;
    }
    part += letter;
    octets += size;
  }
  return [...parts, part].join("\r\n");
}
