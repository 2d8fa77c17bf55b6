import { createHash } from "node:crypto";
import type { D1Database } from "@cloudflare/workers-types";
import { insertInBulk } from "#db/bits.ts";
import { cellOf } from "#db/cells.ts";
import { ATTRIBUTE_NAMES } from "#db/schema/attribute-table.ts";
import type { Identity } from "#db/schema/attributes.ts";
import { readDomainFiles } from "#scripts/data.ts";
import { hashForSeed } from "#scripts/password.ts";
import type { PutPictures } from "#scripts/picture-store.ts";
import { QUESTIONS, questionsOf } from "#worker/discovery/match/questions.vocabulary.ts";
import { promptsOf } from "#worker/discovery/members/prompts.vocabulary.ts";
import { versionsNow } from "#worker/people/identity/consents-due.ts";
import { onlyGender } from "#worker/sites/domains/genders.vocabulary.ts";
import { DEMO_LOGINS, DEMO_PASSWORD } from "./logins.ts";
import { multiply } from "./multiply.ts";
import type { Picture } from "./people/pictures.ts";
import { type Person, person } from "./people.ts";
import { type LifeSpec, lifeSpecs, lifeSvg, PORTRAITS, portraitSvg, SCENERIES, scenerySvg } from "./portrait.ts";
import { createRandom } from "./random.ts";
import { seedEvents } from "./seed-events.ts";
import { insertFriends, showAnswerTimes } from "./seed-friends.ts";
import { type Pool, pools } from "./seed-pools.ts";
import { insertHistory } from "./seed-stories.ts";
import { seedWork } from "./seed-work.ts";

const SEED = "liaison";
/** Rows per statement: a D1 parameter holds 2 MB at most, one row is about 900 bytes. */
const CHUNK = 1000;
const POOL_OF_ITS_OWN = 120;
export const MAIN_POOL = "liaison";
/** Of the main pool, where another one is made large. */
const USUAL = 600;
/** Distinct people; further ones are copies. */
const ORIGINALS = 20_000;

interface SeedOptions {
  db: D1Database;
  /** The same database without the runtime, which ends at the sorting of millions of rows. */
  direct?: () => D1Database;
  putPictures: PutPictures;
  /** In the pool `main`; others get a fifth, 120 at most. */
  members: number;
  main?: string;
  /** The pools of this database; null for all. */
  pools?: ReadonlySet<string> | null;
  now: number;
  onProgress?: (done: number, total: number) => void;
  /** Also fills the queues of staff. */
  work?: boolean;
}

export async function isSeeded(db: D1Database): Promise<boolean> {
  return (await db.prepare("SELECT 1 FROM profiles WHERE fictional = 1 LIMIT 1").first()) !== null;
}

/** Requires an empty database. Deterministic but for times, which follow `now`. */
export async function seed(options: SeedOptions): Promise<void> {
  const {
    db,
    direct,
    putPictures,
    members,
    now,
    onProgress,
    main = MAIN_POOL,
    pools: wantedPools = null,
    work = false,
  } = options;
  const here = pools().filter(({ id }) => wantedPools?.has(id) ?? true);
  const hash = hashForSeed(DEMO_PASSWORD);
  // Each picture is drawn once, and only if a profile shows it.
  const wanted = new Map<string, Picture>();
  const want = (photo: Picture) => wanted.set(keyOf(photo), photo);
  for (const pool of here) {
    const count = Math.min(membersOf(pool.id, main, members), ORIGINALS);
    await insertInBulk(db as never, pool.id, async () => {
      for (let start = 0; start < count; start += CHUNK) {
        const rows: object[] = [];
        for (let index = start; index < Math.min(start + CHUNK, count); index++) {
          const one = memberOf(pool, index, now);
          one.photos.forEach(want);
          rows.push({ ...rowOf(one, idOf(`${pool.id}:${index}`), pool), ...moreOf(pool, index, now) });
        }
        await insertPeople(db, rows);
        onProgress?.(start + rows.length, pool.id === main ? members : count);
      }
    });
  }
  if (members > ORIGINALS && here.some(({ id }) => id === main)) {
    await multiply(direct?.() ?? db, main, members, (done) => onProgress?.(done, members));
  }
  if (here.some(({ id }) => id === MAIN_POOL)) {
    for (const login of DEMO_LOGINS) photosOf(login).forEach(want);
    await insertLogins(db, hash, now);
    await insertFriends(db, now, idOf);
    for (const { key, motif } of await insertHistory(db, now, idOf))
      wanted.set(key, { kind: "scenery", index: SCENERIES.findIndex((one) => one.motif === motif) });
    await showAnswerTimes(db, DEMO_LOGINS[1].id, now);
    if (work) await seedWork(db, now, idOf);
    if (work) await seedEvents(db, now, idOf);
  }
  // No PRAGMA optimize: by statistics of nearly empty tables SQLite would scan them when they have grown.
  await putPictures(drawn(wanted));
}

