import { env, exports } from "cloudflare:workers";
import { expect, test } from "vitest";
import { connect } from "#db/client.ts";
import { outbox } from "#db/schema/index.ts";
import { contextOf, NOON } from "#tests/setup/context.ts";
import { createMails } from "#worker/delivery/mail/mails.ts";
import { newId } from "#worker/platform/ids.ts";

const get = (path: string) => exports.default.fetch(new Request(`http://localhost${path}`));

async function addMail(now: number, email: string): Promise<string> {
  const row = await createMails(async () => {}).alreadyMember(await contextOf({ now }), {
    id: newId(),
    email,
    name: "<i>Anna</i>",
    language: "en",
  });
  await connect(env.DB).insert(outbox).values(row);
  return row.id;
}

test("the reference of the API has every operation and every schema of its document, and no script", async () => {
  const { paths, components } = await (await get("/api/openapi.json")).json<{
    paths: Record<string, Record<string, { operationId: string }>>;
    components: { schemas: object };
  }>();
  const text = await (await get("/dev/api")).text();
  const ids = Object.values(paths).flatMap((path) => Object.values(path).map(({ operationId }) => operationId));
  expect(ids.length).toBeGreaterThan(130);
  for (const id of [...ids, ...Object.keys(components.schemas).map((name) => `schema-${name}`)])
    expect([id, text.split(`<details id="${id}">`).length]).toEqual([id, 2]);
  expect(text).not.toContain("<script");
  for (const [, target] of text.matchAll(/href="#([^"]+)"/g)) expect(text).toContain(`id="${target}"`);
});

test("every mail can be read, newest first, as JSON and as pages", async () => {
  expect(await (await get("/dev/mail.json")).json()).toEqual([]);
  const [id] = [await addMail(NOON, "first@example.org"), await addMail(NOON + 1, "second@example.org")];
  const list = (await (await get("/dev/mail.json")).json()) as Record<string, string>[];
  expect(list.map(({ to }) => to)).toEqual(["second@example.org", "first@example.org"]);
  expect(Object.keys(list[0] ?? {}).sort()).toEqual(["created_at", "headers", "html", "subject", "text", "to"]);
  expect(list[1]?.created_at).toBe("2026-11-21T12:00:00.000Z");

  const page = await get("/dev/mail");
  expect(page.headers.get("content-security-policy")).toMatch(
    /^default-src 'none'; style-src 'sha256-[\w+/]{43}='; frame-src 'self';/,
  );
  expect(await page.text()).toContain(`href="/dev/mail/${id}"`);
  const detail = await (await get(`/dev/mail/${id}`)).text();
  expect(detail).toContain(`src="/dev/mail/${id}/html"`);
  expect(detail).not.toContain("<i>Anna");
});

test("a mail's HTML is shown in a sandboxed frame without scripts", async () => {
  const id = await addMail(NOON, "third@example.org");
  const mail = await get(`/dev/mail/${id}/html`);
  expect(mail.headers.get("content-security-policy")).toBe(
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'; sandbox allow-popups",
  );
  expect(mail.headers.get("x-frame-options")).toBe(null);
  for (const path of ["/dev/mail/nothing", "/dev/mail/nothing/html", "/dev/else"]) expect((await get(path)).status).toBe(404);
});

test("every letter can be read whole in each language: its headers, its page and its text", async () => {
  const list = await (await get("/dev/letters")).text();
  expect(list).toContain('href="/dev/letters/notification%3A%20like/de"');
  const letter = await (await get("/dev/letters/notification%3A%20like/de")).text();
  expect(letter).toContain('src="/dev/letters/notification%3A%20like/de/html"');
  for (const line of ["Subject: ", "From: Liaison", "Content-Language: de", "List-Unsubscribe: ", "List-Unsubscribe-Post: "])
    expect(letter).toContain(line);
  expect(letter).toContain("<h2>Text</h2>");
  const html = await get("/dev/letters/notification%3A%20like/de/html");
  expect(html.headers.get("content-security-policy")).toContain("sandbox");
  expect(await html.text()).toContain('<html lang="de">');
  for (const path of ["/dev/letters/nothing/de", "/dev/letters/constructor/de/html"]) expect((await get(path)).status).toBe(404);
});
