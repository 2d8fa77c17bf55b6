import { beforeAll, describe, expect, it } from "vitest";
import { PASSWORD } from "#tests/setup/signup-form.ts";
import { formWith, pageOf } from "./forms.ts";
import { LOCAL, member, Person } from "./person.ts";

/** One spelling for each kind of check that lets it through; next.test.ts asks the rule in all of them. */
const ELSEWHERE = [
  "https://evil.example/",
  "//evil.example",
  "/\\evil.example",
  "/\t/evil.example",
  "/..//evil.example",
  "//evil.example\r\nLocation: https://evil.example",
];

/** Every page with a `next` parameter. */
const PAGES = ["/login", "/login/passkey", "/signup", "/signup-matches", "/complete-signup", "/consent", "/goodbye"];

/** Target of a link, resolved as browsers do. */
function leads(from: string, to: string): URL {
  return new URL(to, `http://localhost${from}`);
}

describe.each(LOCAL)("no open redirect: %s", (side) => {
  let anna: Person;
  let fresh: Person;
  beforeAll(async () => {
    anna = await member(side);
    fresh = await new Person(side).signUp();
  });

  it.each(PAGES)("by the query of %s, in its redirect and its links", async (path) => {
    for (const who of [new Person(side), fresh, anna])
      for (const next of ELSEWHERE) {
        const address = `${path}?next=${encodeURIComponent(next)}`;
        const { status, headers, text } = await who.request("GET", address);
        expect(status, address).toBeLessThan(500);
        if (headers.location) expect(leads(path, headers.location).hostname, address).toBe("localhost");
        const { root } = pageOf(path, text);
        for (const one of root.all()) {
          const target = one.tag === "a" ? one.get("href") : one.tag === "form" ? one.get("action") : undefined;
          if (target && /evil/i.test(decodeURIComponent(target)))
            expect(leads(path, target).hostname, `${address}: ${target}`).toBe("localhost");
        }
      }
  });

  it("by a field of the log-in form", async () => {
    const typed = { email: anna.email, password: PASSWORD };
    for (const next of ELSEWHERE) {
      const visitor = new Person(side);
      const form = await formWith(visitor, `/login?next=${encodeURIComponent(next)}`, "password");
      const { status, headers } = await form.submit(visitor, { ...typed, next });
      expect([302, 303], next).toContain(status);
      expect(leads("/login", headers.location ?? "https://evil.example").hostname, next).toBe("localhost");
      expect(headers.location, next).toMatch(/^\/(?![/\\])/);
    }
  });

  it("by a field of the undo form", async () => {
    const token = await fresh.mailed(/\/(a[\w-]{43})/);
    for (const other of [...ELSEWHERE, "/evil.example/", "\\evil.example/"]) {
      const form = await formWith(new Person(side), `/${token}?not_me`, "token");
      const { status, headers } = await form.submit(new Person(side), { token: other });
      expect([302, 303], other).toContain(status);
      expect(leads("/", headers.location ?? "https://evil.example").hostname, other).toBe("localhost");
    }
  });
});
