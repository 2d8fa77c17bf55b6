import { describe, expect, it } from "vitest";
import { LIMITS } from "#worker/platform/limits-table.ts";
import type { Answer } from "./http.ts";
import { LOCAL, member, Person, SIDES } from "./person.ts";

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

describe.each(SIDES)("rate limits: %s", (side) => {
  it("stop a network that copies profiles, with the waiting time in the visitor's language, on the page too", async () => {
    const anna = await member(side);
    const visitor = new Person(side);
    const path = `/api/member.php?id=${anna.id}`;
    expect(new Set(await often(PROFILES, () => visitor.request("GET", path)))).toEqual(new Set([200]));
    visitor.cookies.set("locale", "nl");
    await visitor.request("GET", path);
    expect(visitor.refusal()).toMatchObject({ code: "too_many_requests", retry_after: expect.any(Number) });
    expect(Number(visitor.last.headers["retry-after"])).toBeGreaterThan(3000);
    const page = await visitor.request("GET", `/members/${anna.id}`);
    expect([page.status, Number(page.headers["retry-after"])]).toEqual([429, expect.toSatisfy((wait: number) => wait > 3000)]);
    expect(page.text).toMatch(/<html lang="nl"/);
    expect(page.text).toMatch(/over \d+ minuten/);
    // Other networks and logged-in members are not limited.
    expect((await new Person(side).request("GET", path)).status).toBe(200);
    expect((await anna.request("GET", path)).status).toBe(200);
    // Three hundred requests: on a busy machine longer than the default.
  });
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
