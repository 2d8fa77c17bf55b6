import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { connect } from "#db/client.ts";
import { sessions, staffAudit } from "#db/schema/index.ts";
import { runSql, writeMessage } from "#tests/setup/actions.ts";
import { addMember } from "#tests/setup/add-member.ts";
import { memberContext } from "#tests/setup/member-context.ts";
import { addOrder } from "#tests/setup/orders.ts";
import { staffContext } from "#tests/setup/staff-context.ts";
import type { StaffMemberContext } from "#worker/backoffice/staff/context.ts";
import { DAY } from "#worker/platform/durations.ts";
import type { AppError } from "#worker/platform/errors.ts";
import { newId } from "#worker/platform/ids.ts";
import { nameKey } from "#worker/platform/text.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";

const db = connect(env.DB);
const { support, memberReports, refundProposals } = servicesOf(env);
const refusalOf = (call: Promise<unknown>) => call.then(() => "done").catch(({ code }: AppError) => code);
const found = async (...asked: Parameters<typeof support.findMembers>) => (await support.findMembers(...asked)).value;
const logOf = async ({ viewer }: StaffMemberContext) =>
  (await db.select().from(staffAudit))
    .filter(({ staffId }) => staffId === viewer.id)
    .map(({ action, objectId }) => [action, objectId]);

let anna: string;
let ben: string;
let name: string;
let email: string;
let now: number;

beforeEach(async () => {
  name = `Anna${newId().slice(0, 6)}`;
  anna = await addMember({ name });
  ben = await addMember();
  email = `${anna}@example.org`;
  await runSql("UPDATE profiles SET name_key = ? WHERE id = ?", nameKey(name), anna);
  await runSql("UPDATE accounts SET email = ? WHERE id = ?", email, anna);
  now = Date.now();
});

test("a member is found by exact id or address, or by a name; a moderator's search knows no addresses", async () => {
  const ctx = staffContext("support", now);
  for (const query of [anna, ` ${email.toUpperCase()}`, name.toLowerCase()])
    expect(await found(ctx, { query })).toEqual({ found: anna });
  for (const query of [`${name}%`, "", "a", email.slice(0, -1), "nobody"])
    expect(await found(ctx, { query })).toEqual({ found: "" });
  const moderator = staffContext("moderator", now);
  expect(await found(moderator, { query: email })).toEqual({ found: "" });
  expect(await found(moderator, { query: name })).toEqual({ found: anna });
  const { members } = await support.memberLines(moderator, { ids: `${anna}.${ben}.x` });
  expect(members.find(({ id }) => id === anna)).toMatchObject({ name, site: "Liaison", status: "active" });
  expect(members).toHaveLength(2);
  expect(await refusalOf(support.memberFile(ctx, { id: newId() }))).toBe("not_found");
});

test("names are found by their beginning, ten at a time, each once, the exact name first", async () => {
  const ctx = staffContext("moderator", now);
  const beginning = `zoë ${newId().slice(0, 6)}`.toLowerCase();
  const named: string[] = [];
  for (let n = 0; n < 25; n++) {
    const id = await addMember();
    const key = n === 0 ? beginning : `${beginning}${String.fromCodePoint(0x61 + n)}`;
    await runSql("UPDATE profiles SET name_key = ?, pool = ? WHERE id = ?", key, n % 3 === 0 ? "velvet" : "liaison", id);
    named.push(id);
  }
  const seen: string[][] = [];
  let after: string | undefined;
  do {
    const { found: ids, more }: { found: string; more?: string | undefined } = await found(ctx, { query: beginning, after });
    seen.push(ids.split("."));
    after = more;
  } while (after);
  expect(seen.map((page) => page.length)).toEqual([10, 10, 5]);
  expect(seen.flat()).toEqual(named);
  const { members } = await support.memberLines(ctx, { ids: seen[1]?.join(".") ?? "" });
  expect(members.map(({ id }) => id)).toEqual(seen[1]);
  expect((await found(ctx, { query: beginning.slice(0, 1) })).found).toBe("");
});

