import { expect, test } from "vitest";
import { textMessage } from "#tests/setup/text-message.ts";
import { readerOf } from "#worker/platform/dates.ts";
import { daysOf } from "./days.client.ts";
import { shortTime } from "./short-time.client.ts";

const NOW = Date.parse("2026-11-22T05:30:00Z");
const words = { today: "Today", yesterday: "Yesterday" };

/** Day divider above a message of this time. */
function dayAbove(iso: string, reader: ReturnType<typeof readerOf>): string | undefined {
  return daysOf([textMessage({ created_at: iso })], { reader, now: NOW, ...words })[0]?.label;
}

test.each([
  ["Europe/Amsterdam", "2026-11-21T23:10:00Z", "00:10", "Today"],
  ["America/New_York", "2026-11-22T05:10:00Z", "00:10", "Today"],
  ["America/New_York", "2026-11-22T04:50:00Z", "Saturday", "Yesterday"],
  ["Europe/Amsterdam", "2026-11-22T04:50:00Z", "05:50", "Today"],
  ["Europe/Amsterdam", "2026-11-21T05:20:00Z", "Saturday", "Yesterday"],
  ["Europe/Amsterdam", "2026-11-17T22:00:00Z", "Tuesday", "Tuesday 17 November 2026"],
  ["Europe/Amsterdam", "2026-11-01T12:00:00Z", "1 Nov", "Sunday 1 November 2026"],
])("the list of chats and the conversation agree in %s on %s", (zone, at, short, day) => {
  const reader = readerOf("en", "NL", zone);
  expect(shortTime(Date.parse(at), NOW, reader)).toBe(short);
  expect(dayAbove(at, reader)?.replace(",", "")).toBe(day);
});

test("the day on which clocks are put back has 25 hours", () => {
  const [first, last] = ["2026-10-24T22:01:00Z", "2026-10-25T22:59:00Z"].map(Date.parse) as [number, number];
  expect(shortTime(first, last, readerOf("en", "NL", "Europe/Amsterdam"))).toBe("00:01");
});

test("where a country counts to twelve, so does the list", () => {
  const reader = readerOf("en", "US", "America/New_York");
  expect(shortTime(NOW, NOW, reader).replace(/\s/g, " ")).toBe("12:30 AM");
});
