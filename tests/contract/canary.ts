import { expect, vi } from "vitest";
import { LOCAL_SECRETS } from "#scripts/secrets.ts";
import type { Statement } from "#tests/setup/member-rows.ts";
import { type Insert, insertMoney, type Run } from "#tests/setup/personal-money.ts";
import { insertReports } from "#tests/setup/personal-reports.ts";
import { phonePhoto } from "#tests/setup/pictures.ts";
import { PASSWORD } from "#tests/setup/signup-form.ts";
import { tripDay } from "#tests/setup/trip-day.ts";
import { type Account, noticeOf } from "#worker/billing/payments/providers/sandbox.ts";
import { member, Person } from "./person.ts";
import { inStore } from "./served-store.ts";

const DAY = 24 * 3_600_000;

/** Letters only: digits may look like a phone number to the contact check. */
const newToken = () =>
  `q${[...crypto.getRandomValues(new Uint8Array(11))].map((byte) => "abcdefghijklmnopqrstuvwxyz"[byte % 26]).join("")}`;

export interface Canary {
  anna: Person;
  /** Keeps the conversation. */
  ben: Person;
  /** Got one message. */
  dora: Person;
  /** Unguessable words by the field that holds each. */
  tokens: Record<string, string>;
}

/** A member with an own word in each free text that the product takes, and a row in each table about members. */
export async function addCanary(tick: () => Promise<void>): Promise<Canary> {
  const tokens: Record<string, string> = {};
  const word = (field: string) => {
    tokens[field] ??= newToken();
    return tokens[field];
  };
  let sent = 0;
  const once = () => `canary-request-${sent++}`;
  const ben = await member("local", { gender: "male", country: "NL" });
  const cid = await member("local", { gender: "male", country: "NL" });
  const dora = await member("local", { gender: "male", country: "NL" });
  const anna = new Person("local");
  const browser = { "user-agent": `Mozilla/5.0 ${word("user agent")}` };

  const begun = {
    gender: "female",
    looking_for: "male",
    date_of_birth_day: "3",
    date_of_birth_month: "2",
    date_of_birth_year: "1990",
  };
  await anna.call("saveSignupDraft", {
    step: "account",
    values: {
      ...begun,
      country: "NL",
      name: word("name"),
      email: `${word("address")}@example.org`,
      signup_message: word("first message"),
    },
  });
  const form = {
    name: word("name"),
    email: `${word("address")}@example.org`,
    signup_message: word("first message"),
    signup_profile: ben.id,
  };
  await anna.signUp({ ...form, tracking: { network: word("source"), ref: word("reference") } });
  Object.assign(anna, { email: form.email, name: form.name });
  await anna.confirm();
  await anna.call("login", { email: anna.email, password: PASSWORD }, browser);

  await anna.call("updateProfile", {
    about: `I like ${word("about")}`,
    prompts: [
      {
        question: (await anna.call("profile", {})).prompt_questions[0] ?? expect.unreachable(),
        answer: `Always ${word("answer")}`,
      },
    ],
    interests: [],
  });
  await anna.call("saveSearch", { gender: "male", country: "NL", name: word("search") });
  await anna.call("saveAnswers", { answers: { goal: "chat", pace: "slow" } });
  await anna.call("updatePreferences", { privacy: { show_online: false } });
  await anna.call("addPhoto", { file: phonePhoto() });
  const { conversation } = (await ben.call("sendMessage", { profile: anna.id, text: "Hello there", client_id: once() })).message;
  const say = async (text: string) => (await anna.call("sendMessage", { profile: ben.id, text, client_id: once() })).message.seq;
  await say(`Old words ${word("archived message")}`);
  await say(`Old hidden ${word("archived hidden message")}`);
  await inStore(
    { sql: "UPDATE messages SET created_at = created_at - ?", values: [60 * DAY] },
    { sql: "UPDATE conversations SET oldest_at = oldest_at - ?", values: [60 * DAY] },
  );
  await tick();
  const archived = () =>
    inStore<{ n: number }>({ sql: "SELECT archived_seq AS n FROM conversations WHERE id = ?", values: [conversation] });
  await vi.waitUntil(async () => (await archived())[0]?.[0]?.n === 3, { timeout: 60_000, interval: 100 });
  await ben.call("hideMessage", { conversation, seq: 3 });
  await say(`New words ${word("message")}`);
  const secret = await say(`Both hide ${word("hidden message")}`);
  for (const who of [anna, ben]) await who.call("hideMessage", { conversation, seq: secret });
  await ben.call("sendMessage", { profile: anna.id, text: "So you do", client_id: once() });
  await anna.call("sendPhoto", { conversation, file: phonePhoto(), text: word("caption"), client_id: once() });
  await anna.call("saveDraft", { profile: ben.id, text: word("draft"), client_id: once() });
  await anna.call("sendGift", { profile: ben.id, gift: "rose", note: word("gift note"), client_id: once() });
  await buy(anna, word);
  await anna.call("like", { profile: ben.id });
  await ben.call("like", { profile: anna.id });
  await anna.call("swipe", { profile: cid.id, liked: true });
  await cid.call("member", { id: anna.id });
  await anna.call("member", { id: cid.id });
  // Its key stays when the block deletes the chat.
  await anna.call("sendMessage", { profile: cid.id, text: "Before the block", client_id: once() });
  await anna.call("block", { profile: cid.id });
  const day = tripDay();
  await anna.call("addTrip", { country: "NL", region: "NL-GR", city: "Groningen", from: day, until: day });
  await anna.call("addAcquaintances", { emails: [`${word("known address")}@example.org`] });
  await anna.call("requestMailChange", { email: `${word("new address")}@example.org`, password: PASSWORD });
  await anna.call("report", { kind: "profile", object: ben.id, reason: "unlisted", text: `He wrote ${word("report")}` });
  await ben.call("report", { kind: "profile", object: anna.id, reason: "unlisted", text: "She is odd." });
  await anna.call("sendMessage", { profile: dora.id, text: `Good evening ${word("opener")}`, client_id: once() });
  const signed = { name: word("complaint name"), email: `${word("complaint address")}@example.org` };
  await anna.call("complaint", {
    kind: "consumer",
    text: `It is much too slow ${word("complaint")}`,
    good_faith: true,
    ...signed,
  });
  const device = {
    endpoint: `https://updates.push.services.mozilla.com/${word("push device")}`,
    keys: await browserKeys(),
  };
  await anna.call("subscribePush", device);
  await addUnreached(anna, ben, cid, word);
  await ben.call("chats", {});
  return { anna, ben, dora, tokens };
}

