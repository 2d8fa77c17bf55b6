import { env } from "cloudflare:workers";
import { newId } from "#worker/platform/ids.ts";
import { addMember } from "./add-member.ts";
import { insertHidden } from "./personal-hidden.ts";
import { type Insert, insertMoney, type Run } from "./personal-money.ts";
import { insertReports } from "./personal-reports.ts";
import { TRACES } from "./personal-traces.ts";

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
  const stranger = await addMember();
  const conversation = newId();
  // One round trip instead of eighty.
  const statements: D1PreparedStatement[] = [];
  const run: Run = (sql, ...values) => void statements.push(env.DB.prepare(sql).bind(...values));
  const insert: Insert = (table, row) => {
    const columns = Object.keys(row).map((name) => `"${name}"`);
    run(`INSERT INTO ${table} (${columns.join(", ")}) VALUES (${columns.map(() => "?").join(", ")})`, ...Object.values(row));
  };
  const [a, b] = [member, friend].toSorted() as [string, string];
  const own = { account_id: member };
  const domain = { domain_id: "liaison" };
  run(
    `UPDATE accounts SET email = ?2, traffic_source = 'q7xsource', signup_message = 'q7xreason', signup_profile = ?3, signup_key = ?1,
      tracking = '{"network":"q7xnetwork"}', activated_at = ?4, paid_user = 1 WHERE id = ?1`,
    member,
    TRACES[0],
    friend,
    now,
  );
  const key = `${"q7x".repeat(3)}key${member.slice(0, 12)}`;
  run(
    `UPDATE profiles SET name_key = 'veraq7x', birth_date = '1987-03-14', region = 'NL-NH', city = 'Q7xtown', hair = 'red', sexuality = 'bi',
      interests = '["tea"]', about = 'my q7xabout text', prompts = '[{"question":"sunday","answer":"q7xreason"}]', main_preview = 'q7xkey', main_photo = ?2 WHERE id = ?1`,
    member,
    key,
  );
  insert("sessions", {
    ...own,
    ...domain,
    token_hash: `q7xkey-session-${member}`,
    user_agent: "Q7xBrowser/9",
    country: "NL",
    created_at: now,
    expires_at: now + 1e9,
  });
  insert("tokens", {
    ...own,
    hash: `q7xkey-${member}`,
    kind: "mail_change",
    data: TRACES[0] as string,
    ...{ created_at: now, expires_at: now },
  });
  insert("belief_consents", { ...own, version: "1", language: "nl", accepted_at: now });
  insert("news_consents", { ...own, ...domain, version: "1", language: "nl", accepted_at: now });
  insert("consents", { ...own, kind: "terms", version: "1", language: "nl", accepted_at: now });
  const imported = { ...own, ...domain, pool: "liaison", source: "old", old_id: `q7xold-${member}` };
  insert("imported", { ...imported, consents: "[]", imported_at: now });
  insert("old_paths", { ...own, domain_id: "liaison", path: `/q7xold-${member}` });
  const request = { id: `q7xkey-${member}`, session_hash: "q7xkey", state: `q7xkey-${member}`, next: "/chats", secret: "q7xkey" };
  const asked = { ...domain, method: "eu", way: "qr", country: "NL", created_at: now, expires_at: now + 1e9 };
  insert("age_requests", { ...own, ...request, ...asked });
  insert("age_checks", {
    ...{ ...own, ...domain, id: newId(), country: "NL", gesture: "fist", pose: `${key}-pose`, document: `${key}-document` },
    ...{ status: "waiting", sent_at: now },
  });
  insert("passkeys", {
    ...own,
    id: `q7xkey-${member}`,
    rp_id: "localhost",
    public_key: "q7xkey",
    name: "Veraq7x's phone",
    created_at: now,
  });
  insert("invites", { ...own, ...domain, hash: `q7xkey-invite-${member}`, uses_left: 3, created_at: now, expires_at: now });
  insert("data_exports", {
    ...own,
    id: newId(),
    status: "ready",
    key: "archives/q7xkey",
    created_at: now,
    expires_at: now,
  });
  insert("photos", { id: member, profile_id: member, key, position: 0, status: "active", created_at: now });
  insertHidden(insert, run, { member, friend, stranger, now });
  insert("likes", { liker_id: member, liked_id: friend, created_at: now });
  insert("likes", { liker_id: friend, liked_id: member, created_at: now });
  insert("pending_likes", { liker_id: member, liked_id: friend, created_at: now });
  insert("verifications", {
    ...{ id: newId(), member_id: member, gesture: "fist", key: `${key}-proof`, photos: "[]" },
    ...{ status: "refused", reason: "unclear", sent_at: now, decided_at: now },
  });
  insert("photo_grants", { owner_id: member, member_id: friend, status: "granted", at: now });
  insert("visits", { visited_id: friend, visitor_id: member, at: now });
  insert("saved_searches", {
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
  insert("swipes", { member_id: member, profile_id: friend, liked: 1, at: now });
  insert("match_answers", { member_id: member, answers: '{"pace":"q7xreason"}', answered_at: now });
  insert("conversations", { id: conversation, member_a: a, member_b: b, started_by: member, created_at: now });
  for (const [me, other] of [
    [member, friend],
    [friend, member],
  ] as const) {
    const last = { last_text: "Bye", last_sender: member, last_at: now };
    insert("participants", { conversation_id: conversation, member_id: me, other_id: other, ...last });
  }
  insert("chat_photos", {
    id: newId(),
    key: `${key}-chat`,
    sender_id: member,
    conversation_id: conversation,
    seq: 3,
    client_id: newId(),
    status: "active",
    preview: "q7xkey",
    duration: 2000,
    played_at: now,
    created_at: now,
  });
  for (const [seq, sender] of [member, friend, member].entries()) {
    const message = { id: newId(), client_id: newId(), type: "text", text: `Message ${seq + 1}`, price: 1, created_at: now };
    insert("messages", { conversation_id: conversation, seq: seq + 1, sender_id: sender, ...message });
  }
  insert("archive_senders", { member_id: member });
  run("INSERT INTO archived_keys (sender, key) SELECT id, 47 FROM archive_senders WHERE member_id = ?", member);
  insert("archived_sends", { sender_id: member, client_id: newId() });
  insert("openers", { member_id: member, seq: 1, sketch: "00000000", created_at: now });
  insert("calls", {
    ...{ id: `call-${member}`, conversation_id: conversation, caller_id: member, callee_id: friend, domain_id: "liaison" },
    ...{ client_id: `call-${member}`, kind: "video", price_per: "free", price: 0, asked_at: now, alive_at: now },
  });
  insert("call_lines", { account_id: member, call_id: `call-${member}` });
  insert("chat_drafts", { member_id: member, other_id: friend, text: "my q7xdraft", updated_at: now });
  insert("ledger", {
    ...own,
    amount: -1,
    kind: "message",
    cause: newId(),
    idempotency_key: `message:${newId()}`,
    created_at: now,
  });
  insertMoney(insert, run, { member, friend, now });
  insert("idempotency", { ...own, key: "q7xkey", request_hash: "x", status: 200, answer: "Veraq7x", created_at: now });
  insert("complaints", {
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
  insertReports(insert, { member, friend, now, photo: member });
  for (const account of [member, null]) {
    insert("outbox", {
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
  insert("mail_reports", { ...own, ...domain, id: newId(), kind: "fbl", created_at: now });
  insert("push_subscriptions", {
    ...own,
    ...domain,
    endpoint: `https://push.example/q7xdevice/${member}`,
    session_hash: `q7xkey-session-${member}`,
    public_key: "q7xkey",
    p256dh: "q7xkey",
    auth: "q7xkey",
    created_at: now,
  });
  insert("pushes", {
    ...own,
    id: `message:${member}`,
    kind: "message",
    subject: conversation,
    created_at: now,
    due_at: now,
  });
  insert("preferences", { ...own, invisible: 1, updated_at: now });
  insert("notified", { ...own, kind: "like", subject: friend, at: now });
  insert("work_items", {
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
  insert("staff_notes", { id: newId(), member_id: member, staff_id: "support", text: "q7xnote", created_at: now });
  insert("webhooks", { id: member, url: "", events: "[]", secret: "", created_by: "", created_at: now });
  const event = { event: "member.left", ...domain, member_id: member, at: now, next_at: now };
  insert("webhook_deliveries", { id: member, webhook_id: member, ...event });
  insert("staff_requests", {
    ...domain,
    id: newId(),
    kind: "export",
    member_id: member,
    credits: 0,
    reason: "asked_by_mail",
    by_two: 1,
    proposed_by: "support",
    created_at: now,
  });
  insert("departures", {
    ...domain,
    id: newId(),
    reason: "other",
    text: "Too many mails.",
    days: 10,
    paid_user: 0,
    day: "2026-11-21",
  });
  await env.DB.batch(statements);
  for (const variant of ["full", "card", "thumb"]) {
    await env.PHOTOS.put(`${key}.${variant}`, "q7xphoto", { customMetadata: { profile: member } });
  }
  await env.PHOTOS.put(`archives/${member}/q7xkey`, "Veraq7x");
  const inbox = env.INBOX.get(env.INBOX.idFromName(member));
  const { mark } = await inbox.snapshot("hash", "user", "v");
  await inbox.keep("hash", now + 1e9, "user", "v", mark, "q7xsnapshot of Veraq7x");
  return { member, friend, conversation };
}
