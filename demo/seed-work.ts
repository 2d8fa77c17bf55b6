import type { D1Database } from "@cloudflare/workers-types";
import type { PromptAnswer, Proof } from "#db/schema/attributes.ts";
import { DEMO_LOGINS, DEMO_STAFF } from "./logins.ts";

const HOUR = 3600 * 1000;
const DAY = 24 * HOUR;
const PHOTOS = 8;

interface Member {
  id: string;
  name: string;
  about: string;
  prompts: string;
  country: string;
  photo: string;
}

const REPORTS = [
  { about: 0, by: 0, reason: "scam", text: "Asked me for a gift card after two messages." },
  { about: 0, by: 1, reason: "scam", text: "The same words in every chat, then a link." },
  { about: 0, by: 2, reason: "fake", text: "These pictures belong to somebody whom I know." },
  { about: 1, by: 0, reason: "harassment", text: "Keeps insulting me since I said no." },
] as const;

const COMPLAINTS = [
  {
    ...{ kind: "consumer", name: "Ines Vermeer", email: "ines@demo.example" },
    text: "I bought 60 credits on Friday. My bank shows the payment, but the credits came only a day later. Please tell me why.",
  },
  {
    ...{ kind: "illegal_content", name: null, email: null },
    text: "A profile on your site shows photos of my sister without her consent. She has never had an account with you.",
  },
] as const;

/** Work for the queues of staff, so that a new operator sees how they look. Needs the demo members of the main pool. */
export async function seedWork(
  db: D1Database,
  now: number,
  idOf: (text: string) => string,
  reporters: readonly string[] = DEMO_LOGINS.map(({ id }) => id),
): Promise<void> {
  const { results } = await db
    .prepare(
      `SELECT p.id, p.name, p.about, p.prompts, p.country, f.key AS photo FROM profiles p
        JOIN photos f ON f.profile_id = p.id AND f.position = 0
        WHERE p.pool = 'liaison' AND p.fictional = 1 AND p.country = 'NL' ORDER BY p.id LIMIT ?1`,
    )
    .bind(PHOTOS + 4)
    .all<Member>();
  const people = results.slice(0, 4);
  if (people.length < 4) return;
  await db.batch([
    ...photosOf(db, results.slice(4), now, idOf),
    ...REPORTS.flatMap((one, index) =>
      reportOf(db, one, reporters[one.by] ?? people[3]?.id ?? "", people, now - (index + 2) * HOUR, idOf(`work:report:${index}`)),
    ),
    ...COMPLAINTS.map((one, index) => complaintOf(db, one, now - (index + 1) * 5 * HOUR, idOf(`work:complaint:${index}`))),
    ...textOf(db, people[2] as Member, now - 3 * HOUR, idOf("work:text")),
    ...objectionOf(db, people[3] as Member, now, idOf("work:decision")),
    ...reporters.map((login) => deskOf(db, login, now)),
    ...fictionalOf(db, now),
  ]);
}

/** The site `funken` has a desk: what a log-in wrote last to fictional profiles waits there. */
function deskOf(db: D1Database, login: string, now: number) {
  return db
    .prepare(
      `INSERT INTO work_items (id, kind, object_id, member_id, domain_id, pool, created_at, due_at)
        SELECT substr('desk' || conversation_id, 1, 20), 'desk', conversation_id, member_id, 'funken', 'liaison', last_at, ?2
        FROM participants WHERE member_id = ?1 AND last_sender = ?1 AND wrote = 1
          AND other_id IN (SELECT id FROM profiles WHERE fictional = 1) LIMIT 3`,
    )
    .bind(login, now + DAY);
}

/** The site `funken` keeps those of its countries: staff can change them there. The program drew all photos. */
function fictionalOf(db: D1Database, now: number) {
  return [
    db.prepare(
      `INSERT INTO fictional_profiles (id, created_at) SELECT id, created_at FROM profiles WHERE fictional = 1 ON CONFLICT DO NOTHING`,
    ),
    db.prepare(
      `UPDATE accounts SET domain_id = 'funken' WHERE pool = 'liaison' AND EXISTS (SELECT 1 FROM domains WHERE id = 'funken')
        AND id IN (SELECT id FROM profiles WHERE pool = 'liaison' AND fictional = 1 AND country IN ('DE', 'AT', 'CH'))`,
    ),
    db
      .prepare(
        `INSERT INTO fictional_photos (photo_id, profile_id, origin, source, staff_id, created_at)
          SELECT f.id, f.profile_id, 'drawn', 'Drawn by the program of the demo (demo/portrait.ts)', ?1, ?2
          FROM photos f JOIN profiles p ON p.id = f.profile_id AND p.fictional = 1 WHERE f.status = 'active'
          ON CONFLICT DO NOTHING`,
      )
      .bind(DEMO_STAFF[0].id, now),
  ];
}

