import { env, exports } from "cloudflare:workers";
import { expect, test } from "vitest";

const HEADERS = { "content-type": "application/json", "sec-fetch-site": "same-origin", origin: "http://localhost" };
const post = (path: string, body: unknown, cookie = "") =>
  exports.default.fetch(new Request(`http://localhost/api/${path}`, { method: "POST", headers: { ...HEADERS, cookie }, body: JSON.stringify(body) }));

const FORM = {
  email: "mira@example.com", name: "Mira", password: "a long enough phrase", date_of_birth: "1990-02-03", gender: "female",
  looking_for: "male", country: "NL", language: "en", terms: true, sensitive_data: true,
};

test("the mail's link confirms the address once, and grants the credits once", async () => {
  const signup = await post("signup.php", FORM);
  expect(signup.status).toBe(201);
  const cookie = signup.headers.getSetCookie()[0]?.split(";")[0] ?? "";
  const mail = await env.DB.prepare("SELECT text FROM outbox WHERE recipient = 'mira@example.com'").first<{ text: string }>();
  const token = /http:\/\/localhost\/(\S+)/.exec(mail?.text ?? "")?.[1];

  const first = await post("activate.php", { token });
  expect([first.status, await first.json()]).toEqual([200, { status: "active", credits: 10 }]);
  const again = await post("activate.php", { token });
  expect(again.status).toBe(410);

  const user = await exports.default.fetch(new Request("http://localhost/api/user.php", { headers: { cookie } }));
  expect(await user.json()).toMatchObject({ status: "active", credits: 10, profile: { status: "active" } });
  const { results } = await env.DB.prepare("SELECT amount, kind FROM ledger").all();
  expect(results).toEqual([{ amount: 10, kind: "signup" }]);
});