/** A push service refuses others and the subscription would be forgotten. */
async function browserKeys(): Promise<{ p256dh: string; auth: string }> {
  const { publicKey } = await crypto.subtle.generateKey({ name: "ECDH", namedCurve: "P-256" }, true, ["deriveBits"]);
  const p256dh = Buffer.from(await crypto.subtle.exportKey("raw", publicKey)).toString("base64url");
  return { p256dh, auth: "A".repeat(22) };
}

type Word = (field: string) => string;

/** A purchase with a stored card and a direct debit, as the sandbox's notices report them. */
async function buy(anna: Person, word: Word): Promise<void> {
  const { payment } = await anna.call("startPayment", { package: "c25", method: "card" });
  const { id, amount, currency } = payment;
  const noticeUrl = `http://localhost:${anna.port}/api/payment-webhook.php?provider=sandbox`;
  const stored = { token: word("card token"), label: `Visa ${word("card label")}` };
  const account = { order: { id, amount, currency, noticeUrl }, domainId: "liaison", reference: `r-${id}`, stored };
  const notice = await noticeOf(LOCAL_SECRETS.MEDIA_SECRET, account as Account, "completed", Date.now());
  const path = "/api/payment-webhook.php?provider=sandbox";
  expect((await anna.request("POST", path, await notice.text(), Object.fromEntries(notice.headers))).text).toBe("OK");
  const account2 = { iban: "NL91 ABNA 0417 1643 00", postcode: "1015 BA", country: "NL", mobile: "+31612340009" } as const;
  const person = { holder: `Anna ${word("holder")}`, street: `${word("street")} 1`, city: word("town") };
  await anna.call("directdebit", { step: "start", package: "c25", ...account2, ...person });
}

