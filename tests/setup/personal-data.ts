import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { newId } from "#worker/lib/ids.ts";
import { addMember } from "./add-member.ts";
import { insertMoney } from "./personal-money.ts";
import { insertReports } from "./personal-reports.ts";

/** Personal data of a deleted member; none of it may remain. */
export const TRACES = [
  "vera.q7x@mail.example",
  "Veraq7x",
  "veraq7x",
  "my q7xabout text",
  "1987-03-14",
  "Q7xtown",
  "Q7xBrowser/9",
  "push.example/q7xdevice",
  "q7xnetwork",
  "q7xsource",
  "q7xreason",
  "q7xkey",
  "q7xsnapshot",
  "q7xdraft",
];

async function insert(table: string, row: Record<string, string | number | null>): Promise<void> {
  const columns = Object.keys(row)
    .map((name) => `"${name}"`)
    .join(", ");
  const places = Object.keys(row).map(() => "?");
  await env.DB.prepare(`INSERT INTO ${table} (${columns}) VALUES (${places.join(", ")})`)
    .bind(...Object.values(row))
    .run();
}

export interface Fixture {
  member: string;
  /** Has a conversation and mutual likes with the member. */
  friend: string;
  conversation: string;
}

/** Two members with a conversation; the member has a row in every table. */
export async function addMemberWithData(now: number): Promise<Fixture> {
  const member = await addMember({ name: "Veraq7x", credits: 3 });
  const friend = await addMember({ name: "Friend" });
  const conversation = newId();
  const [a, b] = [member, friend].toSorted() as [string, string];
  const own = { account_id: member };
  const domain = { domain_id: "liaison" };
  await env.DB.prepare(
    `UPDATE accounts SET email = ?2, traffic_source = 'q7xsource', signup_message = 'q7xreason', signup_profile = ?3, signup_key = ?1,
      tracking = '{"network":"q7xnetwork"}', activated_at = ?4, paid_user = 1 WHERE id = ?1`,
  )
    .bind(member, TRACES[0], friend, now)
    .run();
  const key = `${"q7x".repeat(3)}key${member.slice(0, 12)}`;
  await env.DB.prepare(
    `UPDATE profiles SET name_key = 'veraq7x', birth_date = '1987-03-14', region = 'NL-NH', city = 'Q7xtown', hair = 'red', sexuality = 'bi',
      interests = '["tea"]', about = 'my q7xabout text', prompts = '[{"question":"sunday","answer":"q7xreason"}]', main_preview = 'q7xkey', main_photo = ?2 WHERE id = ?1`,
  )
    .bind(member, key)
    .run();
  await insert("sessions", {
    ...own,
    ...domain,
    token_hash: `q7xkey-session-${member}`,
    user_agent: "Q7xBrowser/9",
    country: "NL",
    created_at: now,
    expires_at: now + 1e9,
  });
  await insert("tokens", {
    ...own,
    hash: `q7xkey-${member}`,
    kind: "mail_change",
    data: TRACES[0] as string,
    created_at: now,
    expires_at: now,
  });
  await insert("consents", { ...own, kind: "terms", version: "1", language: "nl", accepted_at: now });
  await insert("passkeys", {
    ...own,
    id: `q7xkey-${member}`,
    rp_id: "localhost",
    public_key: "q7xkey",
    name: "Veraq7x's phone",
    created_at: now,
  });
  await insert("invites", { ...own, ...domain, hash: `q7xkey-invite-${member}`, uses_left: 3, created_at: now, expires_at: now });
  await insert("data_exports", {
    ...own,
    id: newId(),
    status: "ready",
    key: "archives/q7xkey",
    created_at: now,
    expires_at: now,
  });
  await insert("photos", { id: newId(), profile_id: member, key, position: 0, status: "active", created_at: now });
  await insert("blocks", { blocker_id: member, blocked_id: friend, created_at: now });
  await env.DB.prepare("DELETE FROM blocks WHERE blocker_id = ?").bind(member).run();
  await insert("blocks", { blocker_id: member, blocked_id: await addMember(), created_at: now });
  await insert("likes", { liker_id: member, liked_id: friend, created_at: now });
  await insert("likes", { liker_id: friend, liked_id: member, created_at: now });
  await insert("pending_likes", { liker_id: member, liked_id: friend, created_at: now });
  await insert("photo_grants", { owner_id: member, member_id: friend, status: "granted", at: now });
  await insert("visits", { visited_id: friend, visitor_id: member, at: now });
  await insert("saved_searches", {
    ...domain,
    id: newId(),
    member_id: member,
    filter: '{"countryregion":"q7xreason"}',
    filter_key: `q7xkey-${member}`,
    name: "q7xreason",
    notify: 1,
    seen_until: now,
    due_at: now,
    created_at: now,
  });
  await insert("swipes", { member_id: member, profile_id: friend, liked: 1, at: now });
  await insert("match_answers", { member_id: member, answers: '{"pace":"q7xreason"}', answered_at: now });
  await insert("conversations", { id: conversation, member_a: a, member_b: b, started_by: member, created_at: now });
  for (const [me, other] of [
    [member, friend],
    [friend, member],
  ] as const) {
    const last = { last_text: "Bye", last_sender: member, last_at: now };
    await insert("participants", { conversation_id: conversation, member_id: me, other_id: other, ...last });
  }
  await insert("chat_photos", {
    id: newId(),
    key: `${key}-chat`,
    sender_id: member,
    conversation_id: conversation,
    seq: 3,
    client_id: newId(),
    status: "active",
    preview: "q7xkey",
    created_at: now,
  });
  for (const [seq, sender] of [member, friend, member].entries()) {
    await insert("messages", {
      conversation_id: conversation,
      seq: seq + 1,
      id: newId(),
      client_id: newId(),
      sender_id: sender,
      type: "text",
      text: `Message ${seq + 1}`,
      price: 1,
      created_at: now,
    });
  }
  await insert("archived_sends", { sender_id: member, client_id: newId() });
  await insert("openers", { member_id: member, seq: 1, sketch: "00000000", created_at: now });
  await insert("chat_drafts", { member_id: member, other_id: friend, text: "my q7xdraft", updated_at: now });
  await insert("ledger", {
    ...own,
    amount: -1,
    kind: "message",
    cause: newId(),
    idempotency_key: `message:${newId()}`,
    created_at: now,
  });
  await insertMoney(insert, { member, friend, now });
  await insert("idempotency", { ...own, key: "q7xkey", request_hash: "x", status: 200, answer: "Veraq7x", created_at: now });
  await insert("complaints", {
    ...own,
    ...domain,
    id: newId(),
    reference: `R${member.slice(0, 8)}`,
    kind: "consumer",
    name: "Veraq7x",
    email: TRACES[0] as string,
    text: "It is too slow.",
    language: "en",
    country: "NL",
    complaint_key: `q7xkey-${member}`,
    receipt: 1,
    created_at: now,
  });
  await insertReports(insert, { member, friend, now });
  for (const account of [member, null]) {
    await insert("outbox", {
      ...domain,
      id: newId(),
      account_id: account,
      template: "complaint",
      recipient: TRACES[0] as string,
      sender: "x",
      subject: "Hi Veraq7x",
      text: "",
      html: "",
      status: "sent",
      next_attempt_at: now,
      created_at: now,
    });
  }
  await insert("mail_reports", { ...own, ...domain, id: newId(), kind: "fbl", created_at: now });
  await insert("push_subscriptions", {
    ...own,
    ...domain,
    endpoint: `https://push.example/q7xdevice/${member}`,
    session_hash: `q7xkey-session-${member}`,
    public_key: "q7xkey",
    p256dh: "q7xkey",
    auth: "q7xkey",
    created_at: now,
  });
  await insert("pushes", {
    ...own,
    id: `message:${member}`,
    kind: "message",
    subject: conversation,
    created_at: now,
    due_at: now,
  });
  await insert("preferences", { ...own, invisible: 1, updated_at: now });
  await insert("notified", { ...own, kind: "like", subject: friend, at: now });
  await insert("work_items", {
    ...domain,
    id: newId(),
    kind: "photo",
    object_id: newId(),
    member_id: member,
    pool: "liaison",
    reason: "q7xreason",
    created_at: now,
    due_at: now,
  });
  await insert("departures", {
    ...domain,
    id: newId(),
    reason: "other",
    text: "Too many mails.",
    days: 10,
    paid_user: 0,
    day: "2026-11-21",
  });
  for (const variant of ["full", "card", "thumb"]) {
    await env.PHOTOS.put(`${key}.${variant}`, "q7xphoto", { customMetadata: { profile: member } });
  }
  await env.PHOTOS.put(`archives/${member}/q7xkey`, "Veraq7x");
  const inbox = env.INBOX.get(env.INBOX.idFromName(member));
  const { mark } = await inbox.snapshot("hash", "user", "v");
  await inbox.keep("hash", now + 1e9, "user", "v", mark, "q7xsnapshot of Veraq7x");
  return { member, friend, conversation };
}

