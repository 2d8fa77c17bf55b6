import { expect, test } from "vitest";
import { CALLS, type CallName } from "#worker/server/calls.ts";
import { STAFF_CALLS } from "#worker/server/staff/calls.ts";
import { HOUR } from "./durations.ts";
import { AGE_LIMITS } from "./limits-age.ts";
import { RING_LIMITS } from "./limits-calls.ts";
import { MEMBER_LIMITS } from "./limits-members.ts";
import { MONEY_LIMITS } from "./limits-money.ts";
import { NOTICE_LIMITS } from "./limits-notices.ts";
import { type LimitRow, SCARCE } from "./limits-rows.ts";
import { SESSION_LIMITS } from "./limits-sessions.ts";
import { SIGNUP_LIMITS } from "./limits-signup.ts";
import { STAFF_LIMITS } from "./limits-staff.ts";
import { LIMITS, type LimitName, limitOf } from "./limits-table.ts";
import { UPLOAD_LIMITS } from "./limits-uploads.ts";

const ROWS = Object.entries(LIMITS) as [LimitName, LimitRow][];
const SOURCES = import.meta.glob<string>("../**/*.ts", { query: "?raw", import: "default", eager: true });
const RULES = Object.entries(SOURCES).filter(([path]) => !/\.test\.ts$|limits-table\.ts$/.test(path));

const NONE: Partial<Record<CallName, string>> = {
  settings: "from memory",
  companyinfo: "from memory",
  regions: "from memory",
  geocode: "from memory",
  interests: "from memory",
  packages: "from memory",
  user: "polled; answered by the member's object",
  chats: "polled; answered by the member's object",
  likes: "polled; answered by the member's object",
  autoLike: "asked every minute by every page",
  pendingLikes: "the member's own rows",
  events: "the site's own rows, a page of them",
  event: "one row",
  eventPeople: "a page of those who go to what the member goes to",
  firstContacts: "the member's own rows",
  requests: "the member's own rows",
  chat: "reads one conversation of the member's own",
  preferences: "the member's own row",
  wishes: "the member's own row",
  exclusion: "the member's own rows",
  mails: "the member's own rows",
  dataExport: "the member's own row",
  consents: "the member's own row",
  ageProof: "the member's own row",
  cancelAgeProof: "removes the member's own rows",
  ageCheck: "the member's own row",
  withdrawAgeCheck: "removes the member's own rows",
  invites: "the member's own rows",
  intent: "the member's own row",
  sessions: "the member's own rows",
  pushDevices: "the member's own rows",
  pendingMailChange: "the member's own row",
  passkeys: "the member's own rows",
  profile: "the member's own row",
  acquaintances: "the member's own rows",
  trips: "the member's own rows",
  removeTrip: "removes the member's own row",
  blocks: "the member's own rows",
  reports: "the member's own rows, and the one thing that a report would be about",
  decisions: "the member's own rows",
  visitors: "the member's own rows",
  today: "the member's own rows",
  todaySeen: "writes a time of the member's own row",
  photoAccess: "the member's own rows",
  savedSearches: "the member's own rows",
  verification: "the member's own row",
  transactions: "the member's own rows",
  mandate: "the member's own row",
  gifts: "from memory",
  quote: "one trip of a few rows",
  orders: "the member's own rows",
  forgetMethod: "removes the member's own row",
  sendGift: "costs credits; new conversations have a limit in the statement that starts them",
  receivedGifts: "the member's own rows",
  showGift: "the member's own row",
  unlockPhotos: "costs credits",
  signupDraft: "the browser's own row",
  logout: "ends the session that it needs",
  sendMessage: "costs credits; new conversations have a limit in the statement that starts them",
  resetPassword: "needs the secret of a mail, once",
};

test("no limit of one part of the table replaces one of another", () => {
  const members = [AGE_LIMITS, RING_LIMITS, MEMBER_LIMITS, UPLOAD_LIMITS, SIGNUP_LIMITS, SESSION_LIMITS];
  const parts = [...members, MONEY_LIMITS, NOTICE_LIMITS, STAFF_LIMITS];
  expect(ROWS).toHaveLength(parts.flatMap((part) => Object.keys(part)).length);
});

test("each call of the contract has a row, or a reason to have none", () => {
  const limited = new Set(ROWS.flatMap(([, row]) => row.calls));
  for (const name of Object.keys(CALLS) as CallName[])
    expect([name, limited.has(name) || NONE[name] !== undefined]).toEqual([name, true]);
  for (const name of Object.keys(NONE)) expect([name, limited.has(name)]).toEqual([name, false]);
});

