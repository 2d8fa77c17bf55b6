import { expect, test } from "vitest";
import { requestOf } from "#tests/contract/call-request.ts";
import { ask } from "#tests/contract/http.ts";
import { phonePhoto } from "#tests/setup/pictures.ts";
import { staffRows } from "#tests/setup/staff.ts";
import { newId } from "#worker/platform/ids.ts";
import { mailTo } from "./browser.ts";
import { insertMember, newSession } from "./fixtures.ts";
import { PlainBrowser } from "./plain.ts";
import { referenceOn } from "./plain-steps.ts";
import { insert, port, runCron, sql } from "./product.ts";
import { HOST, letDecisionsLeave } from "./staff-steps.ts";
import { type Newcomer, newcomer } from "./steps.ts";

const HOUR = 3600 * 1000;

/** A member's photo that the staff have let through, and its hash. */
async function uploaded(owner: string): Promise<{ id: string; bands: number[] }> {
  const { body, headers, ...request } = await requestOf("addPhoto", { file: phonePhoto() });
  const cookie = `session=${await newSession(owner)}`;
  const host = `localhost:${port}`;
  const { status } = await ask({ port, ...request, body, headers: { ...headers, cookie, host, origin: `http://${host}` } });
  expect(status).toBe(201);
  await expect
    .poll(() => sql("SELECT 1 FROM photo_hashes h JOIN photos p ON p.id = h.photo_id WHERE p.profile_id = ?", owner))
    .toHaveLength(1);
  const [row] = await sql<{ id: string; bands: string }>(
    `SELECT p.id, json_array(h.band0, h.band1, h.band2, h.band3) AS bands FROM photos p JOIN photo_hashes h ON h.photo_id = p.id
      WHERE p.profile_id = ?`,
    owner,
  );
  await sql("UPDATE photos SET status = 'active' WHERE id = ?", row?.id);
  return { id: row?.id ?? "", bands: JSON.parse(row?.bands ?? "[]") };
}

/** A shown picture with this hash. */
async function copyOf(owner: string, pool: string, bands: number[], of: "profile" | "chat" = "profile"): Promise<string> {
  const id = newId();
  if (of === "profile")
    await sql(
      "INSERT INTO photos (id, profile_id, key, position, status, created_at) VALUES (?1, ?2, ?1, 90, 'active', 1)",
      id,
      owner,
    );
  else
    await sql(
      `INSERT INTO chat_photos (id, key, sender_id, conversation_id, seq, client_id, status, created_at)
        VALUES (?1, ?1, ?2, ?1, 1, ?1, 'active', 1)`,
      ...[id, owner],
    );
  const column = of === "chat" ? "chat_photo_id" : "photo_id";
  await sql(
    `INSERT INTO photo_hashes (id, pool, ${column}, band0, band1, band2, band3) VALUES (?1, ?2, ?1, ?3, ?4, ?5, ?6)`,
    ...[id, pool, ...bands],
  );
  return id;
}

const states = async (ids: string[]) =>
  Promise.all(
    ids.map(async (id) => {
      const [row] = await sql<{ status: string }>(
        "SELECT status FROM photos WHERE id = ?1 UNION ALL SELECT status FROM chat_photos WHERE id = ?1",
        id,
      );
      return row?.status;
    }),
  );

test("a notice with the picture itself hides three copies in two pools, the uploader answers, and staff remove them within 48 hours", async () => {
  const who: Newcomer = newcomer("Uri", "male");
  const [uploader, other] = [await insertMember(who), await insertMember(newcomer("Olaf", "male"))];
  const [velvet] = await sql<{ id: string }>("SELECT id FROM profiles WHERE pool = 'velvet' AND status = 'active' LIMIT 1");
  const { id, bands } = await uploaded(uploader);
  const copies = [
    id,
    await copyOf(other, "liaison", bands, "chat"),
    await copyOf(velvet?.id ?? expect.unreachable(), "velvet", bands),
  ];

  const page = new PlainBrowser();
  const complainant = newcomer("Clara");
  await page.goto("/complaints");
  await page.follow(/^Is an intimate picture of you here/);
  await page.follow("I have the picture and want to upload it");
  const typed = { file: phonePhoto(), name: "Clara Jansen", email: complainant.email, good_faith: "on" };
  await page.press("Send", typed);
  const reference = referenceOn(page);
  expect((await mailTo(complainant.email, /received/)).subject).toContain(reference);
  await expect.poll(() => states(copies)).toEqual(["inspection", "inspection", "inspection"]);

  const told = await mailTo(who.email, /is hidden for now$/);
  expect(told.text).toContain(`/complaints?about=${reference}`);
  expect(told.text).not.toMatch(/Clara/);

  // The clock of the notice: 43 hours have passed.
  await sql("UPDATE complaints SET created_at = created_at - ? WHERE reference = ?", 43 * HOUR, reference);
  await runCron();
  await mailTo("operator@demo.example", new RegExp(`^Notice ${reference} of an intimate picture: 5 hours left`));

  const staff = new PlainBrowser(HOST);
  const { token, rows } = await staffRows("moderator");
  await insert(rows);
  staff.cookies.set("staff", token);
  await staff.goto("/staff/complaints");
  await staff.press(/^Take the next/);
  const items = () =>
    staff.all((one) => one.has("data-item") && one.text.includes("Profile photo, exact copy, hidden since the notice"));
  expect(items()).toHaveLength(1);
  staff.unfold(/^Agree and answer/);
  await staff.press("Send the answer", { words: "We have removed every copy." });
  expect(staff.buttons(/Undo/).length).toBeGreaterThan(0);
  await letDecisionsLeave();
  await expect.poll(() => states(copies)).toEqual(["rejected", "rejected", "rejected"]);
  expect(await sql("SELECT band0 FROM blocked_pictures")).toEqual([{ band0: bands[0] }]);
  // The picture itself is kept nowhere.
  expect(await sql("SELECT link, text FROM complaints WHERE reference = ?", reference)).toEqual([{ link: null, text: "" }]);
  expect((await mailTo(complainant.email, /answer/i)).text).toContain("We have removed every copy.");
  expect((await mailTo(who.email, /^Our decision/)).text).toContain("/objection?open=");
});
