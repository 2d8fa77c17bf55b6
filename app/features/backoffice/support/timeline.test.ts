import { expect, test } from "vitest";
import { timelineOf } from "./timeline.ts";

type Told = Parameters<typeof timelineOf>[0];

const day = (number: number) => `2026-11-${String(number).padStart(2, "0")}T12:00:00.000Z`;
const photo = { id: "p", status: "rejected", visibility: "public", rejected_for: "unclear", visible: true } as const;
const report = { reference: "7K3M9-QX4TD", kind: "profile", reason: "scam", outcome: null, by: false } as const;
const warning = { reference: "8K3M9-QX4TD", kind: "warning", reason: "scam", until: null, outcome: null } as const;
const MODERATORS: Told = {
  created_at: day(1),
  photos: [{ ...photo, created_at: day(2), checked_at: day(3) }],
  reports: [{ ...report, created_at: day(5) }],
  decisions: [{ ...warning, created_at: day(6), lifted_at: day(9) }],
  account: null,
};
const entry = { id: 1, payment: null, messages: null };
const SUPPORTS: Told = {
  ...MODERATORS,
  account: {
    activated_at: day(4),
    deleted_at: null,
    ledger: [
      { ...entry, kind: "adjustment", amount: 5, created_at: day(8) },
      { ...entry, kind: "message", amount: -1, created_at: day(8) },
    ],
    payments: [
      {
        ...{ id: "y", status: "completed", amount: 1874, currency: "EUR", credits: 60, refunded: 0, method: "card" },
        ...{ shares: { unused: null, whole: null }, refund_waits: false, created_at: day(7) },
      },
    ],
    sessions: [{ browser: "Safari", system: "iOS", country: "NL", created_at: day(10), last_seen_at: null, open: true }],
  },
};

const texts = (told: Told) => timelineOf(told).events.map(({ at, text }) => `${at.slice(8, 10)} ${text}`);

test("a moderator reads what happened, newest first, and nothing of account, money and devices", () => {
  expect(texts(MODERATORS)).toEqual([
    ...["09 Lifted: Warned", "06 Warned", "05 Reported by a member: profile"],
    ...["03 Photo 1 refused", "02 Photo 1 uploaded", "01 Signed up"],
  ]);
});

test("support reads payments, corrections and log-ins too; messages are no corrections", () => {
  expect(texts(SUPPORTS)).toEqual([
    ...["10 Logged in", "09 Lifted: Warned", "08 Booked by hand", "07 Payment of €18.74: paid", "06 Warned"],
    ...["05 Reported by a member: profile", "04 Address confirmed", "03 Photo 1 refused", "02 Photo 1 uploaded", "01 Signed up"],
  ]);
});

test("of one moment the later event comes first", () => {
  const told = { ...SUPPORTS, account: SUPPORTS.account && { ...SUPPORTS.account, activated_at: MODERATORS.created_at } };
  expect(texts(told).slice(-2)).toEqual(["01 Address confirmed", "01 Signed up"]);
});

test("a long history is cut, and says so", () => {
  const reports = Array.from({ length: 120 }, (_, n) => ({
    ...report,
    created_at: new Date(Date.UTC(2026, 0, 1, n)).toISOString(),
  }));
  const { events, more } = timelineOf({ ...MODERATORS, reports });
  expect([events.length, more, timelineOf(MODERATORS).more]).toEqual([100, true, false]);
});
