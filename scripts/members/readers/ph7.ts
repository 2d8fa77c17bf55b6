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

/** Of pH7Builder, by its public schema (MySQL). Passwords are bcrypt. */
export const ph7: Reader = {
  tables: ["members", "members_info", "members_privacy", "members_friends", "pictures", "messages", "messenger"],
  *lines(db, options) {
    const members = `SELECT m.*, i.description, i.city, i.country, p.privacyProfile, p.searchProfile,
        (SELECT json_group_array(json_object('album', albumId, 'file', file) ORDER BY pictureId) FROM pictures x
          WHERE x.profileId = m.profileId AND x.approved = '1') AS pictures
      FROM members m LEFT JOIN members_info i ON i.profileId = m.profileId LEFT JOIN members_privacy p ON p.profileId = m.profileId
      ORDER BY m.profileId`;
    // An index each: a dump of 50,000 members would otherwise be read once for each of them.
    db.exec(`CREATE INDEX pictures_of ON pictures (profileId); CREATE INDEX info_of ON members_info (profileId);
      CREATE INDEX privacy_of ON members_privacy (profileId); CREATE INDEX names_of ON members (username)`);
    for (const row of each(db, members)) {
      const line = memberOf(row, options);
      if (line) yield line;
    }
    const friends = `SELECT f.* FROM members_friends f JOIN members a ON a.profileId = f.profileId AND a.active = 1 AND a.ban = 0
      JOIN members b ON b.profileId = f.friendId AND b.active = 1 AND b.ban = 0 ORDER BY f.requestDate, f.profileId, f.friendId`;
    for (const { profileId, friendId, requestDate, pending } of each(db, friends)) {
      const at = timeOf(requestDate);
      if (!at) {
        options.left("friendships without a time");
        continue;
      }
      const [from, to] = [text(profileId), text(friendId)];
      yield { type: "like", from, to, at, seen: Number(pending) === 0 };
      // A friendship that was accepted is a match here.
      if (Number(pending) === 0) yield { type: "like", from: to, to: from, at, seen: true };
    }
    yield* conversationsOf(saidIn(db));
  },
};

function memberOf(row: Row, { country, files, left }: ReadOptions): object | null {
  const sex = text(row.sex);
  if (Number(row.active) !== 1) {
    left("members who never confirmed their address");
    return null;
  }
  if (sex === "couple") {
    left("couples, which are no gender here");
    return null;
  }
  const username = text(row.username);
  const wanted = text(row.matchSex).split(",");
  const both = wanted.includes("male") && wanted.includes("female");
  const pictures = (JSON.parse(text(row.pictures) || "[]") as { album: number; file: string }[]).map(({ album, file }) => ({
    path: `${files}/picture/img/${username}/${album}/${file}`,
  }));
  const avatar = text(row.avatar);
  const photos =
    avatar && Number(row.approvedAvatar) === 1
      ? [{ path: `${files}/user/avatar/img/${username}/${avatar}` }, ...pictures]
      : pictures;
  return given({
    type: "member",
    id: text(row.profileId),
    email: text(row.email),
    name: username,
    birth_date: dayOf(row.birthDate),
    gender: sex,
    looking_for: both || wanted[0] === "couple" ? "everyone" : wanted[0],
    country: text(row.country) || country,
    city: text(row.city),
    language: text(row.lang).slice(0, 2),
    about: plain(text(row.description)),
    joined: timeOf(row.joinDate) ?? "1970-01-01T00:00:00Z",
    last_seen: timeOf(row.lastActivity),
    hidden: row.privacyProfile === "only_me" || row.searchProfile === "no" || undefined,
    banned: Number(row.ban) === 1 || undefined,
    credits: Number(row.credits) || undefined,
    legacy_hash: text(row.password),
    photos: photos.length > 0 ? photos.slice(0, 30) : undefined,
    old_paths: [`/@${username.toLowerCase()}`],
  });
}

/** Letters and instant messages of two members are one conversation. */
function* saidIn(db: Parameters<Reader["lines"]>[0]): Generator<Said> {
  const all = `SELECT sender AS a, recipient AS b, message, sendDate AS at, status = 0 AS read, messageId AS n FROM messages
    UNION ALL SELECT f.profileId, t.profileId, m.message, m.sent, m.recd, m.messengerId FROM messenger m
      JOIN members f ON f.username = m.fromUser JOIN members t ON t.username = m.toUser`;
  const known = "SELECT profileId FROM members WHERE active = 1 AND ban = 0 AND sex <> 'couple'";
  for (const { a, b, message, at, read } of each(
    db,
    `SELECT * FROM (${all}) WHERE a IN (${known}) AND b IN (${known}) AND a <> b AND at IS NOT NULL ORDER BY min(a, b), max(a, b), at, n`,
  )) {
    const said = plain(text(message));
    if (said !== "") yield { from: text(a), to: text(b), text: said, at: timeOf(at) ?? "", read: Number(read) > 0 };
  }
}
