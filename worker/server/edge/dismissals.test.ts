import { describe, expect, it } from "vitest";
import { DAY } from "#worker/platform/durations.ts";
import { dismissedCookie, readDismissals, renewedDismissals } from "./dismissals.ts";

const NOON = Date.UTC(2026, 10, 21, 12);
const cookieIn = (line: string) => /^dismissed=([^;]*);/.exec(line)?.[1] ?? "";

describe("what somebody has waved away", () => {
  it("is stored with its time, for 400 days, out of reach of scripts", () => {
    const line = dismissedCookie({ entry: NOON, photo: NOON - DAY }, NOON, true);
    expect(readDismissals(cookieIn(line))).toEqual({ entry: NOON, photo: NOON - DAY });
    expect(line).toMatch(/; Max-Age=34560000; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
    expect(dismissedCookie({ entry: NOON }, NOON, false)).not.toContain("Secure");
    expect(cookieIn(line)).toMatch(/^[a-z0-9.-]+$/);
  });

  it.each([
    [null],
    [""],
    ["entry"],
    ["entry-"],
    ["-t0"],
    ["__proto__-t0"],
    ["constructor-t0.toString-t0"],
    ["entry-<script>"],
    ["entry-99999999999"],
    ["ENTRY-t0"],
    [`${"x".repeat(600)}.entry-t0`],
  ])("is nothing in %j", (cookie) => {
    expect(readDismissals(cookie)).toEqual({});
  });

  it("is what can be read of a cookie with anything else in it", () => {
    expect(readDismissals("entry-t0.unknown-t1.photo-zzz;x.push-10")).toEqual({ entry: 1044 * 1000, push: 36 * 1000 });
  });

  it("is given out anew once a month, with the times it had", () => {
    const value = cookieIn(dismissedCookie({ entry: NOON - 90 * DAY }, NOON - 31 * DAY, false));
    const line = renewedDismissals(value, NOON, false) ?? "";
    expect(readDismissals(cookieIn(line))).toEqual({ entry: NOON - 90 * DAY });
    expect(renewedDismissals(cookieIn(line), NOON + DAY, false)).toBeNull();
    expect(renewedDismissals("entry-t0", NOON, false)).toContain("dismissed=entry-t0.");
    expect(renewedDismissals(null, NOON, false)).toBeNull();
    expect(renewedDismissals("nonsense", NOON, false)).toBeNull();
  });
});
