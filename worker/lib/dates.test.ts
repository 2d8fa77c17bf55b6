import { expect, test } from "vitest";
import { writtenDay, writtenTime } from "./dates.ts";

test.each([
  ["en", "November 21, 2026", "November 21, 2026 at 11:55 PM UTC"],
  ["de", "21. November 2026", "21. November 2026 um 23:55 UTC"],
  ["nl", "21 november 2026", "21 november 2026 om 23:55 UTC"],
  ["pl", "21 listopada 2026", "21 listopada 2026 23:55 UTC"],
])("days and moments as they are written in %s, whatever zone this runs in", (language, day, moment) => {
  const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, " ");
  for (const time of ["2026-11-21T23:55:59.000Z", Date.UTC(2026, 10, 21, 23, 55)]) {
    expect(plain(writtenDay(time, language))).toBe(day);
    expect(plain(writtenTime(time, language))).toBe(moment);
  }
});
