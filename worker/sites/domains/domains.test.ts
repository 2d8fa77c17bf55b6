import { env, exports } from "cloudflare:workers";
import { expect, test } from "vitest";

const get = (url: string, init?: RequestInit) => exports.default.fetch(new Request(url, init));

test("a host gets its own domain's settings", async () => {
  const answer = await get("http://localhost/api/settings.php");
  expect(answer.status).toBe(200);
  const { settings, domain_language } = (await answer.json()) as { settings: { name: string }; domain_language: string };
  expect(settings.name).toBe("Liaison");
  expect(domain_language).toBe("en");
});

test("a domain that a newer build applied is still served", async () => {
  const newer = "json_set(settings, '$.id', 'newer', '$.settings.later', json('true'), '$.settings.search_fields[#]', 'shoes')";
  await env.DB.batch([
    env.DB.prepare(`INSERT INTO domains SELECT 'newer', pool, ${newer}, updated_at FROM domains LIMIT 1`),
    env.DB.prepare("INSERT INTO hosts (host, domain_id) VALUES ('newer.localhost', 'newer')"),
  ]);
  expect((await get("http://newer.localhost/api/settings.php")).status).toBe(200);
});

test("an unknown host gets a page of its own and nothing of another domain", async () => {
  const answer = await get("http://nobody.example/", { headers: { "x-forwarded-host": "localhost" } });
  expect(answer.status).toBe(404);
  expect(await answer.text()).not.toContain("Liaison");
});

test("the company variant follows the country", async () => {
  const name = async (country: string) =>
    (
      (await (await get("http://localhost/api/companyinfo.php", { headers: { "cf-ipcountry": country } })).json()) as {
        name: string;
      }
    ).name;
  expect(await name("US")).toBe("Liaison Media Inc.");
  expect(await name("GB")).toBe("Liaison Media Ltd");
  expect(await name("FI")).toBe("Liaison Media B.V.");
});

test("the balance is the sum of the ledger and never negative", async () => {
  await env.DB.batch([
    env.DB.prepare(
      "INSERT INTO accounts (id, pool, domain_id, email, password_hash, language, status, terms_version, terms_accepted_at, sensitive_version, sensitive_accepted_at, created_at) VALUES ('a', 'p', 'd', 'e', '', 'en', 'active', '', 0, '', 0, 0)",
    ),
    env.DB.prepare(
      "INSERT INTO ledger (account_id, amount, kind, cause, idempotency_key, created_at) VALUES ('a', 3, 'signup', '', 'k1', 0)",
    ),
  ]);
  const spend = (key: string, amount: number) =>
    env.DB.prepare(
      "INSERT INTO ledger (account_id, amount, kind, cause, idempotency_key, created_at) VALUES ('a', ?, 'message', '', ?, 0)",
    )
      .bind(-amount, key)
      .run();
  await spend("k2", 2);
  await expect(spend("k3", 2)).rejects.toThrow(/CHECK/);
  const row = await env.DB.prepare(
    "SELECT credits, (SELECT sum(amount) FROM ledger WHERE account_id = 'a') AS total FROM accounts WHERE id = 'a'",
  ).first();
  expect(row).toEqual({ credits: 1, total: 1 });
  await expect(env.DB.prepare("DELETE FROM ledger").run()).rejects.toThrow(/append-only/);
});