/** The member at this place of the pool's seed. */
export function memberOf(pool: Pool, index: number, now: number): Person {
  const { countries, niche, genders, tongues } = pool;
  const only = onlyGender({ genders });
  return person(index, { seed: `${SEED}:${pool.id}`, countries, now, niche, only, questions: promptsOf(niche), tongues });
}

export function membersOf(pool: string, main: string, members: number): number {
  if (pool === main) return members;
  return pool === MAIN_POOL ? USUAL : Math.min(POOL_OF_ITS_OWN, Math.ceil(members / 5));
}

function idOf(text: string): string {
  return BigInt(`0x${createHash("sha256").update(`${SEED}:${text}`).digest("hex")}`)
    .toString(36)
    .slice(0, 20)
    .padEnd(20, "0");
}

/** The same for the same picture, so that each is stored once. */
function keyOf(picture: Picture): string {
  return `demo-${idOf(JSON.stringify(picture))}`;
}

/** One in eighty says more than woman or man, and most of these are in searches for both. */
function moreOf({ more }: Pool, index: number, now: number): { gender?: "both"; identity?: string } {
  const turn = Math.floor(index / 80);
  const code = more[turn % more.length];
  if (index % 80 !== 57 || !code) return {};
  const identity: Identity = { code, shown: turn % 4 !== 3, agreed: { version: "demo", language: "en", at: now } };
  return { identity: JSON.stringify(identity), ...(code !== "trans_woman" && { gender: "both" }) };
}

function rowOf(one: Person, id: string, pool: Pool) {
  const keys = one.photos.map(keyOf);
  return {
    ...one,
    id,
    pool: pool.id,
    domain_id: pool.domainId,
    name_key: one.username.normalize("NFKC").toLowerCase(),
    cell: cellOf(one),
    interests: JSON.stringify(one.interests),
    languages: JSON.stringify(one.languages),
    prompts: JSON.stringify(one.prompts),
    main_photo: keys[0] ?? null,
    match_answers: answersOf(id, pool.niche),
    photos: keys.map((key, position) => ({ id: idOf(`${id}:${position}`), key, position })),
  };
}

/** Two of three members have answered, most of them with gaps. */
function answersOf(id: string, niche: number): string | null {
  const random = createRandom(id);
  if (!random.chance(0.66)) return null;
  const answered = questionsOf(niche).filter(() => random.chance(0.9));
  return JSON.stringify(Object.fromEntries(answered.map((question) => [question, random.pick(QUESTIONS[question].options)])));
}

/** One transaction; these accounts cannot log in. */
async function insertPeople(db: D1Database, rows: object[]): Promise<void> {
  const json = JSON.stringify(rows);
  const field = (name: string) => `value ->> '$.${name}'`;
  const profile = [
    "gender",
    "identity",
    "looking_for",
    "birth_date",
    "country",
    "region",
    "city",
    "cell",
    ...ATTRIBUTE_NAMES,
    "height",
    "languages",
    "interests",
    "about",
    "prompts",
    "main_photo",
    "last_active_at",
    "created_at",
  ];
  await db.batch([
    db
      .prepare(
        `INSERT INTO accounts (id, pool, domain_id, email, password_hash, language, status, terms_version, terms_accepted_at, sensitive_version, sensitive_accepted_at, created_at, activated_at)
         SELECT ${["id", "pool", "domain_id", "email"].map(field).join(", ")}, '', 'en', 'active', 'demo', ${field("created_at")}, 'demo', ${field("created_at")}, ${field("created_at")}, ${field("created_at")} FROM json_each(?)`,
      )
      .bind(json),
    db
      .prepare(
        `INSERT INTO profiles (id, pool, name, name_key, status, fictional, ${profile.join(", ")})
         SELECT ${field("id")}, ${field("pool")}, ${field("username")}, ${field("name_key")}, 'active', 1, ${profile.map(field).join(", ")} FROM json_each(?)`,
      )
      .bind(json),
    db
      .prepare(
        `INSERT INTO photos (id, profile_id, key, position, status, visibility, created_at)
         SELECT p.value ->> '$.id', m.${field("id")}, p.value ->> '$.key', p.value ->> '$.position', 'active', 'public', m.${field("created_at")}
         FROM json_each(?) AS m, json_each(m.value, '$.photos') AS p`,
      )
      .bind(json),
    db
      .prepare(
        `INSERT INTO match_answers (member_id, answers, answered_at)
         SELECT ${field("id")}, ${field("match_answers")}, ${field("created_at")} FROM json_each(?)
         WHERE ${field("match_answers")} IS NOT NULL`,
      )
      .bind(json),
  ]);
}

