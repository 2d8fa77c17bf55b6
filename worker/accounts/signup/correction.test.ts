import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { addResetLink, outcomeAndWait, PASSWORD } from "#tests/setup/accounts.ts";
import { type Circumstances, contextOf, NOON } from "#tests/setup/context.ts";
import { signedSource } from "#tests/setup/signed-source.ts";
import { contextOfNewcomer, type Newcomer, newestMail, signUp } from "#tests/setup/signup.ts";
import { signupForm } from "#tests/setup/signup-form.ts";
import { DAY, MINUTE } from "#worker/platform/durations.ts";
import { newId } from "#worker/platform/ids.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";

const { identity, recovery, sessions, signup } = servicesOf(env);
const VELVET = { host: "velvet.localhost" };

const fresh = () => `right${newId()}@example.org`;
const emailOf = async (id: string) =>
  (await env.DB.prepare("SELECT email FROM accounts WHERE id = ?").bind(id).first<{ email: string }>())?.email;
const mailsTo = async (email: string) => {
  const { results } = await env.DB.prepare("SELECT template, status FROM outbox WHERE recipient = ? ORDER BY rowid")
    .bind(email)
    .all<{ template: string; status: string }>();
  return results.map(({ template }) => template);
};
async function correct(who: Newcomer, email: string, password = PASSWORD, where: Circumstances = {}): Promise<string> {
  return outcomeAndWait(signup.correctAddress(await contextOfNewcomer(who, where), { email, password }));
}

let anna: Newcomer;
beforeEach(async () => {
  anna = await signUp();
});

test("the right address gets a new link and code; those of the wrong one are worthless, and so is a new password from there", async () => {
  const token = await addResetLink(anna);
  await env.DB.prepare(`UPDATE accounts SET notifications_disabled = '["bounce"]' WHERE id = ?`).bind(anna.id).run();

  const right = fresh();
  expect(await correct(anna, ` ${right.toUpperCase()} `)).toBe("accepted");
  expect(await emailOf(anna.id)).toBe(right);
  const mail = await newestMail(anna.id);
  expect(mail.recipient).toBe(right);
  expect(await outcomeAndWait(signup.activate(await contextOf(), { token: anna.link }))).toBe("link_expired");
  if (mail.code !== anna.code) {
    expect(await outcomeAndWait(signup.activate(await contextOfNewcomer(anna), { code: anna.code }))).toBe("code: wrong_code");
  }
  const passwords = { password: "seven quiet lakes", password_repeat: "seven quiet lakes" };
  expect(await outcomeAndWait(recovery.resetPassword(await contextOf(), { token, ...passwords }))).toBe("link_expired");
  // What came back came from the other address.
  expect(identity.user(await contextOfNewcomer(anna)).notifications_disabled).toEqual([]);
  expect((await signup.activate(await contextOfNewcomer(anna), { code: mail.code })).value).toEqual({
    status: "active",
    credits: 10,
  });
  expect((await sessions.login(await contextOf(), { email: right, password: PASSWORD })).value.email).toBe(right);
});

test("a mail that has not left for the wrong address stays here", async () => {
  await env.DB.prepare("UPDATE outbox SET status = 'queued' WHERE account_id = ?").bind(anna.id).run();
  await correct(anna, fresh());
  const { results } = await env.DB.prepare("SELECT status, text FROM outbox WHERE recipient = ?").bind(anna.email).all();
  expect(results).toEqual([{ status: "skipped", text: "" }]);
});

test("errors are reported field by field, and nothing changes", async () => {
  const other = await signUp();
  const before = await emailOf(anna.id);
  expect(await correct(anna, "nobody", "wrong")).toBe("email: new_email_invalid, password: password_wrong");
  expect(await correct(anna, " ", "")).toBe("email: required, password: required");
  expect(await correct(anna, fresh(), "wrong")).toBe("password: password_wrong");
  expect(await correct(anna, other.email.toUpperCase())).toBe("email: email_taken");
  await env.DB.prepare("UPDATE accounts SET status = 'deleted', deleted_at = ? WHERE id = ?").bind(NOON, other.id).run();
  expect(await correct(anna, other.email)).toBe("email: account_pending_deletion");
  for (const hostile of ["a@b.example\r\nBcc: all@example.org", "a@b.example,c@d.example", "<a@b.example>"]) {
    expect(await correct(anna, hostile)).toBe("email: new_email_invalid");
  }
  expect(await emailOf(anna.id)).toBe(before);
  expect(await outcomeAndWait(signup.activate(await contextOf(), { token: anna.link }))).toBe("accepted");
});

test("only a logged-in unconfirmed member may correct; the same address only gets its mail again", async () => {
  expect(await outcomeAndWait(signup.correctAddress(await contextOf(), { email: fresh(), password: PASSWORD }))).toBe(
    "authentication_required",
  );
  expect(await correct(anna, anna.email)).toBe("accepted");
  expect(await mailsTo(anna.email)).toEqual(["activation", "activation"]);
  await signup.activate(await contextOf(), { token: (await newestMail(anna.id)).link });
  expect(await correct(anna, fresh())).toBe("conflict");
});