test("a reference leads to its member and to the queue in which it waits; a payment's number only for support", async () => {
  const id = newId();
  const row = (role: "operator" | "support" | "moderator") => staffContext(role, now);
  await runSql(
    `INSERT INTO reports (id, reference, domain_id, pool, reporter_id, reported_id, kind, object_id, reason, created_at, due_at)
      VALUES (?1, '7K3M9-QX4TD', 'liaison', 'liaison', ?2, ?3, 'profile', ?3, 'scam', 1, 1)`,
    ...[id, ben, anna],
  );
  for (const query of ["7K3M9-QX4TD", "7k3m9 qx4td"]) {
    expect(await found(row("moderator"), { query })).toEqual({ found: anna, waits: "report" });
    expect(await found(row("support"), { query }), "support works on no reports").toEqual({ found: anna });
  }
  await runSql("UPDATE reports SET status = 'decided', outcome = 'not_acted', decided_at = 2 WHERE id = ?", id);
  expect(await found(row("moderator"), { query: "7K3M9-QX4TD" })).toEqual({ found: anna });
  await runSql(
    `INSERT INTO complaints (id, reference, domain_id, kind, name, email, text, language, country, receipt, created_at)
      VALUES (?, '8K3M9-QX4TD', 'liaison', 'consumer', 'Mieke', 'mieke@example.org', 'Twice.', 'nl', 'NL', 0, ?)`,
    ...[newId(), now],
  );
  expect(await found(row("moderator"), { query: "8K3M9-QX4TD" }), "of nobody who was logged in").toEqual({
    ...{ found: "", waits: "complaint" },
  });
  const payment = await addOrder({ by: anna, at: now });
  expect(await found(row("support"), { query: payment })).toEqual({ found: anna });
  expect(await found(row("moderator"), { query: payment })).toEqual({ found: "" });
  const { effects } = await support.findMembers(row("support"), { query: "7k3m9qx4td" });
  expect(effects.seen).toEqual([{ typed: "7K3M9-QX4TD", reason: "reference" }]);
});

test("the file has money, devices, mails and consents for support, and nothing of them for a moderator", async () => {
  await runSql(
    "INSERT INTO outbox (id, account_id, domain_id, template, recipient, sender, subject, text, html, status, next_attempt_at, created_at) VALUES (?, ?, 'liaison', 'trial', ?, 'x', 'secret subject', 'secret body', '', 'sent', 0, ?)",
    newId(),
    anna,
    email,
    now,
  );
  const token = `token-${newId()}`;
  await addSession(anna, token);
  const { account } = await support.memberFile(staffContext("support", now), { id: anna });
  expect(account).toMatchObject({
    email,
    mails: [{ kind: "trial", status: "sent" }],
    sessions: [{ browser: "Firefox", open: true }],
  });
  expect(JSON.stringify(account)).not.toMatch(/secret|token-|passwordHash/);
  const seen = await support.memberFile(staffContext("moderator", now), { id: anna });
  expect(seen.account).toBeNull();
  expect(JSON.stringify(seen)).not.toContain(email);
});

async function addSession(member: string, hash: string): Promise<void> {
  await runSql(
    "INSERT INTO sessions (token_hash, account_id, domain_id, user_agent, created_at, expires_at) VALUES (?, ?, 'liaison', 'Mozilla/5.0 (X11; Linux) Firefox/130', ?, ?)",
    hash,
    member,
    now,
    now + DAY,
  );
}

test("the credits are exact, and the ledger pages without a gap", async () => {
  for (let n = 1; n <= 60; n++)
    await runSql(
      "INSERT INTO ledger (account_id, amount, kind, cause, idempotency_key, created_at) VALUES (?, ?, 'adjustment', 'test', ?, ?)",
      anna,
      n,
      newId(),
      n,
    );
  const ctx = staffContext("support", now);
  const { account: first } = await support.memberFile(ctx, { id: anna });
  const { account: second } = await support.memberFile(ctx, { id: anna, before: first?.next ?? 0 });
  const all = [...(first?.ledger ?? []), ...(second?.ledger ?? [])];
  expect(first?.ledger).toHaveLength(50);
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  expect(all.reduce((sum, { amount }) => sum + amount, 0)).toBe(first?.credits);
  expect([first?.credits, second?.next]).toEqual([first?.credits, null]);
  expect(first?.credits).toBeGreaterThanOrEqual(1830);
});

test("reports by and about a member, decisions, strikes, a mute and a ban are shown; private messages are not", async () => {
  await writeMessage(ben, anna);
  await memberReports.report(await memberContext(anna, { now }), { kind: "profile", object: ben, reason: "scam", block: false });
  for (const [kind, until] of [
    ["warning", null],
    ["mute", now + DAY],
    ["ban", null],
  ] as const)
    await runSql(
      "INSERT INTO decisions (id, reference, domain_id, pool, member_id, about, kind, reason, until, decided_by, created_at) VALUES (?, ?, 'liaison', 'liaison', ?, 'profile', ?, 'scam', ?, 'x', ?)",
      newId(),
      newId(),
      ben,
      kind,
      until,
      now,
    );
  await runSql("UPDATE accounts SET muted_until = ? WHERE id = ?", now + DAY, ben);
  const ctx = staffContext("moderator", now);
  const file = await support.memberFile(ctx, { id: ben });
  expect(file).toMatchObject({ banned: true, strikes: 1, reports: [{ by: false, outcome: null, reason: "scam" }] });
  expect(file.decisions.map(({ kind }) => kind).sort()).toEqual(["ban", "mute", "warning"]);
  expect(file.muted_until).toBe(new Date(now + DAY).toISOString());
  expect(JSON.stringify(file)).not.toContain("What nobody else reads");
  expect((await support.memberFile(ctx, { id: anna })).reports).toMatchObject([{ by: true }]);
  await runSql("UPDATE decisions SET objected_at = 1, outcome = 'reversed' WHERE member_id = ?", ben);
  expect(await support.memberFile(ctx, { id: ben })).toMatchObject({ banned: false, strikes: 0 });
});

