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
  stampOf,
  text,
} from "./reader.ts";

/** Values of the questions `sex` and `match_sex`, as they are installed; each is a bit. */
const MALE = 1;
const FEMALE = 2;

/** Of Oxwall and SkaDate, which is built on it, by the public schema (MySQL). Passwords are sha256(OW_PASSWORD_SALT . password). */
export const oxwall: Reader = {
  tables: [
    ...["base_user", "base_question_data", "base_user_block", "base_user_suspend", "base_avatar", "photo", "photo_album"],
    ...["mailbox_message", "winks_winks", "usercredits_balance", "googlelocation_data"],
  ],
  *lines(db, options) {
    const salt = options.secrets.OXWALL_PASSWORD_SALT;
    if (salt === undefined)
      throw new Error("Set OXWALL_PASSWORD_SALT (OW_PASSWORD_SALT of ow_includes/config.php) in the environment.");
    db.exec(
      "CREATE INDEX answers_of ON base_question_data (userId, questionName); CREATE INDEX suspended ON base_user_suspend (userId)",
    );
    const answer = (name: string, column: string) =>
      `(SELECT ${column} FROM base_question_data q WHERE q.userId = u.id AND q.questionName = '${name}') AS "${name}"`;
    const balance = hasColumn(db, "usercredits_balance", "balance")
      ? "(SELECT balance FROM usercredits_balance b WHERE b.userId = u.id)"
      : "NULL";
    const place = hasColumn(db, "googlelocation_data", "countryCode")
      ? "(SELECT countryCode FROM googlelocation_data g WHERE g.entityId = u.id AND g.entityType = 'user')"
      : "NULL";
    const members = `SELECT u.*, ${answer("realname", "textValue")}, ${answer("sex", "intValue")}, ${answer("match_sex", "intValue")},
        ${answer("birthdate", "dateValue")}, ${answer("aboutme", "textValue")}, ${balance} AS balance, ${place} AS country,
        (SELECT 1 FROM base_user_suspend s WHERE s.userId = u.id) AS suspended
      FROM base_user u ORDER BY u.id`;
    for (const row of each(db, members)) {
      const line = memberOf(row, options, salt, photosOf(db, row, options));
      if (line) yield line;
    }
    const known = `SELECT u.id FROM base_user u WHERE u.emailVerify = 1 AND u.id NOT IN (SELECT userId FROM base_user_suspend)
      AND u.id IN (SELECT userId FROM base_question_data WHERE questionName = 'sex' AND intValue IN (${MALE}, ${FEMALE}))`;
    if (hasColumn(db, "winks_winks", "partnerId"))
      for (const { userId, partnerId, timestamp } of each(
        db,
        `SELECT * FROM winks_winks WHERE userId IN (${known}) AND partnerId IN (${known}) ORDER BY timestamp, id`,
      ))
        yield { type: "like", from: text(userId), to: text(partnerId), at: stampOf(timestamp), seen: true };
    // A block has no time there.
    for (const { userId, blockedUserId } of hasColumn(db, "base_user_block", "blockedUserId")
      ? each(db, `SELECT * FROM base_user_block WHERE userId IN (${known}) AND blockedUserId IN (${known}) ORDER BY id`)
      : [])
      yield { type: "block", from: text(userId), to: text(blockedUserId), at: "2000-01-01T00:00:00Z" };
    if (hasColumn(db, "mailbox_message", "text")) yield* conversationsOf(saidIn(db, known));
  },
};

function memberOf(row: Row, { country, left }: ReadOptions, salt: string, photos: { path: string }[]): object | null {
  if (Number(row.emailVerify) !== 1) {
    left("members who never confirmed their address");
    return null;
  }
  const gender = genderOf(Number(row.sex));
  if (!gender) {
    left("members whose gender is none of this site");
    return null;
  }
  const username = text(row.username);
  return given({
    type: "member",
    id: text(row.id),
    email: text(row.email),
    name: text(row.realname) || username,
    birth_date: dayOf(row.birthdate),
    gender,
    looking_for: genderOf(Number(row.match_sex)) ?? "everyone",
    country: text(row.country) || country,
    about: plain(text(row.aboutme)),
    joined: stampOf(row.joinStamp) ?? "1970-01-01T00:00:00Z",
    last_seen: stampOf(row.activityStamp),
    banned: Number(row.suspended) === 1 || undefined,
    credits: Math.max(0, Math.floor(Number(row.balance ?? 0))) || undefined,
    legacy_hash: { template: "sha256($salt.$password)", salt, hash: text(row.password) },
    photos: photos.length > 0 ? photos.slice(0, 30) : undefined,
    old_paths: [`/user/${username}`],
  });
}

/** Undefined for both, for none and for what an operator added. */
function genderOf(bits: number): string | undefined {
  return bits === MALE ? "male" : bits === FEMALE ? "female" : undefined;
}

function photosOf(db: DatabaseSync, { id }: Row, { files }: ReadOptions): { path: string }[] {
  const avatars = hasColumn(db, "base_avatar", "hash")
    ? (db.prepare("SELECT hash FROM base_avatar WHERE userId = ?").all(id as number) as Row[])
    : [];
  const all = hasColumn(db, "photo_album", "userId")
    ? (db
        .prepare(
          `SELECT p.id, p.hash FROM photo p JOIN photo_album a ON a.id = p.albumId WHERE a.userId = ? AND p.status = 'approved' ORDER BY p.id`,
        )
        .all(id as number) as Row[])
    : [];
  return [
    ...avatars.map(({ hash }) => ({ path: `${files}/base/avatars/avatar_original_${id}_${hash}.jpg` })),
    ...all.map((photo) => ({ path: `${files}/photo/photo_original_${photo.id}${photo.hash ? `_${photo.hash}` : ""}.jpg` })),
  ];
}

function* saidIn(db: DatabaseSync, known: string): Generator<Said> {
  for (const row of each(
    db,
    `SELECT * FROM mailbox_message WHERE senderId IN (${known}) AND recipientId IN (${known}) AND senderId <> recipientId AND isSystem = 0
      ORDER BY min(senderId, recipientId), max(senderId, recipientId), timeStamp, id`,
  )) {
    const said = plain(text(row.text));
    const at = stampOf(row.timeStamp);
    if (said !== "" && at)
      yield { from: text(row.senderId), to: text(row.recipientId), text: said, at, read: Number(row.recipientRead) === 1 };
  }
}
