import { describe, expect, it } from "vitest";
import { LIMITS } from "#worker/platform/limits-table.ts";
import type { Answer } from "./http.ts";
import { LOCAL, member, Person } from "./person.ts";

const PROFILES = LIMITS.visitorProfiles.windows[0].limit;
const CODES = LIMITS.discountCodes.windows[0].limit;

/** Sends requests in batches of ten; returns the statuses. */
async function often(times: number, send: () => Promise<Answer>): Promise<number[]> {
  const statuses: number[] = [];
  while (statuses.length < times) {
    const some = await Promise.all(Array.from({ length: Math.min(10, times - statuses.length) }, send));
    statuses.push(...some.map(({ status }) => status));
  }
  return statuses;
}

/** Of them through a proxy; the rest of a limit is asked behind it. */
const PROXIED = 10;

it("rate limits stop a network that copies profiles by any way, with the waiting time in its language, on the page too", async () => {
  const anna = await member("local");
  const path = `/api/member.php?id=${anna.id}`;
  const [direct, proxied] = [new Person("local"), new Person("proxy")];
  const network = { "cf-connecting-ip": direct.network };
  const get = (who: Person, asked = path) => who.request("GET", asked, undefined, network);
  expect(new Set(await often(PROXIED, () => get(proxied)))).toEqual(new Set([200]));
  expect(new Set(await often(PROFILES - PROXIED, () => get(direct)))).toEqual(new Set([200]));
  for (const visitor of [proxied, direct]) {
    visitor.cookies.set("locale", "nl");
    await get(visitor);
    expect(visitor.refusal()).toMatchObject({ code: "too_many_requests", retry_after: expect.any(Number) });
    expect(Number(visitor.last.headers["retry-after"])).toBeGreaterThan(3000);
    const page = await get(visitor, `/members/${anna.id}`);
    expect([page.status, Number(page.headers["retry-after"])]).toEqual([429, expect.toSatisfy((wait: number) => wait > 3000)]);
    expect(page.text).toMatch(/<html lang="nl"/);
    expect(page.text).toMatch(/over \d+ minuten/);
    // Other networks and logged-in members are not limited.
    expect((await new Person(visitor.side).request("GET", path)).status).toBe(200);
    expect((await get(await member(visitor.side))).status).toBe(200);
  }
});

describe.each(LOCAL)("rate limits: %s", (side) => {
  it("stop guesses of discount codes", async () => {
    const visitor = new Person(side);
    const guess = () => visitor.request("GET", "/api/discountcode.php?discountcode=SUMMER");
    expect(new Set(await often(CODES, guess))).toEqual(new Set([404]));
    await guess();
    expect(visitor.refusal()).toMatchObject({ code: "too_many_requests" });
  });
});
