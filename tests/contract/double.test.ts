import { describe, expect, it } from "vitest";
import { type Call, refusalsOf } from "#worker/platform/call.ts";
import { CALLS, type CallName } from "#worker/server/calls.ts";
import type { Line, Lines } from "./double.ts";
import { ACCOUNTS } from "./double-accounts.ts";
import { ACQUAINTANCES } from "./double-acquaintances.ts";
import { EVENTS } from "./double-events.ts";
import { MEMBERS } from "./double-members.ts";
import { PICTURES } from "./double-pictures.ts";
import { TODAY } from "./double-today.ts";
import { TRIPS } from "./double-trips.ts";
import { VERIFICATIONS } from "./double-verifications.ts";
import { VOICES } from "./double-voices.ts";
import { WAITING } from "./double-waiting.ts";
import { WISHES } from "./double-wishes.ts";
import { WITHDRAWALS } from "./double-withdrawals.ts";
import { letters, member, Person, SIDES, type Side } from "./person.ts";

const TABLE: Lines = {
  ...ACCOUNTS,
  ...ACQUAINTANCES,
  ...EVENTS,
  ...MEMBERS,
  ...PICTURES,
  ...TODAY,
  ...TRIPS,
  ...VERIFICATIONS,
  ...VOICES,
  ...WAITING,
  ...WISHES,
  ...WITHDRAWALS,
};

/** Writes that this domain or test cannot make, with the reason; the tests of their rules repeat them. */
const ELSEWHERE: { [name in CallName]?: string } = {
  callPermission: "there is no relay here; by its rules what was said last holds",
  startCall: "there is no relay here; by its rules a client id rings once",
  answerCall: "there is no relay here; by its rules the first page has the call",
  endCall: "there is no relay here; by its rules the first end stands",
  reportCall: "there is no relay here; by its rules a call has one report that waits, also once a block took its chat",
  renewCall: "there is no relay here; by its rules a minute is paid once",
  autoLike: "says of each like once that it is there",
  createInvite: "everybody may sign up here",
  beginAgeProof: "nobody must prove the age here; by its rules the latest request alone is open",
  sendAgeCheck: "nobody must prove the age here; by its rules one waits at a time",
  revokeInvite: "everybody may sign up here",
  unsubscribe: "its token is in the head of a mail that waits for ten minutes offline",
  requestExport: "at most one at a time, by its rules",
  addPasskey: "takes an authenticator",
  renamePasskey: "takes an authenticator",
  removePasskey: "takes an authenticator",
  newPasskey: "gives a challenge, and another one the next time",
  passkeyChallenge: "gives a challenge, and another one the next time",
  passkeyLogin: "takes an authenticator",
  directdebit: "sends an SMS; a member gets one a minute",
  object: "needs a decision of staff",
  refundPayment: "needs a payment that a provider completed",
  releaseWithdrawal: "needs a payment that a provider completed",
  forgetMethod: "needs a payment that a provider completed",
};

/** Through a proxy only what differs on the wire, uploads: permissions.test.ts makes every call through it. */
const LINES: Record<Side, Lines> = { local: TABLE, proxy: PICTURES };

let number = 0;

it("has a line for every call that writes", () => {
  const writes = (Object.entries(CALLS) as [CallName, Call][]).filter(([, call]) => call.method !== "GET" || call.changesState);
  const names = new Set(Object.keys(TABLE).map((name) => name.split(" ")[0]));
  expect(writes.map(([name]) => name).filter((name) => !names.has(name) && !(name in ELSEWHERE))).toEqual([]);
});

describe.each(SIDES)("a write sent three times has one effect: %s", (side: Side) => {
  it.each(Object.entries(LINES[side]) as [string, Line][])("%s", async (name, line) => {
    const { send, headers, refusals = [], effect, expected } = line;
    const unique = `${letters(Date.now())}${letters(number++)}${side[0]}`;
    const anna = await member(side);
    const ben = await member(side, { gender: "male", looking_for: "female" });
    const fresh = line.fresh ? await new Person(side).signUp() : new Person(side);
    const scene = { anna, ben, fresh, visitor: new Person(side), unique };
    const { who, input } = await send(scene);
    const extra = headers?.(scene);
    const call = name.split(" ")[0] as CallName;
    expect(refusalsOf(CALLS[call]), `${call} declares what it refuses`).toEqual(expect.arrayContaining(refusals));
    // A double press: both requests carry the cookies from before.
    const both = await Promise.all([who.send(call, input, extra), who.send(call, input, extra)]);
    const third = await who.send(call, input, extra);
    const found = [...both, third].map((answer) => (answer.status < 300 ? answer.status : who.refusal(answer).code));
    for (const answer of found) expect([CALLS[call].status, ...refusals], `${name}: ${found.join(", ")}`).toContain(answer);
    expect(await effect(scene, who), `${name}: ${found.join(", ")}`).toEqual(expected);
  });
});