/** Each member adds one more picture. */
function photosOf(db: D1Database, members: readonly Member[], now: number, idOf: (text: string) => string) {
  return members.map(({ id, photo }, index) =>
    db
      .prepare(
        `INSERT INTO photos (id, profile_id, key, position, status, visibility, created_at)
          SELECT ?1, ?2, ?3, max(position) + 1, 'inspection', 'public', ?4 FROM photos WHERE profile_id = ?2`,
      )
      .bind(idOf(`work:photo:${id}`), id, photo, now - (index + 1) * 2 * HOUR),
  );
}

function reportOf(
  db: D1Database,
  { about, reason, text }: (typeof REPORTS)[number],
  reporter: string,
  people: readonly Member[],
  at: number,
  id: string,
) {
  const reported = people[about] as Member;
  const proof: Proof = {
    ...{ name: reported.name, fictional: true },
    profile: {
      ...{ country: reported.country, city: null, about: reported.about },
      prompts: JSON.parse(reported.prompts) as PromptAnswer[],
      photos: [reported.photo],
    },
  };
  return [
    db
      .prepare(
        `INSERT INTO reports (id, reference, domain_id, pool, reporter_id, reported_id, kind, object_id, reason, text, created_at, due_at)
          VALUES (?1, ?2, 'liaison', 'liaison', ?3, ?4, 'profile', ?4, ?5, ?6, ?7, ?8)`,
      )
      .bind(id, referenceOf(id), reporter, reported.id, reason, text, at, at + 3 * DAY),
    db
      .prepare("INSERT INTO report_proofs (report_id, member_id, proof) VALUES (?1, ?2, ?3)")
      .bind(id, reported.id, JSON.stringify(proof)),
  ];
}

function complaintOf(db: D1Database, { kind, name, email, text }: (typeof COMPLAINTS)[number], at: number, id: string) {
  return db
    .prepare(
      `INSERT INTO complaints (id, reference, domain_id, kind, name, email, text, language, country, receipt, created_at)
        VALUES (?1, ?2, 'liaison', ?3, ?4, ?5, ?6, 'en', 'NL', 0, ?7)`,
    )
    .bind(id, referenceOf(id), kind, name, email, text, at);
}

function textOf(db: D1Database, { id: member }: Member, at: number, id: string) {
  return [
    db
      .prepare(
        `INSERT INTO held_texts (id, member_id, field, value, causes, status, held_at)
          VALUES (?1, ?2, 'about', 'Cyclist, baker, early riser. I am rarely here: find me as sunny_side on the other app.', '["contacts"]', 'waiting', ?3)`,
      )
      .bind(id, member, at),
  ];
}

/** Against a decision of the moderator, who does not get it. */
function objectionOf(db: D1Database, { id: member }: Member, now: number, id: string) {
  const moderator = DEMO_STAFF.find(({ role }) => role === "moderator")?.id ?? "";
  return [
    db
      .prepare(
        `INSERT INTO decisions (id, reference, domain_id, pool, member_id, about, kind, reason, words, decided_by, created_at, objection, objected_at)
          VALUES (?1, ?2, 'liaison', 'liaison', ?3, 'account', 'warning', 'harassment', 'You wrote to a member who had asked you to stop.', ?4, ?5,
            'I wrote once more to say goodbye, and nothing after that. Please look at the chat again.', ?6)`,
      )
      .bind(id, referenceOf(id), member, moderator, now - 2 * DAY, now - DAY),
    db
      .prepare(
        `INSERT INTO work_items (id, kind, object_id, member_id, domain_id, pool, created_at, due_at, not_by)
          VALUES (?1, 'appeal', ?1, ?2, 'liaison', 'liaison', ?3, ?4, ?5)`,
      )
      .bind(id, member, now - DAY, now + 13 * DAY, moderator),
  ];
}

/** In the form of `newReference` (worker/platform/reference.ts). */
function referenceOf(id: string): string {
  const letters = id
    .toUpperCase()
    .replace(/[ILOU]/g, "0")
    .slice(0, 10);
  return `${letters.slice(0, 5)}-${letters.slice(5)}`;
}