export async function tableNames(): Promise<string[]> {
  const { results } = await env.DB.prepare(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '_cf_%' AND name <> 'd1_migrations'",
  ).all<{ name: string }>();
  return results.map(({ name }) => name).toSorted();
}

export async function columnsOf(table: string): Promise<string[]> {
  const { results } = await env.DB.prepare("SELECT name FROM pragma_table_info(?)").bind(table).all<{ name: string }>();
  return results.map(({ name }) => name);
}

/** Contents of D1 and R2 as text, by table or key. */
async function dump(): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const table of await tableNames()) {
    const { results } = await env.DB.prepare(`SELECT * FROM "${table}"`).all();
    found.set(table, JSON.stringify(results));
  }
  for (const { key } of (await env.PHOTOS.list()).objects) {
    const object = await env.PHOTOS.get(key);
    found.set(`photo ${key}`, `${key} ${JSON.stringify(object?.customMetadata)} ${await object?.text()}`);
  }
  return found;
}

export async function storageOf(id: string): Promise<string> {
  const inbox = env.INBOX.get(env.INBOX.idFromName(id));
  return runInDurableObject(inbox, async (_, state) => JSON.stringify([...state.storage.kv.list()]));
}

/** Places that still hold personal data of the deleted member. */
export async function tracesOf({ member }: Fixture): Promise<string[]> {
  const held = await dump();
  held.set("object", await storageOf(member));
  return [...held].flatMap(([where, text]) =>
    TRACES.filter((trace) => text.includes(trace)).map((trace) => `${where}: ${trace}`),
  );
}
