import { env, exports } from "cloudflare:workers";
import { expect, test } from "vitest";
import { beginEu, receiveBrowser } from "#worker/accounts/age/eu/index.ts";
import { LOCAL_LIST } from "#worker/accounts/age/local-list.ts";

const PAGE = { origin: "http://velvet.localhost", responseUri: "http://velvet.localhost/api/age-answer.php", state: "s" };
const ask = (path: string, init?: RequestInit) => exports.default.fetch(new Request(`http://age.localhost${path}`, init));

test("the test wallet shows who asks for what, and every answer that it can give", async () => {
  const { link } = await beginEu(PAGE);
  const page = await (await ask(`/${new URL(link).search}`)).text();
  for (const text of ["velvet.localhost", "age_over_18", PAGE.responseUri]) expect(page).toContain(text);
  expect([...page.matchAll(/name="choice" value="(\w+)"/g)].map(([, choice]) => choice)).toEqual([
    ...["over", "under", "expired", "unknown_issuer", "replayed", "other_site", "cancel"],
  ]);
  expect(page).not.toContain("<script");
  for (const query of ["", "?client_id=x&response_uri=http://a.localhost&nonce=n", "?nonce=n"])
    expect(await (await ask(`/${query}`)).text()).toContain("Open this page by the link");
});

test("the test wallet answers for a browser, and says when its owner cancelled", async () => {
  const { browser, secret } = await beginEu(PAGE);
  const answer = async (choice: string) => {
    const body = JSON.stringify({ request: browser, origin: PAGE.origin, choice });
    return (await (await ask("/browser", { method: "POST", body })).json()) as { protocol: string; data: unknown };
  };
  const { protocol, data } = await answer("over");
  expect(protocol).toBe("org-iso-mdoc");
  expect(await receiveBrowser({ answer: data, secret, trust: LOCAL_LIST, now: Date.now(), fetch })).toEqual({ kind: "over" });
  expect(await answer("cancel")).toEqual({ cancelled: true });
});

test("local builds trust the test wallet until a list is stored", async () => {
  const { servicesOf } = await import("#worker/server/wiring/index.ts");
  expect(await servicesOf(env).ageList.read()).toEqual(LOCAL_LIST);
});