test("an address gets ten links a day at most, from all accounts together", async () => {
  const target = fresh();
  for (let i = 0; i < 5; i++) {
    const thief = await signUp({}, { email: target });
    expect(await correct(thief, fresh())).toBe("accepted");
    expect(await correct(thief, target)).toBe("accepted");
    expect(await correct(thief, fresh())).toBe("accepted");
  }
  expect(await mailsTo(target)).toHaveLength(10);
  expect(await correct(anna, target)).toMatch(/^too_many_requests/);
  const again = async (now = NOON) => signup.signup(await contextOf({ now }), signupForm({ email: target }));
  expect(await outcomeAndWait(again())).toMatch(/^too_many_requests/);
  expect(await mailsTo(target)).toHaveLength(10);
  expect(await outcomeAndWait(again(NOON + DAY))).toBe("accepted");
});

test("where nothing is revealed neither, and the answers stay the same", async () => {
  const target = fresh();
  const quietly = async (name: string, email: string) =>
    outcomeAndWait(signup.correctAddress(await contextOf(VELVET), { name, email, password: PASSWORD }));
  for (let i = 0; i < 5; i++) {
    const thief = await signUp(VELVET, { email: target });
    for (const email of [fresh(), target, fresh()]) {
      expect(await quietly(thief.name, email)).toBe("accepted");
      await expect.poll(() => emailOf(thief.id)).toBe(email);
    }
  }
  const late = await signUp(VELVET);
  expect(await quietly(late.name, target)).toBe("accepted");
  const ctx = await contextOf(VELVET);
  const form = signupForm({ email: target, tracking: await signedSource(env.PASSWORD_PEPPER) });
  expect((await signup.signup(ctx, form)).value).toEqual({ check_mail: true });
  // What that set going began before this.
  const free = fresh();
  expect(await quietly(late.name, free)).toBe("accepted");
  await expect.poll(() => emailOf(late.id)).toBe(free);
  expect(await mailsTo(target)).toHaveLength(10);
});

test("three corrections a day, ten questions, five wrong passwords in a quarter of an hour", async () => {
  for (let i = 0; i < 3; i++) expect(await correct(anna, fresh())).toBe("accepted");
  expect(await correct(anna, fresh())).toBe(`too_many_requests ${DAY / 1000}`);
  expect(await correct(anna, fresh(), PASSWORD, { now: NOON + DAY })).toBe("accepted");

  const [bea, owner] = [await signUp(), await signUp()];
  for (let i = 0; i < 10; i++) expect(await correct(bea, owner.email)).toBe("email: email_taken");
  expect(await correct(bea, fresh())).toBe(`too_many_requests ${DAY / 1000}`);

  const cat = await signUp();
  for (let i = 0; i < 5; i++) expect(await correct(cat, fresh(), `wrong ${i}`)).toBe("password: password_wrong");
  expect(await correct(cat, fresh())).toBe(`login_blocked ${15 * 60}`);
  expect(await correct(cat, fresh(), PASSWORD, { now: NOON + 15 * MINUTE })).toBe("accepted");
});

test("after twenty disclosed addresses in an hour every correction gets the same refusal", async () => {
  const [owner, network] = [await signUp(), newId()];
  for (const who of [await signUp(), await signUp()])
    for (let i = 0; i < 10; i++) expect(await correct(who, owner.email, PASSWORD, { network })).toBe("email: email_taken");
  for (const email of [owner.email, fresh()])
    expect(await correct(anna, email, PASSWORD, { network })).toBe("too_many_requests 3600");
  expect(await correct(anna, fresh())).toBe("accepted");
});

test("two corrections at once to one address: one gets it; a correction during the activation does not undo it", async () => {
  const [bea, right] = [await signUp(), fresh()];
  const results = await Promise.all([correct(anna, right), correct(bea, right)]);
  expect(results.toSorted()).toEqual(["accepted", "email: email_taken"]);
  const cat = await signUp();
  await Promise.all([correct(cat, fresh()), signup.activate(await contextOf(), { token: cat.link }).catch(() => {})]);
  const row = await env.DB.prepare("SELECT status, email FROM accounts WHERE id = ?").bind(cat.id).first();
  // Whichever was first: an address is confirmed only by its own link.
  expect([
    { status: "active", email: cat.email },
    { status: "not_confirmed", email: expect.stringMatching(/^right/) },
  ]).toContainEqual(row);
});

/** A correction on a domain with secret accounts: its answer, and the mails it causes. */
async function quietly(input: { name: string; email: string; password: string }, where: Circumstances = {}): Promise<unknown> {
  const ctx = await contextOf({ ...VELVET, ...where });
  return signup.correctAddress(ctx, input).then(
    ({ value, effects }) => ({ value, effects }),
    ({ code, fields, retryAfter }) => ({ code, fields, retryAfter }),
  );
}