function draw(picture: Picture): string {
  switch (picture.kind) {
    case "portrait":
      return portraitSvg(picture.look);
    case "life":
      return lifeSvg(lifeSpecs(picture.look)[picture.scene] as LifeSpec);
    case "scenery":
      return scenerySvg(SCENERIES[picture.index] as (typeof SCENERIES)[number]);
  }
}

function* drawn(wanted: ReadonlyMap<string, Picture>): Generator<readonly [string, string]> {
  for (const [key, picture] of wanted) yield [`${key}.full`, draw(picture)];
}

function photosOf({ gender }: (typeof DEMO_LOGINS)[number]): Picture[] {
  const look = PORTRAITS.find(
    (spec) =>
      spec.gender === gender &&
      spec.hair === "brown" &&
      spec.eyes === "green" &&
      spec.ageGroup === "adult" &&
      spec.body === "average",
  );
  if (!look) throw new Error(`no portrait for a ${gender} log-in`);
  return [
    { kind: "portrait", look },
    { kind: "life", look, scene: 0 },
    { kind: "life", look, scene: 1 },
  ];
}

async function insertLogins(db: D1Database, hash: string, now: number): Promise<void> {
  const day = 24 * 3600 * 1000;
  const home = readDomainFiles().find(({ id }) => id === "liaison");
  if (!home) throw new Error("no domain liaison for the ready-made log-ins");
  const agreed = versionsNow({ settings: home.settings, texts: home.assets.legal, country: "NL" });
  await db.batch(
    DEMO_LOGINS.flatMap((login) => {
      const keys = photosOf(login).map(keyOf);
      return [
        db
          .prepare(
            `INSERT INTO accounts (id, pool, domain_id, email, password_hash, language, status, paid_user, terms_version, terms_accepted_at, sensitive_version, sensitive_accepted_at, created_at, activated_at)
             VALUES (?1, 'liaison', 'liaison', ?2, ?3, 'en', 'active', ?4, ?6, ?5, ?7, ?5, ?5, ?5)`,
          )
          .bind(login.id, login.email, hash, Number(login.premium), now - 10 * day, agreed.terms, agreed.sensitive_data),
        db
          .prepare(
            `INSERT INTO profiles (id, pool, name, name_key, status, gender, looking_for, sexuality, birth_date, country, region, city, cell, hair, eyes, body, relationship, reason, smoking, children, drinking, height, languages, interests, about, main_photo, last_active_at, created_at, prompts)
             VALUES (?1, 'liaison', ?2, ?3, 'active', ?4, ?5, 'hetero', '1993-05-17', 'NL', 'NL-NH', 'Amsterdam', ${cellOf({ country: "NL", region: "NL-NH", city: "Amsterdam" })}, 'brown', 'green', 'average', 'single', 'relationship', 'never', 'none', 'sometimes', 172, '["en","nl"]', '["coffee","music","travelling"]', 'Here for real conversations and good coffee.', ?6, ?7, ?8, ?9)`,
          )
          .bind(
            login.id,
            login.name,
            login.name.toLowerCase(),
            login.gender,
            login.lookingFor,
            keys[0] ?? null,
            now - 6 * 3600 * 1000,
            now - 10 * day,
            JSON.stringify(login.prompts),
          ),
        ...keys.map((key, position) =>
          db
            .prepare(
              "INSERT INTO photos (id, profile_id, key, position, status, visibility, created_at) VALUES (?1, ?2, ?3, ?4, 'active', 'public', ?5)",
            )
            .bind(idOf(position === 0 ? `photo:${login.id}` : `photo:${login.id}:${position}`), login.id, key, position, now),
        ),
        db
          .prepare(
            "INSERT INTO ledger (account_id, amount, kind, cause, idempotency_key, created_at) VALUES (?1, ?2, 'adjustment', 'demo', 'demo', ?3)",
          )
          .bind(login.id, login.credits, now),
      ];
    }),
  );
}
