import { expect, test } from "vitest";
import { calendarOf } from "./calendar.ts";

const ENTRY = {
  ...{ uid: "abc@example.org", title: "A walk", place: "The fountain", url: "https://example.org/events/abc" },
  ...{ starts: "2027-03-28T18:30:00.000Z", ends: "2027-03-28T20:00:00.000Z", cancelled: false },
  changed: "2027-02-03T04:05:06.000Z",
};
const NOW = Date.UTC(2027, 2, 1, 12);
const linesOf = (text: string) => text.replaceAll("\r\n ", "").split("\r\n");

test("an event is one VEVENT in UTC, with each line ended by CR and LF", () => {
  const text = calendarOf(ENTRY, NOW);
  expect(text.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
  expect(linesOf(text)).toEqual([
    ...["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Liaison//Events//EN", "METHOD:PUBLISH", "BEGIN:VEVENT"],
    ...["UID:abc@example.org", "DTSTAMP:20270301T120000Z", "LAST-MODIFIED:20270203T040506Z", "SEQUENCE:30027125"],
    ...["DTSTART:20270328T183000Z", "DTEND:20270328T200000Z"],
    ...["SUMMARY:A walk", "LOCATION:The fountain", "URL:https://example.org/events/abc", "STATUS:CONFIRMED", "CLASS:PRIVATE"],
    ...["END:VEVENT", "END:VCALENDAR", ""],
  ]);
  expect(calendarOf({ ...ENTRY, cancelled: true }, NOW)).toContain("STATUS:CANCELLED\r\n");
});

test("a text cannot begin a line of its own, nor a second value", () => {
  const text = calendarOf({ ...ENTRY, title: "Tea, cake; and \\ more\nATTENDEE:mailto:a@example.org" }, NOW);
  expect(linesOf(text)).toContain("SUMMARY:Tea\\, cake\\; and \\\\ more\\nATTENDEE:mailto:a@example.org");
  expect(linesOf(text).filter((line) => line.startsWith("ATTENDEE"))).toEqual([]);
});

test("long lines are folded at 75 octets, and no letter is cut", () => {
  const title = "Ä🎉".repeat(60);
  const text = calendarOf({ ...ENTRY, title }, NOW);
  const sizes = text.split("\r\n").map((line) => new TextEncoder().encode(line).length);
  expect(sizes.length).toBeGreaterThan(18);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(75);
  expect(linesOf(text)).toContain(`SUMMARY:${title}`);
});
