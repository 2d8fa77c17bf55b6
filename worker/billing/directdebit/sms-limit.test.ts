import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import { outcomeAndWait } from "#tests/setup/accounts.ts";
import { NOON } from "#tests/setup/context.ts";
import type { MemberContext } from "#worker/people/identity/context.ts";
import { DAY, HOUR, MINUTE } from "#worker/platform/durations.ts";
import { newId } from "#worker/platform/ids.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";
import { createSmsLimit } from "./sms-limit.ts";

const countSms = createSmsLimit(servicesOf(env).limits);
const REFUSED = "too_many_requests 3600";
let numbers = 0;

interface Asker {
  member?: string;
  network?: string;
  domain?: string;
  number?: string;
  most?: number;
  now?: number;
}

/** By default another member, network, domain and block of numbers each time. */
function ask({ member = newId(), network = newId(), domain = newId(), number, most = 1000, now = NOON }: Asker = {}) {
  const ctx = { viewer: { id: member }, network, domain: { id: domain, smsPerDay: most }, now } as unknown as MemberContext;
  return outcomeAndWait(countSms(ctx, number ?? `+316${50_000_000 + 10_000 * numbers++}`));
}

async function repeated(count: number, by: (n: number) => Asker) {
  const outcomes: string[] = [];
  for (let n = 0; n < count; n++) outcomes.push(await ask(by(n)));
  return outcomes;
}

test("a member has one code a minute and three a day, and is told when the next may come", async () => {
  const member = newId();
  expect(await repeated(2, () => ({ member }))).toEqual(["accepted", "too_many_requests 60"]);
  expect(await ask({ member, now: NOON + MINUTE })).toBe("accepted");
  expect(await ask({ member, now: NOON + 2 * MINUTE })).toBe("accepted");
  expect(await ask({ member, now: NOON + HOUR })).toBe(`too_many_requests ${23 * 3600}`);
});

test("accounts of one network share its codes", async () => {
  const network = newId();
  expect(await repeated(12, () => ({ network }))).toEqual([...Array(10).fill("accepted"), REFUSED, REFUSED]);
  const later: string[] = [];
  for (const hour of [1, 2, 3]) later.push(...(await repeated(12, () => ({ network, now: NOON + hour * HOUR }))));
  expect(later.filter((one) => one === "accepted")).toHaveLength(20);
});

test("numbers of one block share their codes, whoever asks from wherever", async () => {
  const outcomes = await repeated(7, (n) => ({ number: `+31658111200${n}` }));
  expect(outcomes).toEqual([...Array(5).fill("accepted"), REFUSED, REFUSED]);
});

test("one number gets no more codes from several members", async () => {
  expect(await repeated(2, () => ({ number: "+31658888888" }))).toEqual(["accepted", REFUSED]);
});

test("a domain sends so many codes a day, and the log has one alarm an hour", async () => {
  const lines = vi.spyOn(console, "error").mockImplementation(() => {});
  const domain = newId();
  expect(await repeated(6, () => ({ domain, most: 4 }))).toEqual([...Array(4).fill("accepted"), REFUSED, REFUSED]);
  const alarm = { level: "error", event: "sms limit of the day reached", domain };
  expect(lines.mock.calls.map(([line]) => JSON.parse(String(line)))).toEqual([alarm]);
  expect(await ask({ domain, most: 4, now: NOON + DAY })).toBe("accepted");
  lines.mockRestore();
});

test("a code that was refused by a shared limit leaves the member's own codes", async () => {
  const [member, network] = [newId(), newId()];
  await repeated(10, () => ({ network }));
  expect(await repeated(4, () => ({ member, network }))).toEqual(Array(4).fill(REFUSED));
  expect(await ask({ member })).toBe("accepted");
});