test("a private photo is shown to moderation only", async () => {
  const insert = (id: string, position: number, visibility: string) =>
    runSql(
      "INSERT INTO photos (id, profile_id, key, position, status, visibility, created_at) VALUES (?, ?, ?, ?, 'active', ?, 1)",
      id,
      anna,
      `key-${id}`,
      position,
      visibility,
    );
  const [open, hidden] = [newId(), newId()];
  await insert(open, 10, "public");
  await insert(hidden, 11, "private");
  for (const id of [open, hidden])
    await env.PHOTOS.put(`key-${id}.card`, "photo", { httpMetadata: { contentType: "image/webp" } });
  const seen = async (role: "support" | "moderator") => {
    const ctx = staffContext(role, now);
    const { photos } = await support.memberFile(ctx, { id: anna });
    const answers = [open, hidden].map((photo) => refusalOf(support.memberPhoto(ctx, { photo, size: "card" })));
    return [photos.filter(({ id }) => id === open || id === hidden).map(({ visible }) => visible), await Promise.all(answers)];
  };
  expect(await seen("moderator")).toEqual([
    [true, true],
    ["done", "done"],
  ]);
  expect(await seen("support")).toEqual([
    [true, false],
    ["done", "not_found"],
  ]);
});

test("support logs a member out everywhere, and nobody else", async () => {
  await addSession(anna, `${anna}-1`);
  await addSession(anna, `${anna}-2`);
  await addSession(ben, `${ben}-1`);
  const ctx = staffContext("support", now);
  expect(await support.endMemberSessions(ctx, { id: anna })).toEqual({ ended: 2 });
  expect(await support.endMemberSessions(ctx, { id: anna })).toEqual({ ended: 0 });
  expect(await refusalOf(support.endMemberSessions(ctx, { id: newId() }))).toBe("not_found");
  const rows = (await db.select().from(sessions)).filter(({ accountId }) => accountId === anna || accountId === ben);
  expect(rows.map(({ accountId, revokedAt }) => [accountId === anna, revokedAt !== null]).sort()).toEqual(
    [
      [false, false],
      [true, true],
      [true, true],
    ].sort(),
  );
  expect(await logOf(ctx)).toEqual([
    ["end sessions", anna],
    ["end sessions", anna],
  ]);
});

test("the last activity does not go back when the member's presence ends", async () => {
  await runSql("UPDATE profiles SET last_active_at = ? WHERE id = ?", now - DAY, anna);
  await db.insert(sessions).values({
    ...{ tokenHash: newId(), accountId: anna, domainId: "liaison", createdAt: now - 2 * DAY, expiresAt: now + DAY },
    ...{ userAgent: "", lastSeenAt: now - 1_000 },
  });
  const file = await support.memberFile(staffContext("support", now), { id: anna });
  expect(file.last_active_at).toBe(new Date(now - 1_000).toISOString());
});

test("a payment whose refund is proposed or on its way is marked in the file", async () => {
  const payment = await addOrder({ by: anna, status: "completed" });
  const waits = async () => {
    const { account } = await support.memberFile(staffContext("support", now), { id: anna });
    return account?.payments.map(({ id, refund_waits }) => [id, refund_waits]);
  };
  expect(await waits()).toEqual([[payment, false]]);
  const proposal = { payment, share: "unused" as const, reason: "fault" as const };
  await refundProposals.proposeRefund(staffContext("support", now), proposal);
  expect(await waits()).toEqual([[payment, true]]);
  await runSql(
    `INSERT INTO refunds (id, payment_id, account_id, amount, credits, status, created_at, updated_at)
      VALUES (?1, ?1, ?2, 1000, 60, 'requested', 1, 1)`,
    payment,
    anna,
  );
  expect(await waits(), "superseded by a refund on its way").toEqual([[payment, true]]);
  await runSql("UPDATE refunds SET status = 'failed' WHERE id = ?", payment);
  expect(await waits()).toEqual([[payment, false]]);
});

test("the file names accounts of the pool with the same photo, and nobody who only has one like it", async () => {
  const other = await addMember();
  const hashed = async (owner: string, band3: number) => {
    const id = newId();
    await runSql(
      "INSERT INTO photos (id, profile_id, key, position, status, visibility, created_at) VALUES (?1, ?2, ?1, abs(random()), 'active', 'public', 1)",
      ...[id, owner],
    );
    await runSql(
      "INSERT INTO photo_hashes (id, pool, photo_id, band0, band1, band2, band3) SELECT ?1, pool, ?1, 1, 2, 3, ?3 FROM accounts WHERE id = ?2",
      ...[id, owner, band3],
    );
  };
  await hashed(anna, 4);
  await hashed(ben, 5);
  const tied = async () => (await support.memberFile(staffContext("support", now), { id: anna })).ties;
  expect(await tied()).toEqual([]);
  await hashed(other, 4);
  expect(await tied()).toMatchObject([{ member: other, banned: false, by: "photo" }]);
});