/** Rows that the calls above cannot make: of staff, of a device, of another kind of site. */
async function addUnreached({ id, email }: Person, ben: Person, cid: Person, word: Word): Promise<void> {
  const now = Date.now();
  const statements: Statement[] = [];
  const run: Run = (sql, ...values) => void statements.push({ sql, values: values.map((value) => value ?? null) });
  const insert: Insert = (table, row) =>
    run(`INSERT INTO ${table} (${Object.keys(row)}) VALUES (${Object.keys(row).map(() => "?")})`, ...Object.values(row));
  const [own, domain] = [{ account_id: id }, { domain_id: "liaison" }];
  insertMoney(insert, run, { member: id, friend: cid.id, now });
  insertReports(insert, { member: id, friend: cid.id, now });
  insert("age_requests", {
    ...{ ...own, ...domain, id: `age-${id}`, session_hash: "x", method: "eu", way: "link", state: `state-${id}`, next: "/" },
    ...{ country: "NL", secret: "", created_at: now, expires_at: now + DAY },
  });
  insert("age_checks", {
    ...{ ...own, ...domain, id: `check-${id}`, country: "NL", gesture: "fist", pose: `canary-pose-${id}` },
    ...{ document: `canary-document-${id}`, status: "waiting", sent_at: now },
  });
  insert("unseen", { viewer_id: ben.id, owner_id: id, print: "print of an address" });
  insert("ended_starts", { conversation_id: `ended-${id}`, sender_id: ben.id, receiver_id: id, started_at: now, declined: 1 });
  insert("calls", {
    ...{ id: `call-${id}`, conversation_id: `call-chat-${id}`, caller_id: id, callee_id: ben.id, domain_id: "liaison" },
    ...{ client_id: `call-${id}`, kind: "video", price_per: "free", price: 0, asked_at: now, alive_at: now },
  });
  insert("call_lines", { account_id: id, call_id: `call-${id}` });
  insert("belief_consents", { ...own, version: "1", language: "en", accepted_at: now });
  insert("news_consents", { ...own, ...domain, version: "1", language: "en", accepted_at: now });
  insert("imported", { ...own, ...domain, pool: "liaison", source: "other", old_id: "1", consents: "[]", imported_at: now });
  insert("old_paths", { ...own, ...domain, path: `/profile/${id}` });
  insert("staff_notes", { id: `note-${id}`, member_id: id, staff_id: "mo", text: word("staff note"), created_at: now });
  insert("desk_notes", {
    ...{ id: `desk-${id}`, profile_id: cid.id, member_id: id, staff_id: "mo", text: word("desk note"), created_at: now },
  });
  insert("fictional_profiles", { id, created_at: now });
  run(
    `INSERT INTO fictional_photos (photo_id, profile_id, origin, source, staff_id, created_at)
     SELECT id, profile_id, 'drawn', ?1, 'mo', ?2 FROM photos WHERE profile_id = ?3 LIMIT 1`,
    ...[word("picture source"), now, id],
  );
  insert("webhooks", {
    id: "hook-of-canary",
    url: "",
    events: "[]",
    secret: "",
    created_by: "mo",
    created_at: now,
    disabled_at: now,
  });
  const event = { event: "member.left", ...domain, member_id: id, at: now, next_at: now };
  insert("webhook_deliveries", { id: "event-of-canary", webhook_id: "hook-of-canary", ...event });
  insert("staff_requests", {
    ...{ id: `request-${id}`, kind: "export", member_id: id, ...domain, reason: "asked_by_mail", by_two: 1 },
    ...{ proposed_by: "mo", created_at: now },
  });
  insert("passkeys", { ...own, id: `key-${id}`, rp_id: "localhost", public_key: "x", name: word("passkey"), created_at: now });
  insert("invites", { ...own, ...domain, hash: `invite-${id}`, uses_left: 3, created_at: now, expires_at: now + DAY });
  insert("verifications", {
    ...{ id: `proof-${id}`, member_id: id, gesture: "fist", key: `canary-proof-${id}`, photos: "[]" },
    ...{ status: "refused", reason: "unclear", sent_at: now, decided_at: now },
  });
  const where = { country: "NL", region: "NL-NH", city: "Haarlem", cell: 1, place: "The fountain", zone: "Europe/Amsterdam" };
  const times = { day: "2100-01-01", starts_at: now + 10 * DAY, ends_at: now + 11 * DAY, created_at: now, changed_at: now };
  const meeting = { ...domain, ...where, ...times, status: "published", title: "A walk", text: "We walk.", language: "en" };
  insert("events", { ...meeting, id: `event-${ben.id}`, created_by: "mo" });
  insert("attendances", { event_id: `event-${ben.id}`, member_id: id, going: 1, listed: 1, at: now });
  insert("photo_grants", { owner_id: id, member_id: ben.id, status: "granted", at: now });
  insert("pending_likes", { liker_id: id, liked_id: ben.id, created_at: now });
  insert("idempotency", {
    ...own,
    key: `key-${id}`,
    request_hash: "x",
    status: 200,
    answer: word("answer of a call"),
    created_at: now,
  });
  insert("mail_reports", { ...own, ...domain, id: `report-${id}`, kind: "fbl", created_at: now });
  insert("pushes", { ...own, id: `push-${id}`, kind: "message", subject: "x", created_at: now, due_at: now + DAY });
  insert("notified", { ...own, kind: "like", subject: ben.id, at: now });
  // As the cron notes a like ten minutes later.
  insert("news", { account_id: ben.id, kind: "like", subject: id, at: now, due_at: now + DAY });
  const letter = { template: "complaint", sender: "x", subject: word("mail"), text: "", html: "", status: "sent" };
  insert("outbox", { ...domain, ...letter, id: `mail-${id}`, recipient: email, next_attempt_at: now, created_at: now });
  await inStore(...statements);
}
