import fc from "fast-check";
import { expect, test } from "vitest";
import { isInviteLink, nextSource, readSource, sourceOfQuery, type Source, TRACKING, writeSource } from "./source.ts";

const found = (query: string) => sourceOfQuery(new URLSearchParams(query));
const INVITE = `i${"x".repeat(43)}`;

test("what a link says is cleaned and bounded, and nothing else of it is taken", () => {
  expect(found("network=spring&ref=&sub1=a%00b%0Ac&other=x&invite=y")).toEqual({ network: "spring", sub1: "ab c" });
  expect(found(`network=${"n".repeat(5000)}`).network).toHaveLength(100);
  expect(found("")).toEqual({});
});

test("the last link wins, but not one that opens nothing over one that does", () => {
  const opens = ["friends"];
  expect(nextSource({}, found("network=blog"), opens)).toEqual({ network: "blog" });
  expect(nextSource({ network: "blog", sub1: "a" }, found("network=news"), opens)).toEqual({ network: "news" });
  expect(nextSource({ network: "blog" }, found("network=friends"), opens)).toEqual({ network: "friends" });
  expect(nextSource({ network: "friends" }, found("network=blog"), opens)).toBeNull();
  expect(nextSource({ network: "friends" }, found("network=friends&ref=b"), opens)).toEqual({ network: "friends", ref: "b" });
  // Nothing new is nothing to store again.
  expect(nextSource({ network: "blog" }, found("network=blog"), opens)).toBeNull();
  expect(nextSource({ network: "blog" }, {}, opens)).toBeNull();
  expect(nextSource({ invite: INVITE, network: "blog" }, found("ref=x"), opens)).toEqual({ invite: INVITE, ref: "x" });
});

test("a cookie gives back what was kept, is never too long, and holds no more whatever stands in it", () => {
  expect(readSource(writeSource({ invite: INVITE, network: "a&b=c", ref: "ü" }))).toEqual({
    invite: INVITE,
    network: "a&b=c",
    ref: "ü",
  });
  expect(readSource(`invite=short&network=x&evil=1`)).toEqual({ network: "x" });
  const text = fc.string({ unit: "binary", maxLength: 300 });
  fc.assert(
    fc.property(fc.record(Object.fromEntries(TRACKING.map((name) => [name, text]))), fc.boolean(), (values, invited) => {
      const query = new URLSearchParams(values as Record<string, string>);
      const source: Source = nextSource(invited ? { invite: INVITE } : {}, sourceOfQuery(query), []) ?? {};
      const cookie = writeSource(source);
      expect(encodeURIComponent(cookie).length).toBeLessThan(4000);
      const again = readSource(cookie);
      for (const [name, value] of Object.entries(again)) {
        expect([...TRACKING, "invite"]).toContain(name);
        expect([...(value ?? "")].length).toBeLessThanOrEqual(100);
      }
      // What is read once is read the same ever after.
      expect(readSource(writeSource(again))).toEqual(again);
    }),
    { numRuns: 500 },
  );
});

test("an invitation has one form", () => {
  expect(isInviteLink(INVITE)).toBe(true);
  for (const text of ["", "i", INVITE.slice(0, -1), `${INVITE}x`, `a${INVITE.slice(1)}`, `${INVITE}\n`, ` ${INVITE}`])
    expect(isInviteLink(text), text).toBe(false);
});
