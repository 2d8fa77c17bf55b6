import { afterAll, expect, test } from "vitest";
import { DAY, HOUR } from "#worker/platform/durations.ts";
import { newId } from "#worker/platform/ids.ts";
import { plainMember } from "./plain.ts";
import { sql } from "./product.ts";

// Other files read the list.
afterAll(() => sql("DELETE FROM events"));

async function meeting(title: string): Promise<string> {
  const [id, starts] = [newId(), Date.now() + 9 * DAY];
  await sql(
    `INSERT INTO events (id, domain_id, status, title, text, language, country, region, city, cell, place, zone, day, starts_at, ends_at,
      created_by, created_at, changed_at)
      VALUES (?1, 'liaison', 'published', ?2, 'We bring the boards.', 'en', 'NL', 'NL-NH', 'Haarlem', 1, 'Café De Linde', 'Europe/Amsterdam',
        '2100-01-01', ?3, ?4, 'staff', 0, 0)`,
    ...[id, title, starts, starts + HOUR],
  );
  return id;
}

async function guest(name: string, gender: "female" | "male") {
  const made = await plainMember(name, { gender });
  await sql("UPDATE profiles SET main_photo = id WHERE id = ?", made.id);
  return made;
}

test("two members go to a meeting and see each other, one stays away, and it is cancelled", async () => {
  const title = "An evening of chess";
  const [anna, ben] = [await guest("Anna", "female"), await guest("Ben", "male")];
  const id = await meeting(title);
  const open = async ({ page }: typeof anna) => {
    await page.goto("/events");
    await page.follow(/^An evening of chess/);
  };
  await open(anna);
  const path = anna.page.path;
  anna.page.shows("We bring the boards.", "Fewer than 5 so far", "Only those who go themselves see it.");
  await anna.page.press("I’m going");
  anna.page.shows("You are going", "You see it three hours after you were put on the list.");
  await sql("UPDATE attendances SET at = 0 WHERE event_id = ?", id);
  await open(ben);
  ben.page.lacks(anna.who.name);
  await ben.page.press("I’m interested");
  ben.page.lacks(anna.who.name);
  await ben.page.press("I’m going");
  ben.page.shows("You see it three hours after you were put on the list.");
  ben.page.lacks(anna.who.name);
  await sql("UPDATE attendances SET at = 0 WHERE event_id = ?", id);
  await ben.page.goto(path);
  ben.page.shows(anna.who.name);
  await open(anna);
  anna.page.shows(ben.who.name);
  await anna.page.follow("Put it in my calendar");
  expect(anna.page.html).toContain("\r\nSUMMARY:An evening of chess\r\n");

  await anna.page.goto(path);
  await anna.page.press("I’m not going any more");
  anna.page.lacks(ben.who.name);
  await ben.page.goto(path);
  ben.page.lacks(anna.who.name);

  await sql("UPDATE events SET status = 'cancelled' WHERE id = ?", id);
  await ben.page.goto(path);
  ben.page.shows("This event is cancelled.");
  await ben.page.goto("/events?where=mine");
  ben.page.shows(title, "Cancelled");
});