test.each(ROWS)("%s names calls that there are, windows that grow, and what it protects", (name, row) => {
  // The page beacon, the post of an app, a refusal, and a page outside the contract are no calls of the contract.
  expect(row.calls.length > 0).toBe(!["pageReports", "ageAnswers", "partnerPages", "ageRefusals", "programReads"].includes(name));
  for (const call of row.calls) expect(Object.keys({ ...CALLS, ...STAFF_CALLS })).toContain(call);
  expect(row.windows.length).toBeGreaterThan(0);
  for (const [n, { limit, windowMs }] of row.windows.entries()) {
    expect(limit).toBeGreaterThan(row.windows[n - 1]?.limit ?? 0);
    expect(windowMs).toBeGreaterThan(row.windows[n - 1]?.windowMs ?? 0);
  }
  expect(row.protects.length).toBeGreaterThan(10);
  // The backend knows only the caller of a call.
  if (row.counted !== "rule") expect(row.key.match(/\{\w+\}/g)).toHaveLength(1);
  if (row.counted !== "rule") expect(row.key).toMatch(row.counted === "staff" ? /\{staff\}$/ : /\{(member|network)\}$/);
});

test("only limits of members that protect a machine or the pool are sampled, and none by more than a tenth of its window", () => {
  const sampled = ROWS.flatMap(([, row]) => (row.sampled ? [{ ...row, sampled: row.sampled }] : []));
  expect(sampled.length).toBeGreaterThan(3);
  for (const row of sampled) {
    expect(["machine", "members"]).toContain(row.loss);
    expect(["before", "after"]).toContain(row.counted);
    expect(row.key).toMatch(/\{member\}$/);
    for (const { limit } of row.windows) expect(limit / row.sampled).toBeGreaterThanOrEqual(10);
  }
});

test.each(ROWS.filter(([, row]) => row.counted === "rule"))("%s is counted by a rule", (name) => {
  expect(RULES.filter(([, source]) => source.includes(`limitOf("${name}"`)).map(([path]) => path)).not.toEqual([]);
});

const partsOf = ({ key }: LimitRow) => [...key.matchAll(/\{(\w+)\}/g)].map(([, part]) => part as string);
const isScarce = (row: LimitRow) => partsOf(row).some((part) => SCARCE.includes(part as never));
/** Calls that cost money each, but are limited only by keys that anybody can make anew. */
const unbounded = (list: readonly LimitRow[]) => {
  const costly = new Set(list.filter(({ loss }) => loss === "operator").flatMap(({ calls }) => calls));
  return [...costly].filter((call) => !list.some((row) => row.loss === "operator" && row.calls.includes(call) && isScarce(row)));
};

test("what costs the operator money by the piece is counted by what nobody can multiply", () => {
  const list = ROWS.map(([, row]) => row);
  expect(list.filter(({ loss }) => loss === "operator").length).toBeGreaterThan(10);
  expect(unbounded(list)).toEqual([]);
  // As it was: codes by member and number alone.
  const before = list.filter(({ key }) => !/^sms (to range|of)/.test(key));
  expect(unbounded(before)).toEqual(["directdebit"]);
});

test.each(ROWS.filter(([, row]) => row.counted === "staff"))(
  "%s is counted for the calls that it names, and no others",
  (name, row) => {
    const counted = Object.entries(STAFF_CALLS).filter(([, { leaves }]) => "limit" in leaves && leaves.limit === name);
    const byRule = RULES.some(([, source]) => source.includes(`admit(ctx, "${name}")`));
    if (!byRule) expect(counted.map(([call]) => call).sort()).toEqual([...row.calls].sort());
  },
);

test("no limit stands elsewhere", () => {
  expect(RULES.length).toBeGreaterThan(100);
  const others = RULES.filter(([path, source]) => /windowMs: /.test(source) && !/^\.\/(call-)?limits/.test(path));
  expect(others.map(([path]) => path)).toEqual([]);
});

test("a key is filled with the counted caller, and rows share a key only on purpose", () => {
  expect(limitOf("loginOwn", { pool: "p", account: "a", network: "n" })[0]).toBe("login p a n");
  const filled = ROWS.map(([, { key }]) => key.replace(/\{\w+\}/g, "x"));
  const twice = filled.filter((key, n) => filled.indexOf(key) !== n);
  // Mails to an owner share a key on purpose; member ids and networks never collide.
  expect(twice.sort()).toEqual(["fruitless searches x", "profiles x", "searches x", "signup reminder x x"]);
});

test("log-in pages that offer a passkey by themselves use up nobody's way in, where thousands share a network", () => {
  const [, windows] = limitOf("passkeyChallenges", { network: "mobile" });
  for (const { limit, windowMs } of windows) expect(limit / (windowMs / HOUR)).toBeGreaterThanOrEqual(2000);
});
