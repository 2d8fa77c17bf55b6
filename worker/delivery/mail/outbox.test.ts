import { createExecutionContext, createMessageBatch, getQueueResult, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { addMember } from "#tests/setup/add-member.ts";
import { NOON } from "#tests/setup/context.ts";
import { addBoth, addMail, db, failing, outboxOf, stateOf, store } from "#tests/setup/outbox.ts";
import { MINUTE } from "#worker/platform/durations.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";
import { createMailServices } from "#worker/server/wiring/mail.ts";
import { createPlatform } from "#worker/server/wiring/platform.ts";
import { consumeMails, type MailJob } from "./mail.consumer.ts";
import { createOutboxStore } from "./outbox.store.ts";
import { createOutbox, type Message, NO_MAIL } from "./outbox.ts";

test("a mail goes out once, however often its message comes", async () => {
  const id = await addMail();
  const { outbox, sent } = outboxOf();
  expect(await Promise.all(Array.from({ length: 6 }, () => outbox.deliver(id, NOON)))).toEqual(Array(6).fill(null));
  expect(await outbox.deliver(id, NOON + 60 * MINUTE)).toBe(null);
  expect(sent).toEqual([
    {
      from: { name: "Liaison", email: "no-reply@liaison.example" },
      to: "anna@example.org",
      subject: "Confirm your e-mail address for Liaison",
      text: expect.stringContaining("123456"),
      html: expect.stringContaining("http://localhost/x"),
      headers: { "Auto-Submitted": "auto-generated", "Content-Language": "en" },
    },
  ]);
  expect(await stateOf(id)).toMatchObject({ status: "sent", attempts: 1, sentAt: NOON });
});

test("a mailer that fails is asked again, later each time, for a day, and support can send what was given up", async () => {
  const id = await addMail();
  const { outbox } = outboxOf(failing("E_INTERNAL_SERVER_ERROR"));
  let now = NOON;
  const waits: number[] = [];
  for (;;) {
    const wait = await outbox.deliver(id, now);
    if (wait === null) break;
    expect(await outbox.deliver(id, now + wait - 1), "not before its time").toBe(null);
    waits.push(wait / MINUTE);
    now += wait;
  }
  expect(waits).toEqual([0.5, 2, 10, 30, ...Array(23).fill(60)]);
  expect(await stateOf(id)).toMatchObject({ status: "failed", attempts: 28, lastError: "E_INTERNAL_SERVER_ERROR" });

  const real = createOutboxStore(db, { keepBodies: false });
  expect((await real.find(id))?.text, "its words stay for support").toContain("123456");
  expect(await real.requeue(id, now)).toBe(true);
  const { outbox: mended, sent } = outboxOf();
  expect(await mended.deliver(id, now)).toBe(null);
  expect([sent.length, (await stateOf(id)).status]).toEqual([1, "sent"]);
  expect(await real.requeue(id, now), "what is sent is not sent again").toBe(false);
});

test("a provider that is down for eight hours, with a queue that forgets, delays mails and loses none", async () => {
  await env.DB.exec("DELETE FROM outbox");
  const ids = await Promise.all(Array.from({ length: 20 }, () => addMail()));
  const back = NOON + 8 * 60 * MINUTE;
  let now = NOON;
  const down = (message: Message) => (now < back ? failing("E_DELIVERY_FAILED")() : message);
  const queue: string[] = [];
  const sent: string[] = [];
  const outbox = createOutbox({
    store,
    async send(message) {
      down(message);
      sent.push(message.to);
    },
    async enqueue(taken) {
      // Every other time the queue is down as well.
      if ((now / MINUTE) % 2 === 0) throw new Error("down");
      queue.push(...taken);
    },
  });
  for (; now <= back + 65 * MINUTE; now += 5 * MINUTE) {
    await outbox.sweep(now).catch(() => {});
    for (const id of queue.splice(0)) await outbox.deliver(id, now);
  }
  expect(sent).toHaveLength(ids.length);
  const { results } = await env.DB.prepare("SELECT DISTINCT status FROM outbox").all();
  expect(results).toEqual([{ status: "sent" }]);
});

test("D1 that fails right after the mail is out: it goes out twice at most, and never not at all", async () => {
  const id = await addMail();
  const sent: string[] = [];
  let broken = true;
  const outbox = createOutbox({
    store: {
      ...store,
      markSent: (mail, now) => (broken ? Promise.reject(new Error("D1 is away")) : store.markSent(mail, now)),
    },
    send: async ({ to }) => sent.push(to),
    enqueue: async () => {},
  });
  await expect(outbox.deliver(id, NOON)).rejects.toThrow("D1 is away");
  broken = false;
  expect(await outbox.deliver(id, NOON + 4 * MINUTE)).toBe(null);
  await outbox.deliver(id, NOON + 5 * MINUTE);
  await outbox.deliver(id, NOON + 15 * MINUTE);
  expect([sent.length, (await stateOf(id)).status]).toEqual([2, "sent"]);
});

test("an address that takes no mail is noted as such, also where D1 fails in the middle", async () => {
  const id = await addMail();
  const noted: string[] = [];
  let broken = true;
  const outbox = createOutbox({
    store,
    send: failing(NO_MAIL),
    enqueue: async () => {},
    async returned({ recipient }) {
      if (broken) throw new Error("D1 is away");
      noted.push(recipient);
    },
  });
  await expect(outbox.deliver(id, NOON)).rejects.toThrow("D1 is away");
  broken = false;
  await outbox.deliver(id, NOON + 6 * MINUTE);
  expect([noted, (await stateOf(id)).status]).toEqual([["anna@example.org"], "failed"]);
});

test("an optional mail is skipped where the member does not want it any more when its turn comes; others are tried", async () => {
  const standings: [sql: string, reason: string | null][] = [
    ["UPDATE accounts SET language = language WHERE id = ?", null],
    [`UPDATE accounts SET notifications_disabled = '["fbl"]' WHERE id = ?`, "fbl"],
    [`UPDATE accounts SET notifications_disabled = '["bounce"]' WHERE id = ?`, "bounce"],
    ["UPDATE accounts SET status = 'deleted', deleted_at = 1 WHERE id = ?", "inactive"],
    [`INSERT INTO preferences (account_id, channels, updated_at) VALUES (?, '{"like":{"mail":false}}', 0)`, "off"],
    ["INSERT INTO preferences (account_id, paused, updated_at) VALUES (?, 1, 0)", "paused"],
    ["UPDATE accounts SET new_likes = 0 WHERE id = ?", "seen"],
  ];
  for (const [sql, reason] of standings) {
    const member = await addMember();
    await env.DB.prepare("UPDATE accounts SET new_likes = 1 WHERE id = ?").bind(member).run();
    const [optional, needed] = await addBoth(member);
    await env.DB.prepare(sql).bind(member).run();
    const { outbox, sent } = outboxOf();
    await outbox.deliver(optional, NOON);
    await outbox.deliver(needed, NOON);
    expect([sent.length, (await stateOf(optional)).lastError, (await stateOf(needed)).status], sql).toEqual([
      reason === null ? 2 : 1,
      reason,
      "sent",
    ]);
    if (reason) expect((await stateOf(optional)).status).toBe("skipped");
  }
});

test("an optional mail that waited goes to the address of now; a needed one to the address that it is about", async () => {
  const member = await addMember();
  const [optional, needed] = await addBoth(member);
  await env.DB.prepare("UPDATE accounts SET email = 'moved@example.org', new_likes = 1 WHERE id = ?").bind(member).run();
  const { outbox, sent } = outboxOf();
  await outbox.deliver(optional, NOON);
  await outbox.deliver(needed, NOON);
  expect(sent.map(({ to }) => to)).toEqual(["moved@example.org", "anna@example.org"]);
});

test("a mail given up a week ago has no body any more, one older than 90 days no recipient, one older than 400 no row", async () => {
  await env.DB.exec("DELETE FROM outbox");
  const day = 24 * 60 * MINUTE;
  const [fresh, failed, old] = [await addMail(NOON), await addMail(NOON - 8 * day), await addMail(NOON - 91 * day)];
  const refusing = outboxOf(failing("E_RECIPIENT_SUPPRESSED")).outbox;
  await refusing.deliver(failed, NOON - 8 * day);
  const { outbox } = outboxOf();
  await outbox.deliver(old, NOON - 91 * day);
  const [kept, gone] = [await addMail(NOON - 399 * day), await addMail(NOON - 401 * day)];
  await outbox.forget(NOON);
  expect([await store.find(kept), await store.find(gone)]).toEqual([expect.anything(), null]);
  expect(await store.find(failed)).toMatchObject({ status: "failed", text: "", html: "", recipient: "anna@example.org" });
  expect(await store.find(old)).toMatchObject({
    status: "sent",
    template: "activation",
    recipient: "",
    subject: "",
    accountId: null,
  });
  expect(await store.find(fresh)).toMatchObject({ recipient: "anna@example.org", text: expect.stringContaining("123456") });
});

test("a refusal for good is not repeated", async () => {
  const id = await addMail();
  expect(await outboxOf(failing("E_RECIPIENT_SUPPRESSED")).outbox.deliver(id, NOON)).toBe(null);
  expect(await stateOf(id)).toMatchObject({ status: "failed", attempts: 1 });
});

test("it succeeds after a failure, and a mail whose sender died waits for the lease", async () => {
  const id = await addMail();
  await outboxOf(failing("E_RATE_LIMIT_EXCEEDED")).outbox.deliver(id, NOON);
  const { outbox, sent } = outboxOf();
  await outbox.deliver(id, NOON + 0.5 * MINUTE);
  expect([sent.length, (await stateOf(id)).lastError]).toEqual([1, null]);

  const orphan = await addMail();
  await store.claim(orphan, 5 * MINUTE, NOON);
  expect(await outbox.deliver(orphan, NOON + 4 * MINUTE)).toBe(null);
  expect(sent.length).toBe(1);
  await outbox.deliver(orphan, NOON + 5 * MINUTE);
  expect(sent.length).toBe(2);
});

test("the sweep queues what is overdue and nothing else", async () => {
  await env.DB.exec("DELETE FROM outbox");
  const lost = await addMail(NOON - 2 * MINUTE);
  await addMail(NOON);
  const sent = await addMail(NOON - 3 * MINUTE);
  const { outbox, queued } = outboxOf();
  await outbox.deliver(sent, NOON);
  expect(await outbox.sweep(NOON)).toBe(1);
  expect(queued).toEqual([[lost]]);
  await outbox.deliver(lost, NOON);
  expect([await outbox.sweep(NOON + 30_000), queued.length]).toEqual([0, 1]);
});

test("a queue that is down fails nobody", async () => {
  const outbox = createOutbox({ store, send: async () => {}, enqueue: () => Promise.reject(new Error("down")) });
  await expect(outbox.dispatch(await addMail())).resolves.toBeUndefined();
});

test("each message of a batch is acknowledged or retried separately", async () => {
  const [good, bad] = [await addMail(Date.now()), await addMail(Date.now())];
  const { outbox } = outboxOf((message) => (message.text.includes("fail") ? failing("E_INTERNAL_SERVER_ERROR")() : undefined));
  await env.DB.prepare("UPDATE outbox SET text = 'fail' WHERE id = ?").bind(bad).run();
  const bodies: MailJob[] = [{ id: good }, { id: bad }, { id: "unknown" }, { members: ["anna"] }, { members: ["ben"] }];
  const messages = bodies.map((body, index) => ({ id: `${index + 1}`, timestamp: new Date(), attempts: 1, body }));
  const batch = createMessageBatch<MailJob>("liaison-mail", messages);
  const tell = ([member]: string[]) => (member === "ben" ? Promise.reject(new Error("down")) : Promise.resolve({ mails: 1 }));
  const execution = createExecutionContext();
  await consumeMails(batch, { ...outbox, tell });
  await waitOnExecutionContext(execution);
  const result = await getQueueResult(batch, execution);
  expect(result.explicitAcks.toSorted()).toEqual(["1", "3", "4"]);
  expect(result.retryMessages).toEqual([{ msgId: "2" }, { msgId: "5" }]);
});

test("the real mailer takes what we hand it", async () => {
  const id = await addMail(Date.now());
  const { outbox } = servicesOf(env);
  expect(await outbox.deliver(id, Date.now())).toBe(null);
  expect(await stateOf(id)).toMatchObject({ status: "sent", lastError: null });
});

test("where mails really go out, what was sent keeps neither link nor code", async () => {
  const real = createOutboxStore(db, { keepBodies: false });
  const id = await addMail();
  expect((await real.find(id))?.text).toMatch(/\d{6}/);
  await real.markSent(id, NOON);
  expect(await real.find(id)).toMatchObject({ status: "sent", text: "", html: "" });
});

test("an address that the mailer takes no mail for is told of; what only the operator can mend is tried again", async () => {
  const logged: string[] = [];
  const deliver = async (code: string) => {
    const id = await addMail();
    const returned = async ({ recipient }: { recipient: string }) => void logged.push(recipient);
    await createOutbox({ store, send: failing(code), enqueue: async () => {}, returned }).deliver(id, NOON);
    return (await stateOf(id)).status;
  };
  expect([await deliver("E_RECIPIENT_SUPPRESSED"), logged]).toEqual(["failed", ["anna@example.org"]]);
  for (const code of ["E_RECIPIENT_NOT_ALLOWED", "E_SENDER_NOT_VERIFIED", "E_DAILY_LIMIT_EXCEEDED"])
    expect(await deliver(code), code).toBe("queued");
  expect(logged.length).toBe(1);
});

test("a preview of a branch mails nobody, and keeps the words for its testers", async () => {
  const id = await addMail();
  const MAILER = { send: () => expect.unreachable() } as never;
  const { outbox } = createMailServices(createPlatform({ ...env, MAILER, PREVIEW: "on" }));
  expect(await outbox.deliver(id, NOON)).toBe(null);
  const mail = await store.find(id);
  expect([mail?.status, mail?.text]).toEqual(["sent", expect.stringContaining("123456")]);
});

test("a mailer that takes nothing is told by the next minute, and no more after a success", async () => {
  await env.DB.exec("DELETE FROM outbox");
  const quiet = outboxOf().outbox;
  await expect(quiet.watch(NOON)).resolves.toBe(undefined);
  const id = await addMail();
  await outboxOf(failing("TypeError")).outbox.deliver(id, NOON);
  await expect(quiet.watch(NOON + MINUTE)).rejects.toMatchObject({ code: "TypeError" });
  const other = await addMail(NOON + MINUTE);
  await quiet.deliver(other, NOON + MINUTE);
  await expect(quiet.watch(NOON + 2 * MINUTE)).resolves.toBe(undefined);
  await outboxOf(failing("TypeError")).outbox.deliver(id, NOON + 3 * MINUTE);
  await expect(quiet.watch(NOON + 4 * MINUTE)).rejects.toMatchObject({ code: "TypeError" });
});

test("one address that takes no mail is no fault of the mailer; two after each other are", async () => {
  await env.DB.exec("DELETE FROM outbox");
  const { outbox } = outboxOf(failing("E_DELIVERY_FAILED"));
  await outbox.deliver(await addMail(), NOON);
  await expect(outbox.watch(NOON + MINUTE)).resolves.toBe(undefined);
  await outbox.deliver(await addMail(), NOON);
  await expect(outbox.watch(NOON + MINUTE)).rejects.toMatchObject({ code: "E_DELIVERY_FAILED" });
});
