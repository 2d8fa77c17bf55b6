import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { addMember } from "#tests/setup/add-member.ts";
import { newId } from "#worker/platform/ids.ts";
import { typedReference } from "#worker/platform/reference.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";
import { DEMO_STAFF } from "./logins.ts";
import { seedWork } from "./seed-work.ts";

test("a fresh demo has work in the queues of photos, texts, reports, objections and complaints, under references that can be searched", async () => {
  await env.DB.exec("DELETE FROM work_items; DELETE FROM photos;");
  const reporters = [await addMember(), await addMember()];
  const run = (text: string, id: string) => env.DB.prepare(text).bind(id).run();
  for (let n = 0; n < 12; n++) {
    const id = newId();
    await run(
      `INSERT INTO accounts (id, pool, domain_id, email, password_hash, language, status, terms_version, terms_accepted_at, sensitive_version, sensitive_accepted_at, created_at)
        VALUES (?1, 'liaison', 'liaison', ?1, '', 'en', 'active', 'demo', 1, 'demo', 1, 1)`,
      id,
    );
    await run(
      `INSERT INTO profiles (id, pool, name, name_key, status, gender, looking_for, birth_date, country, last_active_at, created_at, fictional)
        VALUES (?1, 'liaison', ?1, ?1, 'active', 'female', 'male', '1990-01-01', 'NL', 1, 1, 1)`,
      id,
    );
    await run("INSERT INTO photos (id, profile_id, key, position, status, created_at) VALUES (?1, ?1, ?1, 0, 'active', 1)", id);
  }
  await seedWork(
    env.DB as never,
    Date.now(),
    (text) => `${[...text].reverse().join("").replaceAll(":", "")}00000000000000`.slice(0, 90),
    reporters,
  );
  const olga = { id: DEMO_STAFF[0].id, name: "Olga", email: "x", role: "operator" as const, tokenHash: "", expiresAt: 0 };
  const ctx = { requestId: "r", now: Date.now(), network: "", userAgent: "", origin: "", viewer: olga };
  const { work } = servicesOf(env);
  const { queues } = await work.workCounts(ctx);
  const free = Object.fromEntries(queues.map((queue) => [queue.kind, queue.free]));
  expect(free).toMatchObject({ photo: 8, text: 1, report: 4, appeal: 1, complaint: 2 });
  const { results } = await env.DB.prepare("SELECT reference FROM reports UNION ALL SELECT reference FROM complaints").all<{
    reference: string;
  }>();
  expect(results.length).toBe(6);
  for (const { reference } of results) expect(typedReference(reference)).toBe(reference);
});
