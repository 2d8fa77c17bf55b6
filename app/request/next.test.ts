import fc from "fast-check";
import { expect, test } from "vitest";
import { runs } from "#tests/setup/properties.ts";
import { type Edge, withEdge } from "#worker/server/edge/edge.ts";
import { nextPath } from "./next.ts";

const url = new URL("http://velvet.localhost:8787/login");
const next = (asked: FormDataEntryValue | null) => withEdge({ url } as Edge, () => nextPath(asked));

test("a page of this site is gone to, with its query", () => {
  for (const path of ["/members", "/members?gender=female&min_age=30", "/chats/abc", "/likes/received", "/", "/likes/m/x"])
    expect(next(path)).toBe(path);
  expect(next("/profile#photos")).toBe("/profile");
});

test("another site, in whatever spelling, never is; nor what is no page", () => {
  for (const asked of [
    null,
    "",
    "members",
    "https://evil.example",
    "https://evil.example/",
    "HTTPS://evil.example/members",
    "http:evil.example",
    "https:/evil.example",
    "https:evil.example",
    "//evil.example",
    "///evil.example",
    "////evil.example",
    "////evil.example/%2f..",
    "/\\evil.example",
    "\\\\evil.example",
    "\\/evil.example",
    "/\\/evil.example",
    "/\t/evil.example",
    "/\n/evil.example",
    "/\r\n/evil.example",
    "//evil.example\r\nLocation: https://evil.example",
    "\t//evil.example",
    " //evil.example",
    "/..//evil.example",
    "/./\\evil.example",
    "/x/../..//evil.example",
    "javascript:alert(1)",
    "javascript:alert(document.domain)//evil.example",
    "data:text/html,x",
    "data:text/html,evil.example",
    "evil.example",
    "?next=//evil.example",
    "//evil.example:80%2f@velvet.localhost",
    "//velvet.localhost:8787@evil.example",
    "http://velvet.localhost:8787.evil.example/",
    "/\u0000/evil.example\\",
    "/api/logout.php",
    "/api/../api/logout.php",
    "/login?next=/login",
    "/login?next=//evil.example",
    "/dev/mail",
    new File([], "x"),
  ]) {
    expect(next(asked), String(asked)).toMatch(/^\/(members$|%00)/);
  }
});

test("a path whose name looks like another site stays a path of this one", () => {
  for (const asked of ["/%09/evil.example", "/%2f%2fevil.example", "/%5cevil.example"]) expect(next(asked)).toBe(asked);
});

test("wherever it leads, a browser stays on this site", () => {
  const piece = fc.constantFrom(
    "/",
    "\\",
    ".",
    "..",
    "%2f",
    "%5c",
    "%09",
    "\t",
    "\n",
    "@",
    ":",
    "?",
    "#",
    "evil.example",
    "https:",
    "members",
    " ",
    "\u0000",
    "\u2028",
    "。",
    "／",
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 10 }), (pieces) => {
      const target = next(`/${pieces.join("")}`);
      expect(new URL(target, url).origin).toBe(url.origin);
      expect(target).toMatch(/^\/(?![/\\])/);
    }),
    { numRuns: runs(3000) },
  );
});