test("where accounts are secret the answer is the same to everybody, and only the right mails go out", async () => {
  const vera = await signUp(VELVET);
  expect(vera.token).toBe(null);
  const owner = await signUp(VELVET);
  await signup.activate(await contextOf(VELVET), { token: owner.link });
  const sent = { value: { sent: true }, effects: {} };
  const right = fresh();
  for (const input of [
    { name: vera.name, email: right, password: "not hers" },
    { name: `No${newId()}`, email: right, password: PASSWORD },
    { name: owner.name, email: right, password: PASSWORD },
  ]) {
    expect(await quietly(input)).toEqual(sent);
  }
  // Somebody else's address: its owner hears what a sign-up would have told them, and the account keeps its own.
  expect(await quietly({ name: vera.name, email: owner.email, password: PASSWORD })).toEqual(sent);
  await expect.poll(() => mailsTo(owner.email)).toContain("already_member");
  // What the others set going began before this.
  expect(await mailsTo(right)).toEqual([]);
  expect(await emailOf(vera.id)).toBe(vera.email);

  // A name as a keyboard or a copied text may bring it along.
  expect(await quietly({ name: `\u200E${vera.name.toUpperCase()} `, email: right, password: PASSWORD })).toEqual(sent);
  await expect.poll(() => mailsTo(right)).toEqual(["activation"]);
  expect(await outcomeAndWait(signup.activate(await contextOf(VELVET), { token: vera.link }))).toBe("link_expired");
  const opened = await signup.activate(await contextOf(VELVET), { token: (await newestMail(vera.id)).link });
  expect(opened.effects.session).toHaveProperty("started");
  expect(await emailOf(vera.id)).toBe(right);
});

test("whose name was taken corrects the address with the name that they typed", async () => {
  const owner = await signUp(VELVET);
  await signup.activate(await contextOf(VELVET), { token: owner.link });
  const [first, second] = [
    await signUp(VELVET, { name: owner.name.toUpperCase(), password: "the first of both" }),
    await signUp(VELVET, { name: owner.name, password: "the second of both" }),
  ];
  const [right, other] = [fresh(), fresh()];
  const sent = { value: { sent: true }, effects: {} };
  expect(await quietly({ name: owner.name, email: right, password: "the first of both" })).toEqual(sent);
  expect(await quietly({ name: owner.name, email: other, password: "the second of both" })).toEqual(sent);
  await expect.poll(() => emailOf(first.id)).toBe(right);
  await expect.poll(() => emailOf(second.id)).toBe(other);
  expect(await emailOf(owner.id)).toBe(owner.email);
  // The same person twice: the newer sign-up is meant.
  const [earlier, later] = [await signUp(VELVET), await signUp({ ...VELVET, now: NOON + MINUTE }, { name: "Twice.Typed" })];
  await env.DB.prepare("UPDATE accounts SET wanted_name = ?, wanted_key = ? WHERE id = ?")
    .bind(earlier.name, earlier.name.toLowerCase(), later.id)
    .run();
  const mended = fresh();
  expect(await quietly({ name: earlier.name, email: mended, password: PASSWORD })).toEqual(sent);
  await expect.poll(() => emailOf(later.id)).toBe(mended);
  expect(await emailOf(earlier.id)).toBe(earlier.email);
});

test("its limits count names that nobody has as well", async () => {
  const vera = await signUp(VELVET);
  for (const name of [vera.name, `No${newId()}`]) {
    const network = newId();
    const refusals = [];
    for (let i = 0; i < 6; i++) refusals.push(await quietly({ name, email: fresh(), password: "wrong" }, { network }));
    expect(refusals.slice(0, 5)).toEqual(Array(5).fill({ value: { sent: true }, effects: {} }));
    expect(refusals[5]).toMatchObject({ code: "too_many_requests", retryAfter: 900 });
  }
  const network = newId();
  const asked = [];
  for (let i = 0; i < 31; i++) asked.push(await quietly({ name: `No${i}`, email: fresh(), password: "wrong" }, { network }));
  expect(asked[29]).toEqual({ value: { sent: true }, effects: {} });
  expect(asked[30]).toMatchObject({ code: "too_many_requests", retryAfter: 3600 });
  expect(await quietly({ name: "", email: "nobody", password: "" })).toMatchObject({
    fields: [
      { field: "name", code: "required" },
      { field: "email", code: "new_email_invalid" },
      { field: "password", code: "required" },
    ],
  });
});

test("a name is guessed at 30 times a day, from however many networks; the same name elsewhere is another", async () => {
  const name = `No${newId()}`;
  const guess = (now: number) => quietly({ name, email: fresh(), password: "wrong" }, { network: newId(), now });
  for (let i = 0; i < 30; i++) expect(await guess(NOON + i * MINUTE)).toEqual({ value: { sent: true }, effects: {} });
  expect(await guess(NOON + DAY - MINUTE)).toMatchObject({ code: "too_many_requests", retryAfter: 60 });
  expect(await guess(NOON + DAY)).toEqual({ value: { sent: true }, effects: {} });
});
