import { count, type Lines, type Scene } from "./double.ts";
import { inStore } from "./served-store.ts";

const DAY = 24 * 3_600_000;

/** Of tomorrow, with one place more than those who go. Anna may. */
async function addEvent({ unique, anna }: Scene): Promise<string> {
  const [id, now] = [`event-${unique}`, Date.now()];
  const sql = `INSERT INTO events (id, domain_id, status, title, text, language, country, region, city, cell, place, zone, day, starts_at, ends_at,
      places, created_by, created_at, changed_at)
    VALUES (?1, 'liaison', 'published', 'A walk', 'We walk.', 'en', 'NL', 'NL-NH', 'Haarlem', 1, 'The fountain', 'Europe/Amsterdam', '2100-01-01',
      ?2, ?2 + 1000, 1, 'staff', ?3, ?3)`;
  await inStore({ sql, values: [id, now + DAY, now] });
  await inStore({ sql: "UPDATE profiles SET main_photo = id WHERE id = ?", values: [anna.id] });
  return id;
}

export const EVENTS: Lines = {
  attend: {
    send: async (scene) => ({ who: scene.anna, input: { event: await addEvent(scene), attendance: "going", listed: true } }),
    effect: async ({ unique }) => [
      await count("SELECT count(*) n FROM attendances WHERE event_id = ? AND listed = 1", `event-${unique}`),
      await count("SELECT going n FROM events WHERE id = ?", `event-${unique}`),
    ],
    expected: [1, 1],
  },
  leaveEvent: {
    send: async (scene) => {
      const event = await addEvent(scene);
      await scene.anna.call("attend", { event, attendance: "going" });
      return { who: scene.anna, input: { event } };
    },
    effect: async ({ unique }) => await count("SELECT going n FROM events WHERE id = ?", `event-${unique}`),
    expected: 0,
  },
};
