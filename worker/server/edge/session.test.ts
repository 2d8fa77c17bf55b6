import { expect, test, vi } from "vitest";
import { COOKIES, readCookie } from "./session.ts";

const requestWith = (cookie: string, origin = "http://localhost") => new Request(origin, { headers: { cookie } });

test("the first value of a cookie counts, and one without a value is none", () => {
  const request = requestWith("other=1; locale=;  locale = nl ; locale=de; zone=Europe%2FParis; session; xlocale=fr");
  expect(readCookie(request, "locale")).toBe("nl");
  expect(readCookie(request, "zone")).toBe("Europe/Paris");
  expect(readCookie(request, "session")).toBeNull();
  expect(readCookie(requestWith("draft=a; __Host-draft=b", "https://localhost"), "draft")).toBe("b");
  expect(readCookie(new Request("http://localhost"), "locale")).toBeNull();
});

test("the header is read once a request, however many cookies are asked for", () => {
  const request = requestWith(COOKIES.map((name) => `${name}=of-${name}`).join("; "));
  const reads = vi.spyOn(request.headers, "get");
  expect(COOKIES.map((name) => readCookie(request, name))).toEqual(COOKIES.map((name) => `of-${name}`));
  expect(readCookie(request, "locale")).toBe("of-locale");
  expect(reads.mock.calls.filter(([name]) => name === "cookie")).toHaveLength(1);
});

test("a header of more than 16 kB counts as no cookies", () => {
  const locale = "locale=nl; ";
  const filled = (length: number) => locale + "x".repeat(length - locale.length);
  expect(readCookie(requestWith(filled(16 * 1024)), "locale")).toBe("nl");
  expect(readCookie(requestWith(filled(16 * 1024 + 1)), "locale")).toBeNull();
});
