import { createDecipheriv } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import { hasColumn } from "./dump.ts";
import {
  conversationsOf,
  dayOf,
  each,
  given,
  plain,
  type Reader,
  type ReadOptions,
  type Row,
  type Said,
  text,
  timeOf,
} from "./reader.ts";

/** `id` of the table `gender`; the third one is "other", which is no gender here. */
const GENDERS: Record<string, string> = { 1: "male", 2: "female" };
const TYPES: Record<string, string> = { "image/png": "png", "image/webp": "webp" };

/** Of Alovoa, by its public entities (MariaDB). Passwords are bcrypt; addresses, names and messages are encrypted with the keys of its configuration. */
export const alovoa: Reader = {
  tables: [
    ...["user", "user_dates", "user2genders", "user_image", "user_profile_picture", "user_like", "user_block"],
    ...["conversation", "conversation_users", "conversation_checked_date", "message"],
  ],
  *lines(db, options) {
    const decrypt = decrypter(options);
    const wanted = hasColumn(db, "user2genders", "prefered_genders_id")
      ? "(SELECT group_concat(prefered_genders_id) FROM user2genders g WHERE g.user_id = u.id)"
      : "NULL";
    const pictures = hasColumn(db, "user_profile_picture", "bin");
    db.exec("CREATE INDEX dates_of ON user_dates (id)");
    if (pictures)
      db.exec("CREATE INDEX picture_of ON user_profile_picture (user_id); CREATE INDEX images_of ON user_image (user_id)");
    const members = `SELECT u.*, d.date_of_birth, d.active_date, d.creation_date, ${wanted} AS wanted
      FROM user u LEFT JOIN user_dates d ON d.id = u.dates_id ORDER BY u.id`;
    for (const row of each(db, members)) {
      const line = memberOf(row, { options, decrypt, photos: () => (pictures ? photosOf(db, row, options) : []) });
      if (line) yield line;
    }
    const known = "SELECT id FROM user WHERE confirmed = 1 AND disabled = 0 AND gender_id IN (1, 2)";
    const pairs = (table: string) =>
      each(db, `SELECT * FROM ${table} WHERE user_from_id IN (${known}) AND user_to_id IN (${known}) ORDER BY date, id`);
    for (const [table, type] of [
      ["user_like", "like"],
      ["user_block", "block"],
    ] as const)
      if (hasColumn(db, table, "user_from_id"))
        for (const { user_from_id, user_to_id, date } of pairs(table)) {
          const at = timeOf(date);
          if (at) yield { type, from: text(user_from_id), to: text(user_to_id), at, ...(type === "like" && { seen: true }) };
        }
    if (hasColumn(db, "message", "content")) yield* conversationsOf(saidIn(db, known, decrypt));
  },
};

interface Making {
  options: ReadOptions;
  decrypt(value: Row[string] | undefined): string;
  photos(): { path: string }[];
}

function memberOf(row: Row, { options, decrypt, photos }: Making): object | null {
  const gender = GENDERS[text(row.gender_id)];
  if (Number(row.confirmed) !== 1) {
    options.left("members who never confirmed their address");
    return null;
  }
  if (!gender) {
    options.left("members whose gender is none of this site");
    return null;
  }
  const wanted = text(row.wanted)
    .split(",")
    .flatMap((id) => GENDERS[id] ?? []);
  const found = photos();
  return given({
    type: "member",
    id: text(row.id),
    email: decrypt(row.email),
    name: decrypt(row.first_name),
    birth_date: dayOf(row.date_of_birth),
    gender,
    looking_for: wanted.length === 1 ? wanted[0] : "everyone",
    country: text(row.country) || options.country,
    language: text(row.language).slice(0, 2),
    about: plain(text(row.description)),
    joined: timeOf(row.creation_date) ?? "1970-01-01T00:00:00Z",
    last_seen: timeOf(row.active_date),
    banned: Number(row.disabled) === 1 || undefined,
    legacy_hash: text(row.password),
    photos: found.length > 0 ? found.slice(0, 30) : undefined,
    old_paths: row.uuid ? [`/profile/view/${uuidOf(row.uuid)}`] : undefined,
  });
}

/** MariaDB keeps a UUID as text, or as 16 bytes. */
function uuidOf(value: Row[string]): string {
  if (!(value instanceof Uint8Array) || value.length !== 16) return text(value);
  return Buffer.from(value)
    .toString("hex")
    .replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, "$1-$2-$3-$4-$5");
}

/** Pictures stand in the database itself; the main one comes first. */
function photosOf(db: DatabaseSync, { id }: Row, { keep }: ReadOptions): { path: string }[] {
  const all = `SELECT 0 AS n, bin, bin_mime FROM user_profile_picture WHERE user_id = ?1 AND bin IS NOT NULL
    UNION ALL SELECT id, bin, bin_mime FROM user_image WHERE user_id = ?1 AND bin IS NOT NULL ORDER BY n`;
  const rows = db.prepare(all).all(id as number) as Row[];
  return rows.map(({ n, bin, bin_mime }) => {
    const bytes = bin instanceof Uint8Array ? bin : Buffer.from(text(bin), "utf8");
    return { path: keep(`${id}-${n}.${TYPES[text(bin_mime)] ?? "jpg"}`, bytes) };
  });
}

function* saidIn(db: DatabaseSync, known: string, decrypt: Making["decrypt"]): Generator<Said> {
  const checked = hasColumn(db, "conversation_checked_date", "last_checked_date")
    ? "(SELECT last_checked_date FROM conversation_checked_date c WHERE c.conversation_id = m.conversation_id AND c.user_id = m.user_to_id)"
    : "NULL";
  if (hasColumn(db, "conversation_checked_date", "user_id"))
    db.exec("CREATE INDEX checked_of ON conversation_checked_date (conversation_id, user_id)");
  for (const row of each(
    db,
    `SELECT m.*, ${checked} AS checked FROM message m WHERE user_from_id IN (${known}) AND user_to_id IN (${known}) AND user_from_id <> user_to_id
      AND date IS NOT NULL ORDER BY min(user_from_id, user_to_id), max(user_from_id, user_to_id), date, id`,
  )) {
    const said = plain(decrypt(row.content));
    const read = row.checked !== null && text(row.checked) >= text(row.date);
    if (said !== "")
      yield { from: text(row.user_from_id), to: text(row.user_to_id), text: said, at: timeOf(row.date) ?? "", read };
  }
}

/** AES-CBC with one key and one vector for all, in base64url: `app.text.key` and `app.text.salt`. */
function decrypter({ secrets }: ReadOptions): Making["decrypt"] {
  const [key, salt] = [Buffer.from(secrets.ALOVOA_TEXT_KEY ?? ""), Buffer.from(secrets.ALOVOA_TEXT_SALT ?? "")];
  if (![16, 24, 32].includes(key.length) || salt.length !== 16)
    throw new Error(
      "Set ALOVOA_TEXT_KEY (app.text.key: 16, 24 or 32 bytes) and ALOVOA_TEXT_SALT (app.text.salt: 16 bytes) in the environment.",
    );
  return (value) => {
    if (value === null || value === undefined) return "";
    const cipher = createDecipheriv(`aes-${key.length * 8}-cbc`, key, salt);
    return Buffer.concat([cipher.update(Buffer.from(text(value), "base64url")), cipher.final()]).toString("utf8");
  };
}
