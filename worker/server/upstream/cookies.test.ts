import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cookieHeader, issueCookies, readSetCookies, readUpstreamSession } from "./cookies.ts";

const NOW = Date.parse("2026-11-21T12:00:00Z");

describe("an upstream's cookies", () => {
  it("are read by value and end, whatever else they say", () => {
    expect(readSetCookies(["session=abc.def; Domain=x.example; Secure", "other=1", "locale=nl"], NOW)).toEqual({
      session: "abc.def",
      locale: "nl",
    });
    expect(readSetCookies(["session=abc; Expires=Sat, 21 Nov 2026 11:59:59 GMT"], NOW)).toEqual({ session: null });
    expect(readSetCookies(["session=abc; Expires=Sat, 21 Nov 2026 12:00:01 GMT"], NOW)).toEqual({ session: "abc" });
    expect(readSetCookies(["session=abc; Expires=Thu, 01 Jan 1970 00:00:00 GMT; Max-Age=60"], NOW)).toEqual({ session: "abc" });
    expect(readSetCookies(["sessions=abc", "x-session=abc", "SESSION=abc"], NOW)).toEqual({});
  });

  it("without a readable value end nothing", () => {
    expect(readSetCookies(["session", "session; Max-Age=0", ";", "", "session=\u00ff"], 0)).toEqual({});
  });

  it("are issued anew; a language that there is not is left out", () => {
    expect(issueCookies({ session: "abc", locale: "nl" }, true)).toEqual([
      "__Host-session=abc; Max-Age=2592000; Path=/; HttpOnly; Secure; SameSite=Lax",
      "locale=nl; Max-Age=31536000; Path=/; HttpOnly; Secure; SameSite=Lax",
    ]);
    expect(issueCookies({ session: null, locale: "xx" }, false)).toEqual(["session=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax"]);
  });

  it("are read and sent under the names that a product like this uses over https, too", () => {
    expect(readSetCookies(["__Host-session=abc.def; Secure; Path=/", "__Host-locale=nl", "__Secure-session=x"], NOW)).toEqual({
      session: "abc.def",
    });
    expect(readSetCookies(["__Host-session=; Max-Age=0"], NOW)).toEqual({ session: null });
    expect(cookieHeader({ session: "abc", locale: "nl", draft: "d" }, true)).toBe(
      "__Host-session=abc; session=abc; locale=nl; __Host-draft=d; draft=d",
    );
    expect(cookieHeader({ session: "abc", locale: "nl", draft: "d" }, false)).toBe("session=abc; locale=nl; draft=d");
  });

  it("forget the code of a link that an order has taken, and set none", () => {
    const taken = readSetCookies(["discountcode=; Max-Age=0; Path=/"], NOW);
    expect(issueCookies(taken, true)).toEqual(["discountcode=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax"]);
    expect(issueCookies(readSetCookies(["discountcode=FOREIGN"], NOW), true)).toEqual([]);
  });

  it("can put nothing beside themselves into a header, whatever their value", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "binary" }), (session, locale) => {
        const header = cookieHeader({ session, locale }, false) ?? "";
        expect(header).toMatch(/^(session=[\w.~-]+)?(; )?(locale=[\w.~-]+)?$/);
        for (const line of issueCookies(readSetCookies([`session=${session}; ${locale}`], NOW), false)) {
          expect(line).toMatch(/^session=[\w.~-]*; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Lax$/);
        }
      }),
    );
  });
});

describe("a session on a domain in proxy mode", () => {
  const of = (cookie: string) => readUpstreamSession(new Request("http://x/", { headers: { cookie } }));

  it("may have any form, but for the mark of a log-out", () => {
    expect(of("session=opaque-1")).toEqual({ memberId: "", token: "opaque-1" });
    expect(of(`session=${"a".repeat(20)}.${"b".repeat(43)}`)).toEqual({
      memberId: "a".repeat(20),
      token: `${"a".repeat(20)}.${"b".repeat(43)}`,
    });
    expect(of(`session=out.${"b".repeat(43)}`)).toBeNull();
    expect(of("session=a b")).toBeNull();
    expect(of("locale=nl")).toBeNull();
  });
});
